// SQLite's log with room that is written ahead: what a crash at any moment leaves, and that the log does not grow on.
#include <gtest/gtest.h>

#include <fstream>
#include <optional>

#include <sqlite3.h>

#include "canon/blake3.h"
#include "store/suite.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

class SqliteLogRoom : public ::testing::Test {
 protected:
  std::string path(const std::string& name = "store.db") const { return (folder_.path() / name).string(); }
  std::uintmax_t log_size() const { return fs::file_size(path() + "-wal"); }

  std::unique_ptr<Store> open(Durability durability = Durability::Full) {
    auto store = open_store(path(), {.durability = durability});
    EXPECT_TRUE(store) << store.error().message;
    return *std::move(store);
  }

  void start(Store& store) { context_ = *store.create_context("demo", ""); }

  void commit(Store& store, std::uint64_t count = 1) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto parent = cycle_ == 0 ? std::nullopt : std::optional(turn_id(context_, "main", cycle_));
      expect_ok(store.write(turn_batch(context_, "main", parent, ++cycle_)));
    }
  }

  // How many of `count` commits left the log as long as it was.
  std::uint64_t overwriting(Store& store, std::uint64_t count) {
    std::uint64_t found = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uintmax_t before = log_size();
      commit(store);
      if (log_size() == before) ++found;
    }
    return found;
  }

  // What is left of the store if the machine stops now and the log keeps its first `length` bytes.
  void expect_all_after_crash(std::uintmax_t length) {
    for (const char* end : {"", "-wal"}) {
      fs::copy_file(path() + end, path("crashed.db") + end, fs::copy_options::overwrite_existing);
    }
    fs::resize_file(path("crashed.db") + "-wal", length);
    const auto crashed = open_store(path("crashed.db"));
    ASSERT_TRUE(crashed) << crashed.error().message;
    EXPECT_EQ((*crashed)->find_ref(context_, "main")->value().cycle, cycle_) << "log of " << length;
    EXPECT_TRUE((*crashed)->check()->empty());
  }

  TempFolder folder_;
  ContextKey context_{};
  std::uint64_t cycle_ = 0;
};

TEST_F(SqliteLogRoom, IsMadeForManyCommits) {
  const auto store = open();
  start(*store);
  EXPECT_EQ(overwriting(*store, 3), 0U) << "a process that commits a few times does not pay for room";
  commit(*store, 60);
  EXPECT_GT(overwriting(*store, 100), 80U);
}

// Only a commit that waits for the disk is slower where the file grows.
TEST_F(SqliteLogRoom, IsNotMadeWhereNobodyWaits) {
  const auto store = open(Durability::Normal);
  start(*store);
  commit(*store, 60);
  EXPECT_EQ(overwriting(*store, 20), 0U);
}

TEST_F(SqliteLogRoom, IsNoPartOfTheHistory) {
  const auto store = open();
  start(*store);
  commit(*store, 40);
  std::uintmax_t length = log_size();
  do {  // until the log becomes longer by more than a commit
    length = log_size();
    commit(*store);
  } while (log_size() < length + (std::uintmax_t{128} << 10));
  // Nothing behind the last commit matters, wherever it is cut.
  for (std::uintmax_t cut = 0; cut < 100000; cut += 7777) expect_all_after_crash(log_size() - cut);
}

TEST_F(SqliteLogRoom, IsSharedByAllWhoWrite) {
  const auto one = open();
  const auto other = open();
  start(*one);
  for (int i = 0; i < 100; ++i) {
    commit(*one);
    commit(*other, 2);
  }
  expect_all_after_crash(log_size());
  EXPECT_EQ(one->list_all_commits(0, 1000)->size(), 300U);
  EXPECT_TRUE(other->check()->empty());
}

TEST_F(SqliteLogRoom, IsUsedAgainAfterTheLogWasCopiedBack) {
  constexpr std::uintmax_t kMost = std::uintmax_t{18} << 20;
  const auto store = open();
  start(*store);
  std::uintmax_t longest = 0;
  for (int i = 0; i < 12; ++i) {
    commit(*store, 100);
    longest = std::max(longest, log_size());
  }
  EXPECT_LT(longest, kMost);
  EXPECT_GT(fs::file_size(path()), std::uintmax_t{1} << 20) << "the log was never copied back";
  EXPECT_EQ(overwriting(*store, 50), 50U);
  expect_all_after_crash(log_size());
}

// ---- what is gathered ----

// Calls of this process that wrote to files; nothing where the system does not count them.
std::optional<std::uint64_t> writing_calls() {
  std::ifstream counts("/proc/self/io");
  std::string name;
  for (std::uint64_t number = 0; counts >> name >> number;) {
    if (name == "syscw:") return number;
  }
  return std::nullopt;
}

// SQLite alone makes two calls for each of some ten pages.
TEST_F(SqliteLogRoom, TakesACommitByOneCall) {
  const auto store = open();
  start(*store);
  commit(*store, 100);
  const auto before = writing_calls();
  if (!before) GTEST_SKIP() << "nobody counts calls here";
  commit(*store, 20);
  EXPECT_LE(*writing_calls() - *before, 80U) << "one each, and sixteen to make room now and then";
}

TEST_F(SqliteLogRoom, TakesCommitsOfAnySize) {
  const auto store = open();
  start(*store);
  for (const std::size_t size : {std::size_t{1000}, std::size_t{5} << 20}) {
    WriteBatch batch = turn_batch(
        context_, "main", cycle_ == 0 ? std::nullopt : std::optional(turn_id(context_, "main", cycle_)), cycle_ + 1);
    std::string noise;
    for (std::uint64_t i = 0; noise.size() < size; ++i) noise += blake3_of(std::to_string(i)).hex();
    batch.payloads.push_back(blob_of(noise));
    expect_ok(store->write(batch));
    ++cycle_;
    expect_all_after_crash(log_size());
  }
}

// A reader that sees a commit finds its pages, with SQLite's own files, too.
TEST_F(SqliteLogRoom, HasWhatOthersAreShown) {
  const auto store = open();
  start(*store);
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open_v2(path().c_str(), &other, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  const auto count = [](void* into, int, char** values, char**) {
    *static_cast<std::string*>(into) = values[0];
    return 0;
  };
  for (int i = 1; i <= 20; ++i) {
    commit(*store);
    std::string found;
    EXPECT_EQ(sqlite3_exec(other, "SELECT count(*) FROM commits WHERE length(patch) > 0", count, &found, nullptr),
              SQLITE_OK);
    EXPECT_EQ(found, std::to_string(i));
  }
  sqlite3_close(other);
}

}  // namespace
}  // namespace latewood::test
