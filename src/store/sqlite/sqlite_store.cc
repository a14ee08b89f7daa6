#include "store/sqlite/sqlite_store.h"

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <mutex>

#include "base/rules.h"
#include "base/try.h"
#include "store/sql/sql_store.h"
#include "store/sql/structure.h"
#include "store/sqlite/file_system.h"
#include "store/sqlite/log_check.h"
#include "store/sqlite/page_file.h"
#include "store/sqlite/sqlite_file.h"

namespace latewood::store {
namespace {

struct FinishBackup {
  void operator()(sqlite3_backup* backup) const { sqlite3_backup_finish(backup); }
};

class SqliteDriver final : public SqlDriver {
 public:
  SqliteDriver(std::string path, const StoreOptions& options, std::unique_ptr<SqlSession> first)
      : path_(std::move(path)), options_(options), first_(std::move(first)) {}
  SqliteDriver(const SqliteDriver&) = delete;
  SqliteDriver& operator=(const SqliteDriver&) = delete;
  ~SqliteDriver() override {
    first_.reset();
    if (options_.access == Access::ReadOnly) remove_empty_log(path_);
  }

  Result<std::unique_ptr<SqlSession>> open(Transaction) override {
    {
      const std::lock_guard lock(mutex_);
      if (first_) return std::move(first_);
    }
    LW_TRY_ASSIGN(std::unique_ptr<SqliteSession> session, connect());
    return std::unique_ptr<SqlSession>(std::move(session));
  }

  // Changes when another session has committed, in this process or another one; the session itself never does.
  Result<std::string> change_mark(SqlSession& session) override {
    LW_TRY_ASSIGN(const SqlResult result, session.run("PRAGMA data_version"));
    if (result.rows.empty()) return Error{Code::Unavailable, path_ + ": the version of the data is unknown", {}, {}};
    return std::to_string(result.rows.front().number(0));
  }
  Result<void> scrub() override;
  Result<void> compact() override;
  Result<void> backup(const std::string& path) override;
  Result<std::vector<std::string>> check() override;

 private:
  // The file exists by now. If it was removed, a new one must not be created in its place.
  Result<std::unique_ptr<SqliteSession>> connect() {
    StoreOptions options = options_;
    options.missing = Missing::Refuse;
    return connect_sqlite(path_, options);
  }

  std::string path_;
  StoreOptions options_;
  std::mutex mutex_;
  std::unique_ptr<SqlSession> first_;  // the session that opened the file
};

// The rewritten file passes through the log like any other write, so no reader sees half of it. Row ids stay the same,
// because every table has explicit ones.
Result<void> SqliteDriver::compact() {
  LW_TRY_ASSIGN(const auto session, connect());
  LW_TRY(session->run("VACUUM"));
  LW_TRY_ASSIGN(const SqlResult result, session->run("PRAGMA wal_checkpoint(TRUNCATE)"));
  if (!result.rows.empty() && result.rows.front().number(0) == 0) return {};
  return Error{Code::Unavailable, path_ + ": a reader keeps the log from being emptied", {}, {}};
}

// Deleted records are overwritten, but not the copies that stay in gaps of pages when records move between pages. A
// rewritten file has no such gaps.
Result<void> SqliteDriver::scrub() { return compact(); }

// `source` is the file of `from`, and `path` that of `to`.
Result<void> copy_all(sqlite3* from, sqlite3* to, const std::string& source, const std::string& path) {
  const std::unique_ptr<sqlite3_backup, FinishBackup> copy(sqlite3_backup_init(to, "main", from, "main"));
  if (!copy) return sqlite_error(to, path);
  // Copy all pages in one step, so that the copy is consistent. In log mode this blocks no other connection.
  const int code = sqlite3_backup_step(copy.get(), -1);
  if (code == SQLITE_DONE) return {};
  // Neither of the two databases has the message of this error.
  if (code == SQLITE_IOERR_DATA) return damaged_page_error(from, source);
  return Error{Code::Unavailable, path + ": " + sqlite3_errstr(code), {}, {}};
}

Result<void> write_copy(sqlite3* from, const std::string& source, const std::string& path) {
  sqlite3* opened = nullptr;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI;
  const int code = sqlite3_open_v2(uri_of(path).c_str(), &opened, kFlags, file_system_name());
  const SqliteHandle to(opened);
  if (code != SQLITE_OK) return sqlite_error(opened, path);
  if (has_seals(from)) seal_from_the_first(opened);
  return copy_all(from, opened, source, path);
}

Error name_taken(const std::string& path) { return broken(kConflict, path + ": the file exists", Code::Conflict); }

// Gives the file its final name. Unlike renaming, linking fails if another process created the name first. Not every
// file system has links.
Result<void> give_name(const std::string& partial, const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_hard_link(partial, path, error);
  if (!error) return {};
  std::error_code unknown;
  if (fs::exists(fs::symlink_status(path, unknown))) return name_taken(path);
  fs::rename(partial, path, error);
  return error ? Result<void>(Error{Code::Unavailable, path + ": " + error.message(), {}, {}}) : Result<void>();
}

// Checks that no file has this name and that its folder exists.
Result<void> check_target(const std::string& path) {
  namespace fs = std::filesystem;
  if (path.empty()) return Error{Code::InvalidArgument, "the name of the copy is empty", {}, {}};
  if (path.starts_with("sqlite:") || path.find("://") != std::string::npos) {
    return Error{Code::InvalidArgument,
                 "'" + path + "': the copy is a file and has no address; ./ before it makes it the name of a file",
                 {},
                 {}};
  }
  std::error_code error;
  // SQLite would read a log left by an earlier file of this name as the log of the copy. A dangling link counts as an
  // existing file.
  for (const std::string& name : {path, path + "-wal", path + "-journal"}) {
    if (fs::exists(fs::symlink_status(name, error))) return name_taken(name);
  }
  const fs::path folder = fs::path(path).parent_path();
  if (folder.empty() || fs::is_directory(folder, error)) return {};
  return Error{Code::Unavailable, path + ": there is no folder " + folder.string(), {}, {}};
}

Result<void> SqliteDriver::backup(const std::string& path) {
  namespace fs = std::filesystem;
  LW_TRY(check_target(path));
  std::error_code ignored;
  LW_TRY_ASSIGN(const auto session, connect());
  // The copy gets its name when it is complete. The partial name is unique: another thread or process may copy to the
  // same name.
  static std::atomic<std::uint64_t> copies{0};
  const std::string partial = path + "." + std::to_string(::getpid()) + "." + std::to_string(++copies) + ".partial";
  fs::remove(partial, ignored);
  LW_TRY(session->run("SELECT 1 FROM sqlite_schema LIMIT 1"));  // makes the connection read the header
  Result<void> done = write_copy(session->handle(), path_, partial);
  if (done) done = give_name(partial, path);
  fs::remove(partial, ignored);
  return done;
}

Result<std::vector<std::string>> SqliteDriver::check() {
  std::vector<std::string> problems = find_lost_frames(path_);
  LW_TRY_ASSIGN(const auto session, connect());
  const auto result = session->run("PRAGMA integrity_check");
  if (!result && result.error().code == Code::Corruption) {
    problems.push_back(result.error().message);
    return problems;
  }
  LW_TRY(result);
  for (const SqlRow& row : result->rows) {
    if (row.bytes(0) != "ok") problems.emplace_back(row.bytes(0));
  }
  LW_TRY_ASSIGN(const auto missing, find_missing_objects(*session, Dialect::Sqlite));
  problems.insert(problems.end(), missing.begin(), missing.end());
  return problems;
}

}  // namespace

Result<std::unique_ptr<SqlDriver>> open_sqlite_driver(const std::string& path, const StoreOptions& options) {
  auto session = open_sqlite_file(path, options);
  if (!session) {
    if (session.error().code == Code::Corruption) remove_empty_log(path);
    return std::move(session).error();
  }
  return std::unique_ptr<SqlDriver>(std::make_unique<SqliteDriver>(path, options, *std::move(session)));
}

Result<std::unique_ptr<Store>> open_sqlite_store(const std::string& path, const StoreOptions& options) {
  LW_TRY_ASSIGN(std::unique_ptr<SqlDriver> driver, open_sqlite_driver(path, options));
  const SqlLimits limits{std::max<std::size_t>(options.connections, 1), 1, options.access};
  return std::unique_ptr<Store>(std::make_unique<SqlStore>(std::move(driver), limits));
}

}  // namespace latewood::store
