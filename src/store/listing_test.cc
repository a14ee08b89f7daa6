#include "store/listing.h"

#include <gtest/gtest.h>

#include <vector>

namespace latewood::store {
namespace {

class Listing : public testing::Test {
 protected:
  void append(std::uint64_t count) {
    WriteBatch batch;
    batch.context = context_;
    for (std::uint64_t number = 1; number <= count; ++number) batch.logs.push_back({Log::Events, {number, "event"}});
    ASSERT_TRUE(store_->write(batch));
  }

  std::unique_ptr<Store> store_ = *open_store("memory:");
  ContextKey context_ = *store_->create_context("demo", "");
};

TEST_F(Listing, VisitsEveryItemOfEveryPieceInOrder) {
  const std::uint64_t count = 2 * kListPiece + 1;
  append(count);
  std::uint64_t last = 0;
  const auto visited =
      for_each_log_entry(*store_, context_, Log::Events, 0, [&](const LogEntry& entry) -> Result<void> {
        EXPECT_EQ(entry.number, last + 1);
        last = entry.number;
        return {};
      });
  EXPECT_TRUE(visited);
  EXPECT_EQ(last, count);
}

TEST_F(Listing, BeginsBehindTheGivenItem) {
  append(3);
  std::vector<std::uint64_t> numbers;
  ASSERT_TRUE(for_each_log_entry(*store_, context_, Log::Events, 2, [&](const LogEntry& entry) -> Result<void> {
    numbers.push_back(entry.number);
    return {};
  }));
  EXPECT_EQ(numbers, std::vector<std::uint64_t>{3});
}

TEST_F(Listing, StopsWhenTheVisitorSaysSo) {
  append(3);
  int visits = 0;
  ASSERT_TRUE(for_each_log_entry(*store_, context_, Log::Events, 0, [&](const LogEntry&) -> Result<Next> {
    ++visits;
    return visits == 2 ? Next::Stop : Next::Continue;
  }));
  EXPECT_EQ(visits, 2);
}

TEST_F(Listing, ReturnsTheErrorOfTheVisitor) {
  append(3);
  const auto visited = for_each_log_entry(*store_, context_, Log::Events, 0, [](const LogEntry& entry) -> Result<void> {
    return Error{Code::NotFound, "entry " + std::to_string(entry.number), {}, {}};
  });
  ASSERT_FALSE(visited);
  EXPECT_EQ(visited.error().message, "entry 1");
}

}  // namespace
}  // namespace latewood::store
