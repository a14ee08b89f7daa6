// Looking after a store that other processes write to.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "support/store/history.h"
#include "support/store/place.h"

namespace latewood::test {
namespace {

constexpr int kLooks = 12;
constexpr int kMostCommits = 3000;

// Commits, and now and then shortens the history, until the others have looked often enough.
void write_until(const std::shared_ptr<store::Store>& store, const std::atomic<int>& looks, bool shortens) {
  Repository repository(store);
  Context context = repository.open_context("main", logical()).value();
  for (int i = 0; i < kMostCommits && looks < kLooks; ++i) {
    ASSERT_TRUE(context.insert(says("user", "text " + std::to_string(i))));
    ASSERT_TRUE(context.commit());
    if (!shortens || i % 16 != 15) continue;
    CollectOptions options;
    options.retention.last = 3;
    ASSERT_TRUE(repository.collect(options));
  }
}

void look_while_others_write(bool shortens) {
  StorePlace place(Backend::Sqlite);
  store::StoreOptions fast;
  fast.durability = store::Durability::Normal;
  StoredHistory history(place.open(fast));
  history.grow(3);
  std::atomic<int> looks = 0;
  std::thread writer([&, store = place.open(fast)] { write_until(store, looks, shortens); });
  for (; looks < kLooks; ++looks) {
    for (const WrongObject& wrong : history.verified().wrong) ADD_FAILURE() << wrong.object << ": " << wrong.message;
  }
  writer.join();
  history.expect_sound();
}

TEST(LiveStore, VerifyingIsNotMisledByCommits) { look_while_others_write(false); }
TEST(LiveStore, VerifyingIsNotMisledByShorteningAHistory) { look_while_others_write(true); }

}  // namespace
}  // namespace latewood::test
