// A connection to an SQLite file.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/sql/session.h"
#include "store/sqlite/sqlite_log.h"
#include "store/sqlite/step_bound.h"

namespace latewood::store {

struct CloseSqlite {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using SqliteHandle = std::unique_ptr<sqlite3, CloseSqlite>;

// Converts the last error of `database`, whose file is `path`.
Error sqlite_error(sqlite3* database, const std::string& path);

// The page with a wrong seal that a read of `database` ended at (SQLITE_IOERR_DATA).
Error damaged_page_error(sqlite3* database, const std::string& path);

class SqliteSession final : public SqlSession {
 public:
  SqliteSession(SqliteHandle database, std::string path, Durability durability)
      : database_(std::move(database)),
        log_(database_.get()),
        bound_(database_.get(), path),
        path_(std::move(path)),
        durability_(durability) {}

  Result<SqlResult> run(std::string_view statement, SqlParams params = {}) override;
  Result<void> begin(Transaction kind) override;
  Result<void> commit() override;
  void rollback() override;
  SessionState state() const override { return state_; }
  // The connection to a file cannot be lost.
  Result<void> reconnect() override { return {}; }
  // Nothing to do: a write transaction excludes other writers, a read sees every finished commit, and the next commit
  // gets a higher row id.
  Result<void> hold_commits() override { return {}; }
  Result<void> await_removals() override { return {}; }
  bool writes_alone() const override { return true; }
  Result<void> lock_context(ContextKey context) override;

  sqlite3* handle() const { return database_.get(); }

 private:
  struct Prepared {
    std::unique_ptr<sqlite3_stmt, CloseSqlite> statement;
    std::vector<int> places;  // SQLite's own numbers of the parameters $1, $2, ...
  };

  Result<Prepared*> prepare(std::string_view statement, std::size_t params);
  Result<void> bind(const Prepared& prepared, SqlParams params);
  Result<SqlResult> step(sqlite3_stmt* statement);
  Result<void> wait_for_disk(bool wait);
  Error fail();

  SqliteHandle database_;
  SqliteLog log_;
  StepBound bound_;
  std::string path_;
  Durability durability_;
  std::optional<bool> waits_;  // the current setting of `synchronous`; nullopt: SQLite's default
  std::map<std::string, Prepared, std::less<>> prepared_;
  bool in_transaction_ = false;
  SessionState state_ = SessionState::Ready;
};

}  // namespace latewood::store
