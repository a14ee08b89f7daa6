// Versions that share blocks, read and extended by several threads at once. The
// values are checked here; that there is no data race is checked by running this
// under ThreadSanitizer (preset tsan).
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

#include "support/random/random.h"
#include "tree/memory/persistent_vector.h"

namespace latewood::tree {
namespace {

// Shared pointers: copying one writes to its owner count, so a slot read too early
// would show.
using Element = std::shared_ptr<const std::size_t>;
using Elements = PersistentVector<Element>;

Element element(std::size_t value) { return std::make_shared<const std::size_t>(value); }

Elements extended(Elements vector, std::size_t count, std::size_t first_value) {
  for (std::size_t i = 0; i < count; ++i) vector = vector.push_back(element(first_value + i));
  return vector;
}

// How many of the elements from `from` on are not `first_value`, `first_value` + 1, ...
std::size_t wrong_values(const Elements& vector, std::size_t from, std::size_t first_value) {
  std::size_t wrong = 0;
  vector.for_each_from(from, [&](const Element& e) { wrong += *e == first_value++ ? 0 : 1; });
  return wrong;
}

// Runs work(0) to work(count - 1), each on a thread of its own, all released at once.
template <class Work>
void run_together(std::size_t count, Work work) {
  std::latch start(static_cast<std::ptrdiff_t>(count));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i) {
    threads.emplace_back([&start, &work, i] {
      start.arrive_and_wait();
      work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(PersistentVectorThreads, ReadersSeeTheirVersionsWholeWhileOneThreadPushes) {
  constexpr std::size_t kPushes = 5000;
  std::vector<Elements> versions(kPushes + 1);
  std::atomic<std::size_t> published = 0;
  std::atomic<std::size_t> wrong = 0;
  const auto push_all = [&] {
    for (std::size_t i = 0; i < kPushes; ++i) {
      versions[i + 1] = versions[i].push_back(element(i));
      published.store(i + 1, std::memory_order_release);
    }
  };
  const auto read = [&](std::size_t seed) {
    test::Random random(seed);
    for (std::size_t newest = 0; newest < kPushes;) {
      newest = published.load(std::memory_order_acquire);
      wrong += wrong_values(versions[newest], newest - newest % 1024, newest - newest % 1024);
      const std::size_t older = random.below(newest + 1);
      wrong += versions[older].size() == older ? 0 : 1;
      if (older > 0) wrong += *versions[older].back() == older - 1 ? 0 : 1;
    }
  };
  run_together(4, [&](std::size_t i) { i == 0 ? push_all() : read(i); });
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(wrong_values(versions.back(), 0, 0), 0U);
}

TEST(PersistentVectorThreads, ForksThatPushAtOnceEachKeepTheirOwnElements) {
  constexpr std::size_t kForks = 4;
  for (const std::size_t size : std::vector<std::size_t>{0, 1, 5, 31, 32, 33, 100, 1000, 1023, 1024, 1025, 1056}) {
    const Elements trunk = extended({}, size, 0);
    std::vector<Elements> forks(kForks, trunk);
    run_together(kForks, [&](std::size_t i) { forks[i] = extended(forks[i], 1100, 1'000'000 * (i + 1)); });
    EXPECT_EQ(trunk.size(), size);
    EXPECT_EQ(wrong_values(trunk, 0, 0), 0U);
    for (std::size_t i = 0; i < kForks; ++i) {
      EXPECT_EQ(forks[i].size(), size + 1100);
      EXPECT_EQ(wrong_values(forks[i].take(size), 0, 0), 0U);
      EXPECT_EQ(wrong_values(forks[i], size, 1'000'000 * (i + 1)), 0U);
    }
  }
}

// Two threads meet before each push. Where each has a core to itself, their claims of
// one slot fall together often enough to betray a claim in two steps (look, then take).
TEST(PersistentVectorThreads, OfForksThatPushAtOnceExactlyOneWritesInPlace) {
  constexpr std::size_t kRounds = 20'000;
  std::vector<PersistentVector<std::size_t>> trunks(kRounds);
  for (auto& trunk : trunks) trunk = trunk.push_back(7);
  std::vector<PersistentVector<std::size_t>> forks[2] = {trunks, trunks};
  std::vector<std::atomic<int>> arrived(kRounds);
  run_together(2, [&](std::size_t i) {
    for (std::size_t round = 0; round < kRounds; ++round) {
      ++arrived[round];
      // Spinning keeps the two close; yielding lets a busy machine make progress.
      for (int spins = 0; arrived[round] < 2; ++spins) {
        if (spins > 1000) std::this_thread::yield();
      }
      forks[i][round] = trunks[round].push_back(i);
    }
  });
  for (std::size_t round = 0; round < kRounds; ++round) {
    EXPECT_EQ(forks[0][round].back(), 0U);
    EXPECT_EQ(forks[1][round].back(), 1U);
    EXPECT_NE(&forks[0][round][0] == &trunks[round][0], &forks[1][round][0] == &trunks[round][0]);
  }
}

TEST(PersistentVectorThreads, VersionsSetComparedAndDroppedWhileAnotherThreadPushes) {
  const Elements trunk = extended({}, 3000, 0);
  std::atomic<std::size_t> wrong = 0;
  run_together(4, [&](std::size_t i) {
    Elements mine = trunk;
    for (std::size_t round = 0; round < 300; ++round) {
      const std::size_t at = (round * 31 + i * 700) % trunk.size();
      mine = i == 0 ? mine.push_back(element(3000 + round)) : trunk.set(at, element(at)).push_back(element(3000));
      wrong += first_difference(trunk, mine) == (i == 0 ? trunk.size() : at) ? 0 : 1;
    }
    wrong += wrong_values(mine, 0, 0);
  });
  EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace latewood::tree
