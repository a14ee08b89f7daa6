// Opens a stored context in a process of its own, so that its memory is that of the opened context and
// nothing else. Prints, in milliseconds, how long it took to open and to answer, and how long old
// snapshots took; then the resident memory after the first answer in kilobytes.
//
//   latewood_open_probe STORE CONTEXT
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "latewood/query.h"
#include "latewood/repository.h"
#include "workloads/messages.h"

namespace latewood::bench {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

long resident_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  }
  return 0;
}

// The answer must be the one turn that was asked for.
void ask(const Context& context, const std::string& moment) {
  const Selection selection = must(context.select(moment + " ^seq .mt:depth(1)"));
  const auto* ids = std::get_if<std::vector<std::string>>(&selection);
  if (ids != nullptr && ids->size() == 1) return;
  std::fprintf(stderr, "bench: no newest turn at %s\n", moment.c_str());
  std::exit(1);
}

int probe(const std::string& path, const std::string& name) {
  const auto start = Clock::now();
  Repository repository = must(Repository::open(path));
  OpenOptions options;
  options.create = false;
  const Context context = must(repository.open_context(name, options));
  ask(context, "@t0");
  const double opened = milliseconds_since(start);
  const long resident = resident_kilobytes();
  double slowest = 0;
  double sum = 0;
  constexpr std::uint64_t kMoments = 9;
  for (std::uint64_t i = 1; i <= kMoments; ++i) {
    const std::uint64_t cycle = context.cycle() * i / (kMoments + 1);
    const auto before = Clock::now();
    ask(context, "@c" + std::to_string(cycle));
    const double took = milliseconds_since(before);
    slowest = std::max(slowest, took);
    sum += took;
  }
  std::printf("%f %f %f %ld\n", opened, sum / kMoments, slowest, resident);
  return 0;
}

}  // namespace
}  // namespace latewood::bench

int main(int count, char** arguments) {
  if (count != 3) return 2;
  return latewood::bench::probe(arguments[1], arguments[2]);
}
