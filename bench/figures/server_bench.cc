#include "figures/server_bench.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "baselines/beast_server.h"
#include "driver/http_wire.h"
#include "driver/scratch_folder.h"
#include "driver/server_process.h"
#include "latewood/json_text.h"
#include "latewood/repository.h"
#include "latewood/session.h"
#include "workloads/messages.h"

namespace latewood::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kReadTarget = 2.0;      // half of the requests a second
constexpr double kGroupTarget = 0.2;     // five times the commits a second
constexpr double kLibraryTarget = 1.67;  // 0.6 of the commits a second
constexpr double kWaitTarget = 5.0;      // of the 99th percentile of reads
constexpr double kMegabyte = 1024.0 * 1024.0;
constexpr double kIdleMegabytes = 25;
constexpr double kBusyMegabytes = 300;
constexpr std::size_t kClients = 32;

std::string context_name(std::size_t number) { return "c" + std::to_string(number); }

// One turn: an edit and its commit in one call.
std::string turn(const std::string& context, std::uint64_t number) {
  return R"({"context":")" + context + R"(","edits":[{"op":"insert","args":{"role":"user","content":")" +
         words(number, 200) + R"("}}],"commit":{}})";
}

class Served {
 public:
  explicit Served(std::size_t contexts) : process_(folder_.file("store.db")) {
    for (std::size_t at = 0; at < contexts; ++at) {
      call("create_context", R"({"name":")" + context_name(at) + "\"}");
    }
  }

  // On a connection of its own: the server closes one that is idle while a figure is taken.
  std::string call(const std::string& operation, const std::string& body) {
    return HttpWire(process_.port()).ask(request_text("POST", "/v1/operations/" + operation, process_.token(), body));
  }
  const ServerProcess& process() const { return process_; }
  std::string file() const { return folder_.file("store.db"); }

 private:
  ScratchFolder folder_;
  ServerProcess process_;
};

// Runs `act(number)` in as many threads.
template <class Act>
void in_threads(std::size_t count, Act act) {
  std::vector<std::thread> threads;
  for (std::size_t at = 0; at < count; ++at) threads.emplace_back([&act, at] { act(at); });
  for (std::thread& thread : threads) thread.join();
}

// ---- reading ----

std::string select_target(const std::string& context, const std::string& id) {
  return "/v1/contexts/" + context + "/at/@t0/select?q=%23" + id;
}

Figure select_by_id(const Run& run) {
  Served served(1);
  served.call("apply", R"({"context":"c0","edits":[{"op":"insert","args":{"role":"user","id":"asked","content":")" +
                           words(1, 200) + R"("}}],"commit":{}})");
  const std::string ours = request_text("GET", select_target("c0", "asked"), served.process().token(), {});
  const std::string body = HttpWire(served.process().port()).ask(ours);
  BeastServer beast(body);
  const std::string theirs = request_text("GET", "/constant", {}, {});
  const std::size_t calls = run.pick(2'000, 20);
  constexpr std::size_t kReaders = 8;
  std::atomic<bool> is_same{true};
  const auto ask_many = [&](unsigned short port, const std::string& request) {
    in_threads(kReaders, [&](std::size_t) {
      HttpWire wire(port);
      for (std::size_t at = 0; at < calls / kReaders; ++at) {
        if (wire.ask(request) != body) is_same = false;
      }
    });
  };
  const Pair pair = time_pair([&] { ask_many(served.process().port(), ours); }, [&] { ask_many(beast.port(), theirs); },
                              static_cast<double>(calls), run.repeats());
  return {"GET select by id", pair, "served", "constant bytes by Beast", kReadTarget, is_same.load()};
}

// ---- durable commits ----

// `turns` commits by each of `clients`, each on a context of its own.
void commit_over_http(const Served& served, std::size_t clients, std::size_t turns, std::atomic<std::uint64_t>& said) {
  in_threads(clients, [&](std::size_t client) {
    HttpWire wire(served.process().port());
    for (std::size_t at = 0; at < turns; ++at) {
      wire.ask(
          request_text("POST", "/v1/operations/apply", served.process().token(), turn(context_name(client), ++said)));
    }
  });
}

std::uint64_t cycles_of(const std::string& file) {
  const Repository repository = must(Repository::open(file));
  std::uint64_t cycles = 0;
  for (const std::string& name : must(repository.contexts())) {
    for (const BranchInfo& branch : must(repository.branches(name))) cycles += branch.cycle;
  }
  return cycles;
}

Figure grouped_commits(const Run& run) {
  Served served(kClients);
  std::atomic<std::uint64_t> said{0};
  const std::size_t turns = run.pick(8, 1);
  const auto many = [&] { commit_over_http(served, kClients, turns, said); };
  const auto one = [&] { commit_over_http(served, 1, kClients * turns, said); };
  const Pair pair = time_pair(many, one, static_cast<double>(kClients * turns), std::min(run.repeats(), 5));
  return {"a durable commit of 32 clients",       pair, "32 clients", "one client", kGroupTarget,
          cycles_of(served.file()) == said.load()};
}

Figure beside_the_library(const Run& run) {
  Served served(kClients);
  const ScratchFolder folder;
  Session session(must(Repository::open(folder.file("library.db"))), {});
  for (std::size_t at = 0; at < kClients; ++at) {
    must(session.call("create_context", R"({"name":")" + context_name(at) + "\"}"));
  }
  std::atomic<std::uint64_t> said{0};
  std::atomic<std::uint64_t> done{0};
  const std::size_t turns = run.pick(16, 1);
  const auto by_server = [&] { commit_over_http(served, kClients, turns, said); };
  const auto by_library = [&] {
    in_threads(kClients, [&](std::size_t client) {
      for (std::size_t at = 0; at < turns; ++at) must(session.call("apply", turn(context_name(client), ++done)));
    });
  };
  const Pair pair = time_pair(by_server, by_library, static_cast<double>(kClients * turns), std::min(run.repeats(), 5));
  return {"a durable commit of 32 clients, beside the library",
          pair,
          "served",
          "32 threads of the library",
          kLibraryTarget,
          cycles_of(served.file()) == said.load() && cycles_of(folder.file("library.db")) == done.load()};
}

// ---- reading during commits ----

double percentile_99(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.at(values.size() * 99 / 100);
}

// Nanoseconds of each of `count` reads.
std::vector<double> read_times(const Served& served, std::size_t count) {
  HttpWire wire(served.process().port());
  const std::string request =
      request_text("GET", select_target(context_name(kClients), "asked"), served.process().token(), {});
  std::vector<double> times;
  for (std::size_t at = 0; at < count; ++at) {
    const auto start = Clock::now();
    wire.ask(request);
    times.push_back(std::chrono::duration<double, std::nano>(Clock::now() - start).count());
  }
  return times;
}

Figure reads_under_load(const Run& run) {
  Served served(kClients + 1);
  served.call("apply",
              R"({"context":")" + context_name(kClients) +
                  R"(","edits":[{"op":"insert","args":{"role":"user","id":"asked","content":"?"}}],"commit":{}})");
  const std::size_t reads = run.pick(2'000, 20);
  std::vector<double> loaded;
  std::vector<double> quiet;
  std::vector<double> ratios;
  for (int round = 0; round < std::min(run.repeats(), 3); ++round) {
    std::atomic<bool> is_over{false};
    std::thread load([&] {
      in_threads(kClients, [&](std::size_t client) {
        HttpWire wire(served.process().port());
        for (std::uint64_t at = 0; !is_over; ++at) {
          wire.ask(
              request_text("POST", "/v1/operations/apply", served.process().token(), turn(context_name(client), at)));
        }
      });
    });
    loaded.push_back(percentile_99(read_times(served, reads)));
    is_over = true;
    load.join();
    quiet.push_back(percentile_99(read_times(served, reads)));
    ratios.push_back(loaded.back() / quiet.back());
  }
  return {"the slowest of 100 reads while 32 clients commit",
          {spread_of(loaded), spread_of(quiet), spread_of(ratios)},
          "under load",
          "without",
          kWaitTarget};
}

// ---- memory ----

Figure idle_memory() {
  const Served served(1);
  return {"memory of an idle server",
          counted_pair(static_cast<double>(served.process().bytes()) / kMegabyte, kIdleMegabytes),
          "resident",
          "most",
          1.0,
          true,
          "MB"};
}

Figure busy_memory(const Run& run) {
  const std::size_t contexts = run.pick(10'000, 20);
  const std::size_t streams = run.pick(1'000, 10);
  constexpr std::size_t kMakers = 32;
  Served served(0);
  in_threads(kMakers, [&](std::size_t worker) {
    HttpWire wire(served.process().port());
    for (std::size_t at = worker; at < contexts; at += kMakers) {
      wire.ask(request_text("POST", "/v1/operations/create_context", served.process().token(),
                            R"({"name":")" + context_name(at) + "\"}"));
      wire.ask(request_text("POST", "/v1/operations/apply", served.process().token(), turn(context_name(at), at)));
    }
  });
  std::deque<HttpWire> open;
  for (std::size_t at = 0; at < streams; ++at) {
    open.emplace_back(served.process().port());
    open.back().send(request_text("GET", "/v1/events", served.process().token(), {}));
  }
  // The commit is answered after the streams were accepted.
  served.call("apply", turn(context_name(0), contexts));
  return {"memory with " + std::to_string(contexts) + " contexts touched and " + std::to_string(streams) + " streams",
          counted_pair(static_cast<double>(served.process().bytes()) / kMegabyte, kBusyMegabytes),
          "resident",
          "most",
          1.0,
          true,
          "MB"};
}

}  // namespace

Report server_figures(const Run& run) {
  Report report;
  report.figures = {select_by_id(run),     grouped_commits(run), beside_the_library(run),
                    reads_under_load(run), idle_memory(),        busy_memory(run)};
  return report;
}

}  // namespace latewood::bench
