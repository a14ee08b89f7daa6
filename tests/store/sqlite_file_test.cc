// SQLite files as such: which are opened, which are refused and how, copies, erasing, versions.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include <sqlite3.h>

#include "store/payload_writer.h"
#include "store/sql/schema.h"
#include "store/sqlite/file_system.h"
#include "store/suite.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

class SqliteFile : public ::testing::Test {
 protected:
  std::string path(const std::string& name = "store.db") const { return (folder_.path() / name).string(); }

  // "ok", or the error as "NAME: message" with the folder left out.
  std::string outcome(const std::string& url, const StoreOptions& options = {}) const {
    const auto opened = open_store(url, options);
    if (opened) return "ok";
    std::string text = std::string(name_of(opened.error())) + ": " + opened.error().message;
    const std::string prefix = folder_.path().string() + "/";
    if (const auto at = text.find(prefix); at != std::string::npos) text.erase(at, prefix.size());
    return text;
  }

  void make_store(const std::string& name = "store.db") const {
    const auto store = open_store(path(name));
    ASSERT_TRUE(store) << store.error().message;
    const auto context = (*store)->create_context("demo", "");
    expect_ok((*store)->write(turn_batch(*context, "main", std::nullopt, 1)));
  }

  static void run_sql(const std::string& file, const std::string& sql) {
    sqlite3* database = nullptr;
    // Pages keep their seals, as those of a newer build would.
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    ASSERT_EQ(sqlite3_open_v2(file.c_str(), &database, kFlags, file_system_name()), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  static std::int64_t number_of(const std::string& file, const std::string& sql) {
    sqlite3* database = nullptr;
    sqlite3_stmt* statement = nullptr;
    std::int64_t number = -1;
    EXPECT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr), SQLITE_OK);
    if (sqlite3_step(statement) == SQLITE_ROW) number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return number;
  }

  TempFolder folder_;
};

TEST_F(SqliteFile, UrlsNameTheirBackend) {
  EXPECT_EQ(outcome("memory:"), "ok");
  EXPECT_EQ(outcome(path("plain.db")), "ok");
  EXPECT_EQ(outcome("sqlite:" + path("named.db")), "ok");
  EXPECT_TRUE(fs::exists(path("named.db")));
  EXPECT_EQ(outcome(""), "InvalidArgument: '' names no store");
  EXPECT_EQ(outcome("sqlite:"), "InvalidArgument: 'sqlite:' names no store");
  EXPECT_EQ(outcome(":memory:"), "ok");
}

// A name that was meant as an address makes no file that nobody finds again.
TEST_F(SqliteFile, AddressesThatNobodyKnowsAreRefused) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  for (const std::string url :
       {"mysql://host/db", "file:y.db", "file:///y.db", "postgres:", "postgresql:db", "memory:y", "postgres:/db"}) {
    const std::string expected = "Unsupported: '" + url +
                                 "': known are memory:, sqlite:PATH and postgres://; ./ before it makes it the name of "
                                 "a file";
    EXPECT_EQ(outcome(url), expected);
    EXPECT_EQ(outcome(url, {.access = Access::ReadOnly}), expected);
  }
  EXPECT_TRUE(fs::is_empty(folder_.path()));
  for (const std::string name : {"./file:y.db", "sqlite:file:z.db", "a:b.db"}) {
    EXPECT_EQ(outcome(name), "ok");
    EXPECT_EQ(outcome(name, {.access = Access::ReadOnly}), "ok");
  }
  EXPECT_TRUE(fs::exists("file:y.db") && fs::exists("file:z.db") && fs::exists("a:b.db"));
  expect_ok((*open_store("a:b.db"))->backup("file:copy.db"));
  EXPECT_TRUE(fs::exists("file:copy.db"));
  fs::current_path(before);
}

TEST_F(SqliteFile, APathMayBeginWithTwoSlashes) {
  make_store();
  EXPECT_EQ(outcome("/" + path()), "ok");
  EXPECT_EQ(outcome("/" + path(), {.access = Access::ReadOnly}), "ok");
  EXPECT_EQ(outcome("//" + path(), {.access = Access::ReadOnly}), "ok");
}

// "No such file" would be a guess, and a new store the wrong answer to it.
TEST_F(SqliteFile, AFolderThatMayNotBeLookedIntoIsNotTakenForAnEmptyOne) {
  make_store();
  ::chmod(folder_.path().c_str(), 0000);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(9);
    for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
      const auto opened = open_store(path(), {.access = access});
      if (opened || opened.error().code != Code::Unavailable) ::_exit(1);
      if (opened.error().message.find("Permission denied") == std::string::npos) ::_exit(2);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ::chmod(folder_.path().c_str(), 0755);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  fs::create_symlink(path("one"), path("two"));
  fs::create_symlink(path("two"), path("one"));
  EXPECT_EQ(outcome(path("one")), "Unavailable: one: Too many levels of symbolic links");
}

TEST_F(SqliteFile, AMissingFileIsMadeOrRefused) {
  EXPECT_EQ(outcome(path(), {.missing = Missing::Refuse}), "NotFound: store.db: there is no such file");
  EXPECT_EQ(outcome(path(), {.access = Access::ReadOnly}), "NotFound: store.db: there is no such file");
  EXPECT_FALSE(fs::exists(path()));
  EXPECT_EQ(outcome(path()), "ok");
  EXPECT_EQ(outcome(path(), {.missing = Missing::Refuse}), "ok");
}

TEST_F(SqliteFile, AFolderIsRefused) {
  EXPECT_EQ(outcome(folder_.path().string()), "InvalidArgument: " + folder_.path().string() + ": is a directory");
  EXPECT_EQ(outcome(path("no/such/folder.db")), "Unavailable: no/such/folder.db: unable to open database file");
}

TEST_F(SqliteFile, AFileOfAnotherProgramIsRefusedAndLeftAlone) {
  std::ofstream(path("text")) << std::string(5000, 'x');
  EXPECT_EQ(outcome(path("text")), "Unsupported: text: is not a Latewood store: it is no SQLite database");
  run_sql(path("other"), "CREATE TABLE t (x); INSERT INTO t VALUES (1);");
  const std::string before = read_file(path("other"));
  EXPECT_EQ(outcome(path("other")), "Unsupported: other: is not a Latewood store: it is a database of another program");
  EXPECT_EQ(read_file(path("other")), before);
  run_sql(path("numbered"), "PRAGMA application_id = 7;");
  EXPECT_EQ(outcome(path("numbered")),
            "Unsupported: numbered: is not a Latewood store: it is a database of another program");
}

TEST_F(SqliteFile, ANewerVersionIsRefusedAndLeftAlone) {
  make_store();
  run_sql(path(), "PRAGMA user_version = 99");
  EXPECT_EQ(outcome(path()), "Unsupported: store.db: has schema version 99; this build reads up to 3");
  EXPECT_EQ(outcome(path(), {.access = Access::ReadOnly}).substr(0, 11), "Unsupported");
}

TEST_F(SqliteFile, AVersionThatNoStoreHasIsDamage) {
  make_store();
  for (const std::string version : {"-1", "0"}) {
    run_sql(path(), "PRAGMA user_version = " + version);
    const std::string expected = "Corruption: store.db: has schema version " + version + ", which no store has";
    EXPECT_EQ(outcome(path()), expected);
    EXPECT_EQ(outcome(path(), {.access = Access::ReadOnly}), expected);
  }
  run_sql(path("empty.db"), "PRAGMA user_version = -1");
  EXPECT_EQ(outcome(path("empty.db")), "Corruption: empty.db: has schema version -1, which no store has");
}

TEST_F(SqliteFile, AnEmptyFileBecomesAStoreUnlessItIsOnlyRead) {
  std::ofstream(path()) << "";
  EXPECT_EQ(outcome(path(), {.access = Access::ReadOnly, .busy_timeout_ms = 0}),
            "Unsupported: store.db: is not a Latewood store: it is empty");
  EXPECT_EQ(outcome(path()), "ok");
}

TEST_F(SqliteFile, AnEmptyFileIsNoStoreForWhoeverMayNotMakeOne) {
  std::ofstream(path()) << "";
  EXPECT_EQ(outcome(path(), {.missing = Missing::Refuse, .busy_timeout_ms = 0}),
            "Unsupported: store.db: is not a Latewood store: it is empty");
  EXPECT_EQ(fs::file_size(path()), 0U);
}

TEST_F(SqliteFile, APipeIsNoStore) {
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
  EXPECT_EQ(outcome(path()), "InvalidArgument: store.db: is no regular file");
}

TEST_F(SqliteFile, CompactingMakesTheFileSmaller) {
  {
    const auto store = open_store(path());
    ASSERT_TRUE(store) << store.error().message;
    WriteBatch write;
    write.context = *(*store)->create_context("demo", "");
    for (int i = 0; i < 50; ++i) {
      std::string noise;
      while (noise.size() < 9000) noise += digest_of(std::to_string(i) + noise).hex();
      write.payloads.push_back(blob_of(std::move(noise)));
    }
    ASSERT_TRUE((*store)->write(write));
    Removal removal;
    for (const Blob& payload : write.payloads) removal.payloads.push_back(payload.digest);
    ASSERT_TRUE((*store)->remove(removal));
  }
  const auto before = fs::file_size(path());
  const auto store = open_store(path());
  // Another process has the store open.
  const auto other = open_store(path());
  ASSERT_TRUE((*other)->find_context("demo"));
  const auto compacted = (*store)->compact();
  ASSERT_TRUE(compacted) << compacted.error().message;
  EXPECT_LT(fs::file_size(path()), before / 2);
  EXPECT_TRUE((*other)->find_context("demo")->has_value());
  EXPECT_TRUE((*other)->check()->empty());
}

TEST_F(SqliteFile, AStoreOpenForReadingTakesNoWrites) {
  make_store();
  const auto store = open_store(path(), {.access = Access::ReadOnly});
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_TRUE((*store)->find_context("demo")->has_value());
  EXPECT_EQ(outcome_of((*store)->create_context("other", "")), "Unavailable");
  EXPECT_EQ(outcome_of((*store)->write(turn_batch(ContextKey{1}, "main", std::nullopt, 1))), "Unavailable");
}

// A store that is not in use is one file, also after it was only read, and also if it is damaged.
TEST_F(SqliteFile, AReaderLeavesNoLogBesideTheFile) {
  make_store();
  const auto names = [&] {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_.path())) found.insert(entry.path().filename().string());
    return found;
  };
  const std::set<std::string> one = {"store.db"};
  ASSERT_EQ(names(), one);
  const std::string before = read_file(path());
  {
    const auto store = open_store(path(), {.access = Access::ReadOnly});
    EXPECT_TRUE((*store)->find_context("demo")->has_value());
    EXPECT_EQ(names().count("store.db-wal"), 1U) << "while it is read";
  }
  EXPECT_EQ(names(), one);
  EXPECT_EQ(read_file(path()), before);
  // The log of a process that still has the store open stays.
  {
    const auto writer = open_store(path());
    expect_ok((*writer)->write(turn_batch(ContextKey{1}, "main", turn_id(ContextKey{1}, "main", 1), 2)));
    { ASSERT_TRUE(open_store(path(), {.access = Access::ReadOnly})); }
    EXPECT_EQ(names().count("store.db-wal"), 1U);
    expect_ok((*writer)->write(turn_batch(ContextKey{1}, "main", turn_id(ContextKey{1}, "main", 2), 3)));
  }
  ASSERT_EQ(names(), one);
  std::string damaged = read_file(path());
  for (std::size_t page = 0; page < damaged.size() / 4096; ++page) {
    std::string bytes = damaged;
    bytes[page * 4096 + 200] = static_cast<char>(bytes[page * 4096 + 200] ^ 1);
    std::ofstream(path(), std::ios::binary) << bytes;
    {
      const auto store = open_store(path(), {.access = Access::ReadOnly});
      if (store) ignore((*store)->list_contexts(ContextKey{0}, 10), "right or Corruption");
    }
    EXPECT_EQ(names(), one) << "page " << page + 1;
  }
}

TEST_F(SqliteFile, ABackupOfADamagedStoreNamesThePage) {
  make_store();
  std::string bytes = read_file(path());
  const std::size_t last = bytes.size() / 4096;
  bytes[(last - 1) * 4096 + 200] = static_cast<char>(bytes[(last - 1) * 4096 + 200] ^ 1);
  std::ofstream(path(), std::ios::binary) << bytes;
  const auto store = open_store(path());
  ASSERT_TRUE(store) << store.error().message;
  const auto copied = (*store)->backup(path("copy.db"));
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().code, Code::Corruption);
  EXPECT_EQ(copied.error().message,
            path() + ": page " + std::to_string(last) + " of the file is damaged, or another program wrote it");
  EXPECT_FALSE(fs::exists(path("copy.db")));
}

// Root may write to everything, so root looks at this as another user.
TEST_F(SqliteFile, AReadOnlyFileInAReadOnlyFolderCanBeRead) {
  make_store();
  ::chmod(path().c_str(), 0444);
  ::chmod(folder_.path().c_str(), 0555);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(9);
    const auto reading = open_store(path(), {.access = Access::ReadOnly});
    if (!reading || !(*reading)->find_context("demo")) ::_exit(1);
    if (!(*reading)->find_context("demo")->has_value()) ::_exit(2);
    const auto writing = open_store(path());
    if (writing || writing.error().code != Code::Unavailable) ::_exit(3);
    ::_exit(writing.error().message.find("read-only") == std::string::npos ? 4 : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ::chmod(folder_.path().c_str(), 0755);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(SqliteFile, AReadOnlyStoreIsNotReadWithoutItsLogThroughALink) {
  make_store();
  fs::create_directory(path("kept"));
  {
    const auto store = open_store(path());
    expect_ok((*store)->write(turn_batch(ContextKey{1}, "main", turn_id(ContextKey{1}, "main", 1), 2)));
    fs::copy_file(path(), path("kept/store.db"));
    fs::copy_file(path() + "-wal", path("kept/store.db-wal"));
  }
  ASSERT_GT(fs::file_size(path("kept/store.db-wal")), 0U);
  fs::create_symlink(path("kept/store.db"), path("link.db"));
  ::chmod(path("kept").c_str(), 0555);
  ::chmod(folder_.path().c_str(), 0755);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(9);
    const auto reading = open_store(path("link.db"), {.access = Access::ReadOnly});
    if (reading) ::_exit(1);
    ::_exit(reading.error().code == Code::Unavailable ? 0 : 2);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ::chmod(path("kept").c_str(), 0755);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(SqliteFile, ABackupOfALiveStoreIsAStore) {
  make_store();
  const auto store = open_store(path());
  const std::string before = dump(**store);
  expect_ok((*store)->backup(path("copy.db")));
  expect_ok((*store)->write(turn_batch(ContextKey{1}, "main", turn_id(ContextKey{1}, "main", 1), 2)));
  const auto copy = open_store(path("copy.db"));
  ASSERT_TRUE(copy) << copy.error().message;
  EXPECT_EQ(dump(**copy), before);
  EXPECT_TRUE((*copy)->check()->empty());
  EXPECT_EQ(outcome_of((*store)->backup(path("copy.db"))), "E_CONFLICT") << "nothing is overwritten";
  EXPECT_EQ(outcome_of((*store)->backup(path("no/folder/copy.db"))), "Unavailable");
  // The log that another file of the name left would become the log of the copy.
  std::ofstream(path("again.db-wal")) << "left behind";
  EXPECT_EQ(outcome_of((*store)->backup(path("again.db"))), "E_CONFLICT");
}

// No byte of it is left in the file or its log.
// To one name: one of them gets it, the others learn that, and nothing is left lying about.
TEST_F(SqliteFile, ABackupIsAFileThatIsNotThereInAFolderThatIs) {
  make_store();
  const auto store = open_store(path());
  fs::create_symlink(path("nowhere"), path("link.db"));
  EXPECT_EQ(outcome_of((*store)->backup(path("link.db"))), "E_CONFLICT");
  EXPECT_TRUE(fs::is_symlink(path("link.db")));
  EXPECT_EQ(outcome_of((*store)->backup("")), "InvalidArgument");
  EXPECT_EQ(outcome_of((*store)->backup("sqlite:" + path("copy.db"))), "InvalidArgument");
  EXPECT_EQ((*store)->backup(path("no/copy.db")).error().message,
            path("no/copy.db") + ": there is no folder " + path("no"));
}

TEST_F(SqliteFile, OfSeveralBackupsAtOnceOneGetsTheName) {
  make_store();
  const auto store = open_store(path());
  const std::string before = dump(**store);
  std::vector<std::string> outcomes(4);
  std::vector<std::thread> threads;
  for (std::string& outcome : outcomes) {
    threads.emplace_back([&] { outcome = outcome_of((*store)->backup(path("copy.db"))); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::count(outcomes.begin(), outcomes.end(), "ok"), 1);
  EXPECT_EQ(std::count(outcomes.begin(), outcomes.end(), "E_CONFLICT"), 3);
  EXPECT_EQ(dump(**open_store(path("copy.db"))), before);
  for (const auto& file : fs::directory_iterator(folder_.path())) {
    EXPECT_EQ(file.path().string().find("partial"), std::string::npos) << file.path();
  }
}

// As a file does that was copied by other means: the commits that had reached it are there, and all is sound.
TEST_F(SqliteFile, AStoreThatCameWithoutItsLogIsAnOlderOne) {
  make_store();
  const auto store = open_store(path());
  ASSERT_TRUE(store);
  const std::string before = dump(**store);
  expect_ok((*store)->write(turn_batch(ContextKey{1}, "main", turn_id(ContextKey{1}, "main", 1), 2)));
  ASSERT_TRUE(fs::exists(path("store.db-wal")));
  fs::copy_file(path(), path("copy.db"));
  for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
    const auto copy = open_store(path("copy.db"), {.access = access, .missing = Missing::Refuse});
    ASSERT_TRUE(copy) << copy.error().message;
    EXPECT_EQ(dump(**copy), before);
    EXPECT_TRUE((*copy)->check()->empty());
  }
}

TEST_F(SqliteFile, APurgedPayloadIsInNoFile) {
  const std::string secret = "the passphrase is 4711-" + std::string(40, 'q');
  {
    const auto store = open_store(path());
    const ContextKey context = *(*store)->create_context("demo", "");
    WriteBatch edit;
    edit.context = context;
    edit.edits.push_back({"main", 0, {secret}});
    expect_ok((*store)->write(edit));
    WriteBatch turn = turn_batch(context, "main", std::nullopt, 1);
    turn.edits_taken.push_back({"main", 1});
    turn.payloads.push_back(blob_of(secret));
    expect_ok((*store)->write(turn));
    Removal removal;
    removal.purges.push_back(digest_of(secret));
    ASSERT_EQ((*store)->remove(removal)->records, 1U);
    expect_ok((*store)->scrub());
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      EXPECT_EQ(read_file(entry.path()).find("passphrase"), std::string::npos) << entry.path();
    }
    EXPECT_EQ(fs::file_size(path("store.db-wal")), 0U);
  }
  const auto store = open_store(path());
  EXPECT_EQ((*(*store)->find_payload(digest_of(secret)))->state, PayloadState::Purged);
}

constexpr std::size_t kJournals = 100;

std::string journal_of(std::size_t edit) { return "b" + std::to_string(edit * 7 % kJournals); }

// Bytes that do not compress.
std::string noise_of(std::size_t edit) {
  std::string noise;
  while (noise.size() < 400) noise += digest_of(std::to_string(edit) + noise).hex();
  return noise.substr(0, 10 + edit * edit * 31 % 390);
}

// Edits of many journals, one after the other in each.
WriteBatch mixed_edits(ContextKey context, std::map<std::string, std::uint64_t>& last) {
  WriteBatch batch;
  batch.context = context;
  for (std::size_t i = 0; i < 4000; ++i) {
    const std::string branch = journal_of(i);
    batch.edits.push_back({branch, last[branch]++, {"secret-" + std::to_string(100000 + i) + noise_of(i)}});
  }
  return batch;
}

// Records that move from one page to another leave copies behind, which deleting them does not find.
TEST_F(SqliteFile, NothingThatWasRemovedIsInTheGapsOfPages) {
  const auto store = open_store(path());
  const ContextKey context = *(*store)->create_context("demo", "");
  std::map<std::string, std::uint64_t> last;
  expect_ok((*store)->write(mixed_edits(context, last)));
  std::set<std::string> gone;
  for (std::size_t i = 0; i < kJournals; i += 2) {
    const std::string branch = "b" + std::to_string(i);
    WriteBatch taken;
    taken.context = context;
    taken.edits_taken.push_back({branch, last[branch]});
    expect_ok((*store)->write(taken));
    gone.insert(branch);
  }
  expect_ok((*store)->scrub());
  const std::string bytes = read_file(path());
  std::size_t found = 0;
  for (std::size_t at = bytes.find("secret-"); at != std::string::npos; at = bytes.find("secret-", at + 1), ++found) {
    const std::size_t edit = std::stoul(bytes.substr(at + 7, 6)) - 100000;
    EXPECT_FALSE(gone.contains(journal_of(edit))) << edit;
  }
  EXPECT_EQ(found, 2000U) << "those that stay";
}

TEST_F(SqliteFile, AFileThatVanishedIsNotReplacedByAnEmptyOne) {
  make_store();
  const auto store = open_store(path(), {.connections = 2});
  fs::remove(path());
  ignore((*store)->backup(path("copy.db")), "it opens another connection");
  EXPECT_FALSE(fs::exists(path()));
}

// A store of every version that was ever written opens with all its records.
TEST_F(SqliteFile, AStoreOfEveryVersionIsOpened) {
  for (const std::string version : {"store_v1", "store_v2", "store_v3"}) {
    fs::copy_file(source_root() / "tests/data" / version / "store.db", path(version));
    const auto store = open_store(path(version));
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ(dump(**store), read_data(version + "/dump.txt"));
    EXPECT_TRUE((*store)->check()->empty());
    EXPECT_EQ(number_of(path(version), "PRAGMA user_version"), kSqliteVersion);
  }
}

// Their tables are those of this build.
TEST_F(SqliteFile, AStoreOfAnOlderVersionIsReadAsItIs) {
  for (const std::string version : {"store_v1", "store_v2"}) {
    fs::copy_file(source_root() / "tests/data" / version / "store.db", path(version));
    const std::string before = read_file(path(version));
    const auto store = open_store(path(version), {.access = Access::ReadOnly});
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ(dump(**store), read_data(version + "/dump.txt"));
    EXPECT_EQ(read_file(path(version)), before);
  }
}

// The faster mode keeps the same records.
TEST_F(SqliteFile, TheFasterModeWritesTheSame) {
  {
    const auto store = open_store(path(), {.durability = Durability::Normal});
    const ContextKey context = *(*store)->create_context("demo", "");
    expect_ok((*store)->write(turn_batch(context, "main", std::nullopt, 1)));
  }
  make_store("full.db");
  EXPECT_EQ(dump(**open_store(path())), dump(**open_store(path("full.db"))));
}

}  // namespace
}  // namespace latewood::test
