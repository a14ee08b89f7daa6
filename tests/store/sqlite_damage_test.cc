// Wrong bytes in the file: Corruption with its place, never a crash or a wrong answer.
#include <gtest/gtest.h>

#include <fstream>

#include <sqlite3.h>

#include "canon/hex.h"
#include "store/payload_writer.h"
#include "store/suite.h"
#include "support/store/history.h"
#include "support/store/sqlite_vandal.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

// A small store with a record of every kind, closed.
class SqliteDamage : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto store = open_store(path_);
    ASSERT_TRUE(store) << store.error().message;
    const ContextKey context = *(*store)->create_context("demo", "settings");
    WriteBatch turn = turn_batch(context, "main", std::nullopt, 1);
    turn.commits.front().receipt = "a receipt";
    turn.commits.front().admission = "an admission";
    turn.commits.front().patch.resize(300);
    turn.states.front().value->resize(100);
    turn.payloads.push_back(blob_of(std::string(kChunkBytes + 10, 'x')));
    turn.pages.push_back(blob_of("a page"));
    turn.edits.push_back({"main", 0, {"an edit"}});
    turn.tags.push_back({"tag", Head{turn.commits.front().id, 1}});
    turn.logs = {{Log::Attempts, {1, "an attempt"}}, {Log::Events, {1, "an event"}}};
    expect_ok((*store)->write(turn));
    header_ = turn.commits.front().header;
    intact_ = dump(**store);
  }

  // What reading everything gives: the dump, or "Corruption: ..." or another error.
  std::string read_all() const {
    const auto store = open_store(path_, {.missing = Missing::Refuse});
    if (!store) return std::string(name_of(store.error())) + ": " + store.error().message;
    const auto text = try_dump(**store);
    return text ? *text : std::string(name_of(text.error())) + ": " + text.error().message;
  }

  TempFolder folder_;
  const std::string path_ = (folder_.path() / "store.db").string();
  std::string header_;
  std::string intact_;
};

class Vandal : public SqliteVandal {
 public:
  using SqliteVandal::SqliteVandal;

  std::vector<std::string> column(const std::string& sql) {
    std::vector<std::string> values;
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr), SQLITE_OK) << sql;
    while (sqlite3_step(statement) == SQLITE_ROW) {
      const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, 0));
      values.emplace_back(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, 0)));
    }
    sqlite3_finalize(statement);
    return values;
  }

  void run(const std::string& sql) {
    EXPECT_EQ(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sql << ": " << sqlite3_errmsg(database_);
  }
};

struct Column {
  std::string table;
  std::string name;
  bool is_text;
  std::string place;  // what the error names
};

const std::vector<Column> kColumns = {
    {"contexts", "name", true, "contexts"},    {"contexts", "value", false, "contexts"},
    {"refs", "branch", true, "refs"},          {"refs", "head", false, "refs"},
    {"refs", "value", false, "refs"},          {"tags", "name", true, "tags"},
    {"tags", "value", false, "tags"},          {"states", "name", true, "states"},
    {"states", "value", false, "states"},      {"edits", "branch", true, "edits"},
    {"edits", "value", false, "edits"},        {"commits", "id", false, "commits"},
    {"commits", "value", false, "commits"},    {"commits", "patch", false, "patches"},
    {"commits", "receipt", false, "receipts"}, {"commits", "admission", false, "admissions"},
    {"pages", "digest", false, "pages"},       {"pages", "value", false, "pages"},
    {"payloads", "digest", false, "payloads"}, {"payloads", "value", false, "payloads"},
    {"chunks", "value", false, "chunks"},      {"attempts", "value", false, "attempts"},
    {"events", "value", false, "events"}};

TEST_F(SqliteDamage, EveryFlippedByteOfEveryRecordIsFound) {
  Vandal vandal(path_);
  std::size_t flips = 0;
  for (const Column& column : kColumns) {
    const auto values = vandal.column("SELECT " + column.name + " FROM " + column.table + " LIMIT 1");
    ASSERT_FALSE(values.empty()) << column.table;
    const std::string where = " WHERE " + column.name + " = ";
    const auto literal = [&](const std::string& bytes) {
      const std::string blob = "x'" + hex_of(bytes) + "'";
      return column.is_text ? "CAST(" + blob + " AS TEXT)" : blob;
    };
    for (std::size_t i = 0; i < values.front().size(); ++i, ++flips) {
      std::string flipped = values.front();
      flipped[i] = static_cast<char>(flipped[i] ^ 0x01);
      const std::string set = "UPDATE " + column.table + " SET " + column.name + " = ";
      vandal.run(set + literal(flipped) + where + literal(values.front()));
      const std::string read = read_all();
      EXPECT_TRUE(read.starts_with("Corruption: " + column.place))
          << column.table << "." << column.name << " byte " << i << ": " << read.substr(0, 200);
      vandal.run(set + literal(values.front()) + where + literal(flipped));
    }
  }
  EXPECT_GT(flips, 900U);
  EXPECT_EQ(read_all(), intact_);
}

TEST_F(SqliteDamage, AMissingRecordIsFound) {
  for (const char* sql : {"UPDATE commits SET patch = x''", "UPDATE commits SET receipt = x''",
                          "UPDATE commits SET admission = x''", "DELETE FROM chunks"}) {
    const std::string copy = read_file(path_);
    { Vandal(path_).run(sql); }
    EXPECT_TRUE(read_all().starts_with("Corruption: ")) << sql << ": " << read_all();
    const auto problems = (*open_store(path_))->check();
    ASSERT_TRUE(problems) << problems.error().message;
    EXPECT_FALSE(problems->empty()) << sql;
    std::ofstream(path_, std::ios::binary) << copy;
  }
}

// Runs leave out what is wrong and are no errors: the single question tells.
TEST_F(SqliteDamage, RunsEndBeforeOrLeaveOutWhatIsDamaged) {
  const Blake3Digest first = (*open_store(path_))->list_payloads(0, 1)->front().digest;
  const auto run_sizes = [&] {
    const auto store = open_store(path_);
    const ContextKey context = (*store)->find_context("demo").value()->key;
    const auto commits = (*store)->list_records(context, {}, 10, 10);
    const auto contents = (*store)->list_contents(first, 10);
    EXPECT_TRUE(commits && contents);
    return std::pair(commits->size(), contents->size());
  };
  const auto intact = run_sizes();
  EXPECT_EQ(intact.first, 1U);
  EXPECT_GE(intact.second, 2U);
  for (const char* column : {"value", "patch", "receipt", "admission"}) {
    const std::string copy = read_file(path_);
    { Vandal(path_).run(std::string("UPDATE commits SET ") + column + " = x'0102'"); }
    EXPECT_EQ(run_sizes().first, 0U) << column;
    std::ofstream(path_, std::ios::binary) << copy;
  }
  { Vandal(path_).run("UPDATE payloads SET value = x'0102'"); }
  EXPECT_EQ(run_sizes().second, 0U);
}

TEST_F(SqliteDamage, LooseRowsAreFound) {
  const auto problems_after = [&](const std::string& sql) {
    { Vandal(path_).run(sql); }
    const auto problems = (*open_store(path_))->check();
    std::string text;
    for (const std::string& line : problems ? *problems : std::vector<std::string>()) text += line + "\n";
    return text;
  };
  EXPECT_NE(problems_after("INSERT INTO chunks VALUES (52428800, x'00')").find("chunks: no payload has sequence 50"),
            std::string::npos);
  EXPECT_NE(problems_after("DELETE FROM commits").find("refs: the head"), std::string::npos);
}

// The same at the level of the file, where SQLite's own bytes stand around the record.
TEST_F(SqliteDamage, EveryFlippedByteAroundAStoredCommitIsFoundOrHarmless) {
  const std::string file = read_file(path_);
  const std::size_t at = file.find(header_);
  ASSERT_NE(at, std::string::npos);
  std::size_t found = 0;
  for (std::size_t i = at - 60; i < at + header_.size() + 50; ++i) {
    std::string flipped = file;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
    std::ofstream(path_, std::ios::binary) << flipped;
    const std::string read = read_all();
    const bool is_corruption = read.starts_with("Corruption: ");
    found += is_corruption ? 1 : 0;
    EXPECT_TRUE(is_corruption || read == intact_) << "byte " << i - at << ": " << read.substr(0, 300);
  }
  EXPECT_GE(found, header_.size() + 20);
}

TEST_F(SqliteDamage, ATruncatedFileIsFound) {
  const std::string file = read_file(path_);
  for (std::size_t pages = file.size() / 4096 - 1; pages > 0; pages -= std::min<std::size_t>(pages, 7)) {
    std::ofstream(path_, std::ios::binary) << file.substr(0, pages * 4096);
    const std::string read = read_all();
    EXPECT_TRUE(read.starts_with("Corruption: ") || read.starts_with("Unsupported: ")) << pages << ": " << read;
  }
}

// A payload whose stored copy is damaged is not relied on when the same content comes again.
TEST_F(SqliteDamage, GoodContentReplacesADamagedCopy) {
  { Vandal(path_).run("UPDATE pages SET value = x'0011'; UPDATE payloads SET value = x'0011'"); }
  EXPECT_TRUE(read_all().starts_with("Corruption: "));
  const auto store = open_store(path_);
  WriteBatch again = turn_batch(ContextKey{1}, "copy", std::nullopt, 1);
  again.payloads = turn_batch(ContextKey{1}, "main", std::nullopt, 1).payloads;
  again.payloads.push_back(blob_of(std::string(kChunkBytes + 10, 'x')));
  again.pages.push_back(blob_of("a page"));
  expect_ok((*store)->write(again));
  EXPECT_TRUE((*store)->check()->empty());
}

TEST_F(SqliteDamage, AnUploadReplacesADamagedCopy) {
  const std::string text(kChunkBytes + 10, 'x');
  const std::string row = "WHERE digest = x'" + digest_of(text).hex() + "'";
  for (const std::string& sql :
       {std::string("UPDATE chunks SET value = x'0011' WHERE seq % 1048576 = 0"),
        std::string("DELETE FROM chunks WHERE seq % 1048576 = 1"), "UPDATE payloads SET value = x'0011' " + row}) {
    SCOPED_TRACE(sql);
    { Vandal(path_).run(sql); }
    const auto store = open_store(path_);
    EXPECT_EQ(outcome_of(load_payload(**store, digest_of(text))), "Corruption");
    PayloadWriter writer(**store);
    expect_ok(writer.append(text));
    expect_ok(writer.finish(digest_of(text), Purged::Refuse));
    EXPECT_TRUE(*load_payload(**store, digest_of(text)) == text);
    EXPECT_TRUE((*store)->list_uploads()->empty());
    EXPECT_TRUE((*store)->check()->empty());
  }
}

// Whether it comes with a commit or with a history from elsewhere.
TEST(SqliteDamagedContent, IsReplacedByWhoeverSaysItAgain) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  const auto say = [](StoredHistory& history, const std::string& name) {
    Context context = history.open(name);
    ASSERT_TRUE(context.insert(says("user", std::string(kChunkBytes + 10, 'x'))));
    const auto report = context.commit();
    ASSERT_TRUE(report) << report.error().message;
  };
  StoredHistory source;
  int number = 0;
  say(source, "main");
  say(*std::make_unique<StoredHistory>(*open_store(path)), "main");
  for (const char* sql :
       {"UPDATE chunks SET value = x'0011' WHERE seq % 1048576 = 0", "DELETE FROM chunks WHERE seq % 1048576 = 1",
        "UPDATE payloads SET value = x'0011' WHERE seq IN (SELECT seq / 1048576 FROM chunks)"}) {
    SCOPED_TRACE(sql);
    { SqliteVandal(path).run(sql); }
    {
      StoredHistory history(*open_store(path));
      say(history, "said " + std::to_string(++number));
      history.expect_sound();
    }
    { SqliteVandal(path).run(sql); }
    StoredHistory history(*open_store(path));
    const auto put = history.repository().put_history("copy " + std::to_string(number), "main", source.open());
    ASSERT_TRUE(put) << put.error().message;
    history.expect_sound();
  }
}

}  // namespace
}  // namespace latewood::test
