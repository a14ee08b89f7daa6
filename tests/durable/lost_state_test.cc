// A snapshot that was kept whole and whose state is gone: heads and tagged commits are never collected, so it was lost.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "latewood/exchange.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

using Lines = std::vector<std::string>;

class LostState : public testing::Test {
 protected:
  // Of nine commits the last is left, and the third, which has a tag.
  void SetUp() override {
    history_.grow(9);
    ASSERT_TRUE(history_.repository().create_tag("main", "old", "@c3"));
    ASSERT_TRUE(history_.repository().collect({.retention = {.last = 1}}));
    history_.expect_sound();
  }

  std::string id_of(const std::string& reference) {
    return history_.repository().find_commit("main", reference)->id.hex();
  }

  void lose_state_of(const std::string& reference) {
    store::WriteBatch batch;
    batch.context = history_.store().find_context("main")->value().key;
    batch.states.push_back({"state/" + id_of(reference), std::nullopt});
    ASSERT_TRUE(history_.store().write(batch));
  }

  StoredHistory history_;
};

TEST_F(LostState, OfAHeadIsFound) {
  lose_state_of("@t0");
  EXPECT_EQ(*history_.repository().fsck(), Lines{"context main, branch main: the patch and the state of commit " +
                                                 id_of("@t0") + " are both missing"});
}

TEST_F(LostState, OfATagIsFound) {
  lose_state_of("old");
  EXPECT_EQ(*history_.repository().fsck(),
            Lines{"context main, tag old: the patch and the state of commit " + id_of("old") + " are both missing"});
}

TEST_F(LostState, OfAHeadIsDamageToWhoOpensIt) {
  lose_state_of("@t0");
  const auto opened = history_.repository().open_context("main", logical());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Code::Corruption) << opened.error().message;
  EXPECT_EQ(history_.repository().load("main", "main").error().code, Code::Corruption);
  EXPECT_EQ(history_.repository().load("main", "@c5").error().rule, "E_SNAPSHOT_COLLECTED");
}

TEST_F(LostState, KeepsTheRestFromBeingCollected) {
  history_.grow(3);
  const auto count = [&] { return history_.store().list_pages(0, 1000)->size(); };
  const std::size_t pages = count();
  lose_state_of("old");
  const auto collected = history_.repository().collect({.retention = {.last = 1}});
  ASSERT_FALSE(collected);
  EXPECT_EQ(collected.error().code, Code::Corruption) << collected.error().message;
  EXPECT_EQ(count(), pages);
}

TEST_F(LostState, IsNotLeftOutOfAnExport) {
  const auto exported = [&] {
    return export_history(history_.open(), [](std::string_view) { return Result<void>(); });
  };
  ASSERT_TRUE(exported());
  lose_state_of("old");
  EXPECT_EQ(exported().error().code, Code::Corruption);
  EXPECT_TRUE(history_.open().latest()) << "the head can be read";
}

}  // namespace
}  // namespace latewood::test
