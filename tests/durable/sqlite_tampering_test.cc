// Receipts, decisions and events whose bytes another program changed in the file itself: verify names each.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <sqlite3.h>

#include "canon/hex.h"
#include "latewood/intake.h"
#include "support/store/history.h"
#include "support/store/place.h"
#include "support/store/sqlite_vandal.h"

namespace latewood::test {
namespace {

class Vandal : public SqliteVandal {
 public:
  using SqliteVandal::SqliteVandal;

  // A record, and how to find its row again.
  struct Cell {
    std::string table;
    std::string column;
    std::string seq;
    std::string owner;  // what the row is of: a commit's id in hexadecimal, or the number of an event
    std::string bytes;
  };

  std::vector<Cell> cells(const std::string& table, const std::string& column, const std::string& owner) {
    std::vector<Cell> found;
    const std::string sql =
        "SELECT seq, " + owner + ", " + column + " FROM " + table + " WHERE length(" + column + ") > 0";
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr), SQLITE_OK) << sql;
    while (sqlite3_step(statement) == SQLITE_ROW) {
      found.push_back({table, column, text(statement, 0), text(statement, 1), text(statement, 2)});
    }
    sqlite3_finalize(statement);
    return found;
  }

  void put(const Cell& cell, const std::string& bytes) {
    const std::string sql =
        "UPDATE " + cell.table + " SET " + cell.column + " = x'" + hex_of(bytes) + "' WHERE seq = " + cell.seq;
    EXPECT_EQ(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database_);
  }

 private:
  static std::string text(sqlite3_stmt* statement, int column) {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
  }
};

// A cycle with two events let in, one with a proposal that lost, and one event that waits.
class SqliteTampering : public testing::Test {
 protected:
  void SetUp() override {
    StoredHistory history(*store::open_store(path_));
    Context context = history.open();
    for (const char* text : {"one", "two"}) append(context, text);
    ASSERT_TRUE(admit(context, "main"));
    set_cause(context, EventRef{"mail", 1});
    context.set_system(true);
    ASSERT_TRUE(context.insert({.content = JsonValue("be brief"), .id = "rules"}, -1));
    ASSERT_TRUE(context.commit({.actor = "ann", .message = "mail came"}));
    ASSERT_TRUE(propose(context, {"a", {}, {}, EventRef{"mail", 2}, {ReplaceEdit{"rules", {JsonValue("a"), {}}}}}));
    ASSERT_TRUE(propose(context, {"b", {}, {}, EventRef{"mail", 2}, {ReplaceEdit{"rules", {JsonValue("b"), {}}}}}));
    ASSERT_TRUE(context.commit());
    append(context, "three");
    history.expect_sound();
  }

  static void append(Context& context, const std::string& text) {
    ASSERT_TRUE(append_event(context, {.stream = "mail", .payload = JsonValue(text), .host_time = 7, .work = 3}));
  }

  // What verify says is wrong with the file as it is now, opened anew.
  std::vector<WrongObject> wrong() {
    StoredHistory history(*store::open_store(path_));
    return history.verified().wrong;
  }

  // Flips bytes all over the record, one at a time. Whatever verify calls it, `name` is in it.
  void expect_found(Vandal& vandal, const Vandal::Cell& cell, const std::string& name) {
    constexpr std::size_t kStep = 11;
    ASSERT_GT(cell.bytes.size(), 4 * kStep);
    for (std::size_t at = 0; at < cell.bytes.size(); at += kStep) {
      std::string bytes = cell.bytes;
      bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
      vandal.put(cell, bytes);
      const std::vector<WrongObject> found = wrong();
      ASSERT_EQ(found.size(), 1U) << cell.table << "." << cell.column << " byte " << at;
      EXPECT_NE(found.front().object.find(name), std::string::npos)
          << cell.column << " byte " << at << ": " << found.front().object << ", not " << name;
    }
    vandal.put(cell, cell.bytes);
    EXPECT_TRUE(wrong().empty());
  }

  TempFolder folder_;
  const std::string path_ = (folder_.path() / "store.db").string();
};

TEST_F(SqliteTampering, AReceiptThatWasChangedIsNamed) {
  Vandal vandal(path_);
  const auto cells = vandal.cells("commits", "receipt", "id");
  ASSERT_EQ(cells.size(), 2U);
  for (const Vandal::Cell& cell : cells) expect_found(vandal, cell, "of commit " + hex_of(cell.owner));
}

TEST_F(SqliteTampering, ADecisionThatWasChangedIsNamed) {
  Vandal vandal(path_);
  const auto cells = vandal.cells("commits", "admission", "id");
  ASSERT_EQ(cells.size(), 1U);
  expect_found(vandal, cells.front(), "of commit " + hex_of(cells.front().owner));
}

TEST_F(SqliteTampering, AnEventThatWasChangedIsNamed) {
  Vandal vandal(path_);
  const auto cells = vandal.cells("events", "value", "number");
  ASSERT_EQ(cells.size(), 3U);
  for (const Vandal::Cell& cell : cells) expect_found(vandal, cell, "event " + cell.owner);
}

// A record of another row fits its own seal, and not the commit.
TEST_F(SqliteTampering, AReceiptOfAnotherCommitIsNamed) {
  Vandal vandal(path_);
  const auto cells = vandal.cells("commits", "receipt", "id");
  ASSERT_EQ(cells.size(), 2U);
  vandal.put(cells[0], cells[1].bytes);
  const std::vector<WrongObject> found = wrong();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found.front().object.find(hex_of(cells[0].owner)), std::string::npos) << found.front().object;
}

}  // namespace
}  // namespace latewood::test
