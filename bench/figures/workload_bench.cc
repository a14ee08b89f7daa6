#include "figures/workload_bench.h"

#include <chrono>
#include <string>

#include "driver/digests.h"
#include "workloads/workload.h"

namespace latewood::bench {
namespace {

KnownDigests known_digests() { return KnownDigests(std::string(LATEWOOD_SOURCE_DIR) + "/bench/recorded/digests.txt"); }

}  // namespace

Report workload_figures(const Run& run) {
  const KnownDigests known = known_digests();
  Report report;
  for (const Workload& workload : workloads()) {
    const std::size_t size = run.pick(workload.full, workload.quick);
    const auto start = std::chrono::steady_clock::now();
    const auto digest = workload.run(size);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const std::string name(workload.name);
    std::string text = "workload " + name + ", " + std::to_string(size);
    if (!digest) text += ": left out, its input is not here";
    report.notes.push_back({std::move(text), seconds * 1e3, "ms", !digest || known.has(name, size, *digest)});
  }
  return report;
}

bool record_workloads(const Run& run) {
  KnownDigests known = known_digests();
  for (const Workload& workload : workloads()) {
    const std::size_t size = run.pick(workload.full, workload.quick);
    if (const auto digest = workload.run(size)) known.set(std::string(workload.name), size, *digest);
  }
  return known.save();
}

}  // namespace latewood::bench
