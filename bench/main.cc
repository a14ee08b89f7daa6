// Runs the figures and prints one table. Exits with 1 if a result is wrong or, in a full run, a
// target is missed; with 2 if it was called wrongly or cannot write.
//
//   latewood_bench [--quick] [--json FILE] [--svg FOLDER] [--record] [GROUP ...]
//
// --quick takes small sizes and judges results only. --record writes the digests of the workloads
// down as the right ones and does nothing else. Groups are run alone if they are named.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "baselines/hardware.h"
#include "driver/report.h"
#include "driver/run.h"
#include "figures/append_bench.h"
#include "figures/audit_bench.h"
#include "figures/call_bench.h"
#include "figures/chat_bench.h"
#include "figures/context_bench.h"
#include "figures/durable_bench.h"
#include "figures/economy_bench.h"
#include "figures/exchange_bench.h"
#include "figures/growth_bench.h"
#include "figures/hash_bench.h"
#include "figures/history_bench.h"
#include "figures/range_bench.h"
#include "figures/readers_bench.h"
#include "figures/render_bench.h"
#include "figures/selector_bench.h"
#include "figures/server_bench.h"
#include "figures/state_root_bench.h"
#include "figures/workload_bench.h"

namespace {

using namespace latewood::bench;

struct Group {
  const char* name;
  Report (*run)(const Run& run);
};

// Without a size, so that a group is one line here.
constexpr auto kGroups = std::to_array<Group>({
    {"root", state_root_figures},
    {"append", append_figures},
    {"audit", audit_figures},
    {"context", context_figures},
    {"readers", readers_figures},
    {"selector", selector_figures},
    {"range", range_figures},
    {"render", render_figures},
    {"hash", hash_figures},
    {"economy", economy_figures},
    {"exchange", exchange_figures},
    {"durable", durable_figures},
    {"chat", chat_figures},
    {"growth", growth_figures},
    {"call", call_figures},
    {"server", server_figures},
    {"history", history_figures},
    {"workloads", workload_figures},
});

struct Options {
  Run run;
  std::string json;
  std::string svg;
  bool record = false;
  std::vector<std::string> groups;
};

// False if an argument is unknown.
bool read(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const bool has_value = i + 1 < argc;
    if (argument == "--quick") {
      options.run.is_quick = true;
    } else if (argument == "--record") {
      options.record = true;
    } else if (argument == "--json" && has_value) {
      options.json = argv[++i];
    } else if (argument == "--svg" && has_value) {
      options.svg = argv[++i];
    } else if (std::any_of(kGroups.begin(), kGroups.end(),
                           [&](const Group& group) { return argument == group.name; })) {
      options.groups.push_back(argument);
    } else {
      std::fprintf(stderr, "bench: unknown argument '%s'; groups are:", argument.c_str());
      for (const Group& group : kGroups) std::fprintf(stderr, " %s", group.name);
      std::fprintf(stderr, "\n");
      return false;
    }
  }
  return true;
}

// Replaces the line before it. Writes only to a terminal.
void show_progress(const std::string& line) {
  if (isatty(STDERR_FILENO) != 1) return;
  std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
  std::fflush(stderr);
}

bool write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  if (file.flush()) return true;
  std::fprintf(stderr, "bench: cannot write %s\n", path.c_str());
  return false;
}

bool write_out(const Report& report, const Options& options, Judge judge) {
  bool is_written = options.json.empty() || write_file(options.json, json_of(report, judge));
  if (options.svg.empty()) return is_written;
  std::error_code error;
  std::filesystem::create_directories(options.svg, error);
  for (const Curve& curve : report.curves) {
    is_written = write_file(std::filesystem::path(options.svg) / (curve.name + ".svg"), svg_of(curve)) && is_written;
  }
  return is_written;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read(argc, argv, options)) return 2;
  if (options.record) return record_workloads(options.run) ? 0 : 2;
  const Judge judge = options.run.is_quick ? Judge::ResultsOnly : Judge::Targets;
  Report report = hardware_limits(options.run);
  for (const Group& group : kGroups) {
    const bool is_wanted = options.groups.empty() ||
                           std::find(options.groups.begin(), options.groups.end(), group.name) != options.groups.end();
    if (!is_wanted) continue;
    show_progress("bench  " + std::to_string(&group - kGroups.data() + 1) + "/" + std::to_string(kGroups.size()) + " " +
                  group.name);
    append(report, group.run(options.run));
  }
  show_progress("");
  if (options.run.is_quick) std::printf("quick: sizes are smaller than the names say, only results are judged\n");
  print(report, judge);
  if (!write_out(report, options, judge)) return 2;
  return is_good(report, judge) ? 0 : 1;
}
