#include "exchange/content_keeper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "tree/node_pool.h"

namespace latewood::exchange {
namespace {

// Contents of a document of so many bytes, every third of them like one before it.
std::deque<std::string> contents_of(std::size_t bytes) {
  std::deque<std::string> contents;
  for (std::size_t size = 0, i = 0; size < bytes; ++i) {
    const std::size_t number = i % 3 == 2 ? i / 2 : i;
    contents.push_back("\"" + std::to_string(number) + std::string(1000, 'x') + "\"");
    size += contents.back().size();
  }
  return contents;
}

constexpr std::size_t kShort = 100'000;
constexpr std::size_t kLong = 5'000'000;

// Expects the same result as adding the contents one after the other.
void expect_kept_in_order(std::size_t bytes) {
  const std::deque<std::string> contents = contents_of(bytes);
  tree::NodePool pool;
  const KeepContent keep = [&pool](std::string_view content) { return pool.add_late_payload(content); };
  ContentKeeper keeper(keep);
  for (std::size_t i = 0; i < contents.size(); ++i) ASSERT_EQ(keeper.add(contents[i]), i);
  const auto payloads = keeper.finish();
  ASSERT_TRUE(payloads.has_value());
  ASSERT_EQ(payloads->size(), contents.size());
  std::set<const tree::Payload*> different;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    ASSERT_EQ((*payloads)[i]->json(), contents[i]);
    different.insert((*payloads)[i]);
  }
  EXPECT_EQ(different.size(), std::set<std::string>(contents.begin(), contents.end()).size());
}

TEST(ContentKeeper, GivesThePayloadsInTheOrderOfTheContents) {
  expect_kept_in_order(0);
  expect_kept_in_order(kShort);
  expect_kept_in_order(kLong);
}

TEST(ContentKeeper, LeavesContentsOfLongDocumentsToAnotherThread) {
  const auto kept_elsewhere = [](std::size_t bytes) {
    const std::deque<std::string> contents = contents_of(bytes);
    std::atomic<std::size_t> elsewhere = 0;
    const KeepContent keep = [&elsewhere, here = std::this_thread::get_id()](std::string_view) {
      if (std::this_thread::get_id() != here) ++elsewhere;
      return Result<const tree::Payload*>(nullptr);
    };
    ContentKeeper keeper(keep);
    for (const std::string& content : contents) keeper.add(content);
    EXPECT_TRUE(keeper.finish().has_value());
    return elsewhere.load();
  };
  EXPECT_EQ(kept_elsewhere(kShort), 0U);
  EXPECT_EQ(kept_elsewhere(kLong) > 0, std::thread::hardware_concurrency() > 1);
}

TEST(ContentKeeper, StopsAtTheFirstContentThatIsRefused) {
  const std::deque<std::string> contents = contents_of(kLong);
  for (const std::size_t refused : {std::size_t{0}, std::size_t{5}, contents.size() / 2, contents.size() - 1}) {
    std::size_t asked = 0;
    const KeepContent keep = [&asked, refused](std::string_view) -> Result<const tree::Payload*> {
      if (asked++ < refused) return nullptr;
      return Error{Code::Conflict, "content " + std::to_string(asked - 1), {}, {}};
    };
    ContentKeeper keeper(keep);
    for (const std::string& content : contents) keeper.add(content);
    const auto payloads = keeper.finish();
    ASSERT_FALSE(payloads.has_value());
    EXPECT_EQ(payloads.error().message, "content " + std::to_string(refused));
    EXPECT_EQ(asked, refused + 1);
  }
}

TEST(ContentKeeper, MayGoWithoutAnEnd) {
  const std::deque<std::string> contents = contents_of(kLong);
  std::size_t kept = 0;
  const KeepContent keep = [&kept](std::string_view) {
    ++kept;
    return Result<const tree::Payload*>(nullptr);
  };
  {
    ContentKeeper keeper(keep);
    for (const std::string& content : contents) keeper.add(content);
  }
  EXPECT_LE(kept, contents.size());
}

}  // namespace
}  // namespace latewood::exchange
