// Questions while others commit: the same bytes as when nobody does. Run it under
// ThreadSanitizer as well: preset tsan.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "support/context_probe.h"
#include "support/random/random.h"

namespace latewood::test {
namespace {

constexpr int kDiffCycles = 150;
constexpr int kBreak = 10;  // commits between two pauses in which the readers catch up
constexpr std::size_t kDiffReaders = 3;

// Answers that do not depend on how far the history went when they were given.
std::string answer_about(const Context& context, std::uint64_t cycle) {
  const std::string end = std::to_string(cycle);
  const std::string start = std::to_string(cycle > 4 ? cycle - 4 : 1);
  std::string answer = to_json(must(context.select("@c" + start + "..@c" + end + " .cb")));
  answer += to_json(must(context.select("@c" + end + " .cb[ttl<=2], .mt:depth(1) *")));
  return answer + to_json(must(context.diff_detail("@c1", "@c" + end)));
}

// Blocks with ttls in new and in old turns, so that shared blocks of the sequence of turns are
// marked while others read them.
void edit_for_diff(Context& context, Random& random, int cycle) {
  const std::string id = "b" + std::to_string(cycle);
  must(context.insert(random.chance(50) ? block_with_ttl(id, 1 + static_cast<std::int64_t>(random.below(40)))
                                        : block(id)));
  if (cycle < 3 || random.chance(60)) return;
  const std::string turn = "mt:" + std::to_string(1 + random.below(static_cast<std::size_t>(cycle) - 2));
  must(context.insert_under(block_with_ttl(id + "-late", 3, 1), turn));
}

// Until an answer was begun and given, however busy the machine is: at most kReaders were on
// their way before.
void wait_for_answers(const std::atomic<std::size_t>& answered) {
  const std::size_t enough = answered + kDiffReaders + 1;
  while (answered < enough) std::this_thread::yield();
}

TEST(DiffThreads, AnswersAreTheSameWhileOthersCommit) {
  Random random(5);
  Context context = open_context();
  must(context.commit());
  std::atomic<bool> done{false};
  std::atomic<std::size_t> answered{0};
  std::vector<std::map<std::uint64_t, std::string>> seen(kDiffReaders);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kDiffReaders; ++i) {
    threads.emplace_back([&context, &done, &answered, &answers = seen[i]] {
      while (!done) {
        const std::uint64_t cycle = must(context.latest()).cycle();
        answers[cycle] = answer_about(context, cycle);
        ++answered;
      }
    });
  }
  for (int cycle = 2; cycle <= kDiffCycles; ++cycle) {
    edit_for_diff(context, random, cycle);
    must(context.commit());
    if (cycle % kBreak == 0) wait_for_answers(answered);
  }
  done = true;
  for (std::thread& thread : threads) thread.join();
  std::size_t compared = 0;
  for (const auto& answers : seen) {
    for (const auto& [cycle, answer] : answers) EXPECT_EQ(answer, answer_about(context, cycle)) << "cycle " << cycle;
    compared += answers.size();
  }
  EXPECT_GE(compared, std::size_t{kDiffCycles} / kBreak);
}

}  // namespace
}  // namespace latewood::test
