// The C++ side of the figures of the bindings. A program of another language starts it and lets it work by turns with
// its own rounds, so that both are measured in one run.
//
// It reads one request a line and answers each with one line:
//   add_commit N   adds a block and commits, N times in a new memory store    NANOSECONDS_EACH COMMIT_ID
//   select N       selects a node by its id, N times, in a tree of 10,000     NANOSECONDS_EACH MATCHES
//   tree FOLDER    writes that tree to FOLDER/tree.db and FOLDER/tree.json    NODES COMMIT_ID
// All blocks and stamps are the same in every run. It ends with its input.
#include <time.h>

#include <cstdint>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "latewood/latewood.h"

namespace latewood::bench {
namespace {

// The time that the processor spent on this process: all of the work is in memory, and the machine may be busy.
std::int64_t processor_time() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::int64_t{now.tv_sec} * 1000000000 + now.tv_nsec;
}

std::int64_t nanoseconds_each(std::int64_t begin, std::uint64_t count) {
  return (processor_time() - begin) / static_cast<std::int64_t>(count);
}

Context new_context(const std::string& url) {
  OpenOptions options;
  options.context.clock = make_logical_clock();
  return Repository::open(url).value().open_context("main", options).value();
}

void add_and_commit(std::uint64_t count) {
  Context context = new_context("memory:");
  std::string last;
  const auto begin = processor_time();
  for (std::uint64_t i = 0; i < count; ++i) {
    context.insert({.role = "user", .content = "Message " + std::to_string(i)}).value();
    last = context.commit({.message = "m"}).value().commit_id.hex();
  }
  std::cout << nanoseconds_each(begin, count) << ' ' << last << std::endl;
}

// 3,333 turns of three nodes each, the regions and the root.
Context tree_in(const std::string& url) {
  Context context = new_context(url);
  for (int i = 0; i < 3332; ++i) {
    context
        .insert({.role = i % 2 == 0 ? "user" : "assistant",
                 .content = "Message " + std::to_string(i) + " has a few more words in it, as people write them.",
                 .id = "n" + std::to_string(i)})
        .value();
    context.commit().value();
  }
  return context;
}

void select_by_id(std::uint64_t count) {
  static const Context kContext = tree_in("memory:");
  std::uint64_t matches = 0;
  const auto begin = processor_time();
  for (std::uint64_t i = 0; i < count; ++i) {
    const Selection found = kContext.select("#n" + std::to_string(i % 3332)).value();
    matches += std::get<std::vector<std::string>>(found).size();
  }
  std::cout << nanoseconds_each(begin, count) << ' ' << matches << std::endl;
}

void write_tree(const std::string& folder) {
  const Context context = tree_in(folder + "/tree.db");
  const Snapshot latest = context.latest().value();
  std::ofstream(folder + "/tree.json") << export_snapshot(latest).value();
  std::cout << latest.nodes().value().size() << ' ' << latest.commit_id().hex() << std::endl;
}

void answer(const std::string& request) {
  std::istringstream words(request);
  std::string what;
  std::string argument;
  words >> what >> argument;
  if (what == "add_commit") {
    add_and_commit(std::stoull(argument));
  } else if (what == "select") {
    select_by_id(std::stoull(argument));
  } else if (what == "tree") {
    write_tree(argument);
  } else {
    std::cout << "unknown request" << std::endl;
  }
}

}  // namespace
}  // namespace latewood::bench

int main() {
  for (std::string line; std::getline(std::cin, line);) latewood::bench::answer(line);
}
