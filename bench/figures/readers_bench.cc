#include "figures/readers_bench.h"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "workloads/messages.h"

namespace latewood::bench {
namespace {

constexpr int kReaders = 8;

// The median of single commits, in nanoseconds: what a reader makes the writer wait for shows there,
// and what the scheduler takes for other threads does not.
double median_commit(Context& context, std::uint64_t& number, std::size_t commits) {
  std::vector<double> times;
  for (std::size_t i = 0; i < commits; ++i) {
    const auto start = std::chrono::steady_clock::now();
    chat_turn(context, number++);
    times.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
  }
  return spread_of(times).median;
}

// Threads that ask about snapshots they hold while commits go on.
class Readers {
 public:
  explicit Readers(const Snapshot& snapshot) {
    for (int i = 0; i < kReaders; ++i) {
      threads_.emplace_back([this, snapshot] {
        const Selector recent = must(Selector::parse("^seq .mt:depth(1-3) .cb[role='assistant']"));
        while (!stops_.load(std::memory_order_relaxed)) {
          if (must(snapshot.select(recent)).size() != 3) is_correct_ = false;
          ++answers_;
        }
      });
    }
  }
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;
  ~Readers() { stop(); }

  void stop() {
    stops_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }
  bool is_correct() const { return is_correct_ && answers_ > 0; }

 private:
  std::vector<std::thread> threads_;
  std::atomic<bool> stops_ = false;
  std::atomic<bool> is_correct_ = true;
  std::atomic<std::uint64_t> answers_ = 0;
};

}  // namespace

Report readers_figures(const Run& run) {
  Context context(same_everywhere());
  std::uint64_t number = 0;
  while (number < run.pick(20000, 200)) chat_turn(context, number++);
  std::vector<double> with;
  std::vector<double> without;
  std::vector<double> ratios;
  bool is_correct = true;
  const std::size_t commits = run.pick(300, 50);
  for (int i = 0; i < (run.is_quick ? 1 : 9); ++i) {
    {
      Readers readers(must(context.latest()));
      with.push_back(median_commit(context, number, commits));
      // On few processors some may not have had a turn yet.
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      readers.stop();
      is_correct = is_correct && readers.is_correct();
    }
    without.push_back(median_commit(context, number, commits));
    ratios.push_back(with.back() / without.back());
  }
  Report report;
  report.figures.push_back({"commit while eight threads read",
                            {spread_of(with), spread_of(without), spread_of(ratios)},
                            "median commit with readers",
                            "median commit without",
                            1.3,
                            is_correct});
  return report;
}

}  // namespace latewood::bench
