#include <cstdlib>

#include <sqlite3.h>

#include "baselines/plain_chat.h"

namespace latewood::bench {
namespace {

class SqliteRows : public PlainChat {
 public:
  explicit SqliteRows(const std::string& path) {
    if (sqlite3_open(path.c_str(), &database_) != SQLITE_OK) std::abort();
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = FULL");
    run("CREATE TABLE messages (id INTEGER PRIMARY KEY, turn INTEGER NOT NULL, role TEXT NOT NULL, content TEXT NOT "
        "NULL)");
    sqlite3_prepare_v2(database_, "INSERT INTO messages (turn, role, content) VALUES (?1, ?2, ?3)", -1, &insert_,
                       nullptr);
  }
  SqliteRows(const SqliteRows&) = delete;
  SqliteRows& operator=(const SqliteRows&) = delete;
  ~SqliteRows() override {
    sqlite3_finalize(insert_);
    sqlite3_close(database_);
  }

  void turn(const std::string& question, const std::string& answer) override {
    ++turn_;
    run("BEGIN IMMEDIATE");
    add("user", question);
    add("assistant", answer);
    run("COMMIT");
  }

  std::uint64_t messages() override {
    sqlite3_stmt* count = nullptr;
    sqlite3_prepare_v2(database_, "SELECT count(*) FROM messages", -1, &count, nullptr);
    const bool has_row = sqlite3_step(count) == SQLITE_ROW;
    const std::uint64_t rows = has_row ? static_cast<std::uint64_t>(sqlite3_column_int64(count, 0)) : 0;
    sqlite3_finalize(count);
    return rows;
  }

 private:
  void run(const char* sql) {
    if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) std::abort();
  }
  void add(const char* role, const std::string& text) {
    sqlite3_bind_int64(insert_, 1, turn_);
    sqlite3_bind_text(insert_, 2, role, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert_, 3, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    if (sqlite3_step(insert_) != SQLITE_DONE) std::abort();
    sqlite3_reset(insert_);
  }

  sqlite3* database_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
  std::int64_t turn_ = 0;
};

}  // namespace

std::unique_ptr<PlainChat> make_sqlite_rows(const std::string& path) { return std::make_unique<SqliteRows>(path); }

}  // namespace latewood::bench
