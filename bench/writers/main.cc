// Many writers on few and on many contexts: the figures of docs/scale.md about throughput and conflicts.
//
//   latewood_writers URL SECONDS      URL as `--store` takes it; `postgres` starts a server of its own
//
// Each writer is a thread with a store of its own, as a process would have, and adds turns of two
// messages. Writers that share a context rebase when another writer was faster. The server runs without
// fsync, as that of the tests does: the figures compare arrangements, not disks.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "latewood/repository.h"
#include "support/store/postgres_server.h"

namespace {

using namespace latewood;
using Clock = std::chrono::steady_clock;

struct Counts {
  std::atomic<std::uint64_t> commits = 0;
  std::atomic<std::uint64_t> conflicts = 0;
  std::atomic<std::uint64_t> failures = 0;
};

bool add_messages(Context& context, const std::string& text) {
  return context.insert({.role = "user", .content = "ask " + text}) &&
         context.insert({.role = "assistant", .content = "answer " + text});
}

// Adds one turn. If other writers were faster, rebases and tries again.
void add_turn(Context& context, const std::string& text, Counts& counts) {
  if (!add_messages(context, text)) {
    ++counts.failures;
    return;
  }
  for (;;) {
    const auto committed = context.commit();
    if (committed) {
      ++counts.commits;
      return;
    }
    if (committed.error().code != Code::Conflict || !context.rebase()) {
      ++counts.failures;
      return;
    }
    ++counts.conflicts;
  }
}

void write(const std::string& url, const std::string& name, int writer, Clock::time_point end, Counts& counts) {
  auto repository = Repository::open(url);
  if (!repository) {
    std::fprintf(stderr, "%s\n", repository.error().message.c_str());
    ++counts.failures;
    return;
  }
  OpenOptions options;
  options.keep_edits = false;
  auto context = repository->open_context(name, options);
  if (!context) {
    ++counts.failures;
    return;
  }
  for (int turn = 0; Clock::now() < end; ++turn) {
    add_turn(*context, std::to_string(writer) + " " + std::to_string(turn), counts);
  }
}

void run(const std::string& url, int writers, int contexts, int seconds) {
  static int round = 0;
  ++round;
  Counts counts;
  std::vector<std::thread> threads;
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  for (int i = 0; i < writers; ++i) {
    const std::string name = "round " + std::to_string(round) + " context " + std::to_string(i % contexts);
    threads.emplace_back([&, i, name] { write(url, name, i, end, counts); });
  }
  for (std::thread& thread : threads) thread.join();
  const double commits = static_cast<double>(counts.commits);
  std::printf("| %d | %d | %.0f | %.2f | %llu |\n", writers, contexts, commits / seconds,
              commits == 0 ? 0 : static_cast<double>(counts.conflicts) / commits,
              static_cast<unsigned long long>(counts.failures.load()));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: latewood_writers URL|postgres SECONDS\n");
    return 2;
  }
  std::string url = argv[1];
  const int seconds = std::atoi(argv[2]);
  latewood::test::PostgresServer server;
  if (url == "postgres") {
    if (!server.start()) {
      std::fprintf(stderr, "%s\n", server.problem().c_str());
      return 1;
    }
    url = server.new_schema();
  }
  std::printf(
      "| writers | contexts | commits a second | conflicts a commit | failures |\n| --- | --- | --- | --- | --- |\n");
  for (const int writers : {1, 2, 4, 8}) run(url, writers, writers, seconds);
  for (const int writers : {2, 4, 8}) run(url, writers, 1, seconds);
  return 0;
}
