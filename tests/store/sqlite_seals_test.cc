// AUD-20, AUD-21: damage to pages and to the log of an SQLite file. What is read is right, or an error.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "store/sqlite/page_seal.h"
#include "store/suite.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPage = 4096;

class SqliteSeals : public ::testing::Test {
 protected:
  // A store with records of every kind, and more than a page of most; closed.
  void SetUp() override {
    const auto store = open_store(path_);
    ASSERT_TRUE(store) << store.error().message;
    for (const char* name : {"demo", "other"}) fill(**store, name);
    intact_ = dump(**store);
  }

  static void fill(Store& store, const std::string& name) {
    const ContextKey context = *store.create_context(name, "settings");
    std::optional<CommitId> parent;
    for (std::uint64_t cycle = 1; cycle <= 12; ++cycle) {
      WriteBatch turn = turn_batch(context, "main", parent, cycle);
      turn.tags.push_back({"tag " + std::to_string(cycle), Head{turn.commits.front().id, cycle}});
      turn.logs = {{Log::Attempts, {cycle, "an attempt"}}, {Log::Events, {cycle, std::string(300, 'e')}}};
      turn.states.push_back({"state " + std::to_string(cycle), "value"});
      turn.pages.push_back(blob_of(name + " page " + std::to_string(cycle)));
      if (cycle == 12) turn.edits.push_back({"main", 0, {"an edit", "another"}});
      parent = turn.commits.front().id;
      expect_ok(store.write(turn));
    }
    WriteBatch large;
    large.context = context;
    large.payloads.push_back(blob_of(name + std::string(kChunkBytes + 10, 'x')));
    expect_ok(store.write(large));
  }

  static std::string read_all(const std::string& path) {
    const auto store = open_store(path, {.access = Access::ReadOnly, .missing = Missing::Refuse});
    if (!store) return std::string(name_of(store.error())) + ": " + store.error().message;
    const auto text = try_dump(**store);
    return text ? *text : std::string(name_of(text.error())) + ": " + text.error().message;
  }

  static bool is_refusal(const std::string& read) {
    return read.starts_with("Corruption: ") || read.starts_with("Unsupported: ") || read.starts_with("Unavailable: ");
  }

  void expect_right_or_refused(const std::string& bytes, const std::string& what) {
    std::ofstream(path_, std::ios::binary) << bytes;
    const std::string read = read_all(path_);
    if (is_refusal(read)) ++refused_;
    EXPECT_TRUE(is_refusal(read) || read == intact_) << what << ": " << read.substr(0, 300);
  }

  static void run_plain(const std::string& path, const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  static std::size_t count_seals(const std::string& file) {
    std::size_t seals = 0;
    for (std::size_t page = 0; page < file.size() / kPage; ++page) {
      const auto state = check_seal(std::string_view(file).substr(page * kPage, kPage), page + 1);
      if (state == SealState::Right) ++seals;
    }
    return seals;
  }

  TempFolder folder_;
  const std::string path_ = (folder_.path() / "store.db").string();
  std::string intact_;
  std::size_t refused_ = 0;
};

TEST_F(SqliteSeals, AUD_21_EveryPageHasOne) {
  const std::string file = read_file(path_);
  EXPECT_EQ(count_seals(file), file.size() / kPage);
  EXPECT_EQ(read_all(path_), intact_);
}

TEST_F(SqliteSeals, AUD_21_DamageOfEveryKindIsFoundOrHarmless) {
  const std::string file = read_file(path_);
  const std::size_t count = file.size() / kPage;
  ASSERT_GT(count, 30U);
  std::mt19937 random(21);
  const auto below = [&random](std::size_t end) { return static_cast<std::size_t>(random() % end); };
  for (std::size_t page = 0; page < count; ++page) {
    const std::string name = "page " + std::to_string(page + 1);
    const std::size_t start = page * kPage;
    for (int i = 0; i < 3; ++i) {
      std::string damaged = file;
      const std::size_t at = start + (i == 0 ? below(12) : below(kPage));
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << below(8)));
      expect_right_or_refused(damaged, name + " bit at " + std::to_string(at - start));
    }
    for (const auto& [first, length] : {std::pair<std::size_t, std::size_t>(0, kPage),
                                        {kPage / 2, kPage / 2},
                                        {512 * below(8), 512},
                                        {kPage - 700, 700}}) {
      std::string damaged = file;
      damaged.replace(start + first, length, length, '\0');
      expect_right_or_refused(damaged, name + " zeros from " + std::to_string(first));
    }
    const std::size_t other = below(count);
    std::string swapped = file;
    swapped.replace(start, kPage, file, other * kPage, kPage);
    expect_right_or_refused(swapped, name + " is a copy of " + std::to_string(other + 1));
    swapped.replace(other * kPage, kPage, file, start, kPage);
    expect_right_or_refused(swapped, name + " is swapped with " + std::to_string(other + 1));
    if (page > 0) expect_right_or_refused(file.substr(0, start + below(kPage)), name + " is the end");
  }
  EXPECT_GT(refused_, count * 7);
}

// What the log has is the store as it was after one of its transactions, and the check tells what is lost.
TEST_F(SqliteSeals, AUD_21_ADamagedLogIsAnOlderStoreAndTold) {
  const TempFolder copies;
  const std::string copy = (copies.path() / "store.db").string();
  std::set<std::string> moments;
  std::string log;
  {
    const auto store = open_store(path_);
    const ContextKey context = (*store)->find_context("demo").value()->key;
    std::optional<CommitId> parent;
    moments.insert(dump(**store));
    for (std::uint64_t cycle = 1; cycle <= 6; ++cycle) {
      const WriteBatch turn = turn_batch(context, "side", parent, cycle);
      parent = turn.commits.front().id;
      expect_ok((*store)->write(turn));
      moments.insert(dump(**store));
    }
    fs::copy_file(path_, copy);
    log = read_file(path_ + "-wal");
  }
  ASSERT_GT(log.size(), 20 * kPage);
  std::mt19937 random(22);
  std::size_t told = 0;
  for (int i = 0; i < 60; ++i) {
    std::string damaged = log;
    const std::size_t at = i < 10 ? static_cast<std::size_t>(i * 3) : random() % (log.size() / 2);
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
    if (i % 7 == 6) damaged.resize(at);
    fs::remove(copy + "-shm");
    std::ofstream(copy + "-wal", std::ios::binary) << damaged;
    const std::string read = read_all(copy);
    EXPECT_TRUE(is_refusal(read) || moments.contains(read)) << at << ": " << read.substr(0, 300);
    const auto store = open_store(copy, {.access = Access::ReadOnly});
    if (!store || i % 7 == 6) continue;
    const auto problems = (*store)->check();
    const bool is_told = problems && !problems->empty() && problems->front().starts_with("the log: ");
    told += is_told ? 1 : 0;
    EXPECT_TRUE(is_told || read == *moments.rbegin() || moments.contains(read)) << at;
  }
  EXPECT_GT(told, 35U);
}

// Another program may copy the log into the file, as SQLite does when the last connection closes.
TEST_F(SqliteSeals, AUD_21_PagesThatAnotherProgramCopiedAreRead) {
  const TempFolder copies;
  const std::string copy = (copies.path() / "store.db").string();
  std::string expected;
  {
    const auto store = open_store(path_);
    const ContextKey context = (*store)->find_context("demo").value()->key;
    expect_ok((*store)->write(turn_batch(context, "side", std::nullopt, 1)));
    expected = dump(**store);
    fs::copy_file(path_, copy);
    fs::copy_file(path_ + "-wal", copy + "-wal");
  }
  run_plain(copy, "PRAGMA wal_checkpoint(TRUNCATE)");
  const std::string file = read_file(copy);
  EXPECT_LT(count_seals(file), file.size() / kPage);
  EXPECT_EQ(read_all(copy), expected);
  expect_ok((*open_store(copy))->compact());
  const std::string compacted = read_file(copy);
  EXPECT_EQ(count_seals(compacted), compacted.size() / kPage);
  EXPECT_EQ(read_all(copy), expected);
}

// Rows that it takes away are noticed to be missing.
TEST_F(SqliteSeals, AUD_21_WhatAnotherProgramChangesIsNoticed) {
  const std::string file = read_file(path_);
  for (const char* sql : {"DELETE FROM tags WHERE name = 'tag 3'", "DELETE FROM events WHERE number = 12",
                          "DELETE FROM attempts", "DELETE FROM states WHERE name = 'state 4'"}) {
    std::ofstream(path_, std::ios::binary) << file;
    run_plain(path_, sql);
    EXPECT_TRUE(read_all(path_).starts_with("Corruption: ")) << sql;
  }
}

TEST_F(SqliteSeals, AUD_21_OlderFilesGetThemWhenTheyAreWritten) {
  for (const std::string version : {"store_v1", "store_v2"}) {
    const std::string path = (folder_.path() / version).string();
    fs::copy_file(source_root() / "tests/data" / version / "store.db", path);
    EXPECT_EQ(count_seals(read_file(path)), 0U);
    ASSERT_TRUE(open_store(path));
    const std::string file = read_file(path);
    EXPECT_EQ(count_seals(file), file.size() / kPage);
    EXPECT_EQ(read_all(path), read_data(version + "/dump.txt"));
  }
}

TEST_F(SqliteSeals, AUD_21_ABackupHasThem) {
  const std::string copy = (folder_.path() / "copy.db").string();
  expect_ok((*open_store(path_))->backup(copy));
  const std::string file = read_file(copy);
  EXPECT_EQ(count_seals(file), file.size() / kPage);
  EXPECT_EQ(read_all(copy), intact_);
}

// AUD-20: the row ids of a damaged tree go up and down, and whoever goes on behind the last of a piece walked for ever.
TEST(SqliteWalks, AUD_20_ListsOfADamagedFileEnd) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  fs::copy_file(source_root() / "tests/data/damaged/fsck_does_not_end.db", path);
  const auto store = open_store(path, {.access = Access::ReadOnly});
  ASSERT_TRUE(store) << store.error().message;
  std::size_t pieces = 0;
  std::string outcome = "end";
  for (std::uint64_t after = 0; pieces < 10000; ++pieces) {
    const auto piece = (*store)->list_all_commits(after, 256);
    if (!piece) outcome = outcome_of(piece);
    if (!piece || piece->empty()) break;
    after = piece->back().sequence;
  }
  EXPECT_EQ(outcome, "Corruption");
  EXPECT_LT(pieces, 1000U);
  const auto problems = (*store)->check();
  EXPECT_TRUE(!problems || !problems->empty());
}

// A page of a table with inner pages, all of whose children are `child`.
std::string inner_page(std::uint32_t child) {
  constexpr std::size_t kCells = 300;
  std::string page(kPage, '\0');
  const auto put = [&page](std::size_t at, std::size_t bytes, std::size_t value) {
    for (std::size_t i = 0; i < bytes; ++i) page[at + i] = static_cast<char>(value >> (8 * (bytes - 1 - i)));
  };
  const std::size_t first = kPage - 5 * kCells;
  put(0, 1, 5);
  put(3, 2, kCells);
  put(5, 2, first);
  put(8, 4, child);
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    put(12 + 2 * cell, 2, first + 5 * cell);
    put(first + 5 * cell, 4, child);
    put(first + 5 * cell + 4, 1, cell % 128);
  }
  return page;
}

// More rows than a file of this size can hold: the chunks are below six pages, each of which names the next 301 times.
TEST(SqliteWalks, AUD_20_PagesThatLeadToTheSamePagesAreNotWalkedForEver) {
  constexpr std::size_t kRoot = 13;  // of the table of chunks in that file
  constexpr std::size_t kLevels = 6;
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  std::string file = read_file(source_root() / "tests/data/store_v2/store.db");
  const std::size_t pages = file.size() / kPage;
  const std::string leaf = file.substr((kRoot - 1) * kPage, kPage);
  ASSERT_EQ(leaf[0], 13);
  file.replace((kRoot - 1) * kPage, kPage, inner_page(static_cast<std::uint32_t>(pages + 1)));
  for (std::size_t level = 1; level < kLevels; ++level) {
    file += inner_page(static_cast<std::uint32_t>(pages + level + 1));
  }
  file += leaf;
  file[31] = static_cast<char>(pages + kLevels);
  std::ofstream(path, std::ios::binary) << file;
  const auto store = open_store(path, {.access = Access::ReadOnly});
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_EQ(outcome_of((*store)->table_sizes()), "Corruption");
  const auto problems = (*store)->check();
  EXPECT_TRUE(!problems || !problems->empty());
}

}  // namespace
}  // namespace latewood::test
