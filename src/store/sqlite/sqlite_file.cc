#include "store/sqlite/sqlite_file.h"

#include <poll.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "base/try.h"
#include "store/sql/schema.h"
#include "store/sqlite/file_system.h"
#include "store/sqlite/page_file.h"

namespace latewood::store {
namespace {

namespace fs = std::filesystem;

Error unsupported(const std::string& path, const std::string& what) {
  return {Code::Unsupported, path + ": " + what, {}, {}};
}

Result<SqliteHandle> open_handle(const std::string& name, const std::string& path, int flags) {
  sqlite3* opened = nullptr;
  const int code =
      sqlite3_open_v2(name.c_str(), &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, file_system_name());
  SqliteHandle handle(opened);
  if (code == SQLITE_OK) return handle;
  if (!handle) return Error{Code::Unavailable, path + ": SQLite found no memory", {}, {}};
  return sqlite_error(opened, path);
}

Result<std::int64_t> pragma(SqliteSession& session, std::string_view statement) {
  LW_TRY_ASSIGN(const SqlResult result, session.run(statement));
  return result.rows.empty() ? 0 : static_cast<std::int64_t>(result.rows.front().number(0));
}

Result<void> configure(SqliteSession& session, const StoreOptions& options) {
  sqlite3_busy_timeout(session.handle(), static_cast<int>(options.busy_timeout_ms));
  // Overwrite deleted records always, not only during a purge: by then, deleted edits and states would have left copies
  // in free pages.
  LW_TRY(session.run("PRAGMA secure_delete = ON"));
  LW_TRY(session.run("PRAGMA cell_size_check = ON"));
  return {};
}

// Returns true if the file can be read as immutable, which is SQLite's way to read a file in a read-only folder:
// without shared memory. False if a log beside it may have commits. The log of a symbolic link is beside its target.
bool may_be_immutable(const std::string& path) {
  std::error_code error;
  const fs::path file = fs::canonical(path, error);
  if (error) return false;
  const auto size = fs::file_size(file.string() + "-wal", error);
  if (error) return error == std::errc::no_such_file_or_directory;
  return size == 0;
}

// Opens `name`, a path or a URI, and makes sure that it can be read.
Result<std::unique_ptr<SqliteSession>> connect_reader(const std::string& name, const std::string& path,
                                                      const StoreOptions& options) {
  LW_TRY_ASSIGN(SqliteHandle handle, open_handle(name, path, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI));
  auto session = std::make_unique<SqliteSession>(std::move(handle), path, options.durability);
  LW_TRY(configure(*session, options));
  LW_TRY(session->run("SELECT 1 FROM sqlite_schema LIMIT 1"));
  return session;
}

Result<std::unique_ptr<SqliteSession>> connect_read_only(const std::string& path, const StoreOptions& options) {
  auto session = connect_reader(uri_of(path), path, options);
  if (session || session.error().code != Code::Unavailable) return session;
  if (!may_be_immutable(path)) {
    session.error().message += ": commits wait in " + path +
                               "-wal, which cannot be read without writing beside it; copy both files to where that is "
                               "allowed, or let somebody open the store who may";
    return session;
  }
  return connect_reader(uri_of(path) + "?immutable=1", path, options);
}

Result<void> check_path(const std::string& path, const StoreOptions& options) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return Error{Code::InvalidArgument, path + ": is a directory", {}, {}};
  // Opening a pipe or a device could block, and it is never a store.
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return Error{Code::InvalidArgument, path + ": is no regular file", {}, {}};
  }
  if (fs::exists(status)) return {};
  // The file's type is unknown, for example because the folder cannot be read.
  const bool is_absent = status.type() == fs::file_type::not_found;
  if (!is_absent) return Error{Code::Unavailable, path + ": " + error.message(), {}, {}};
  const bool refuse = options.missing == Missing::Refuse || options.access == Access::ReadOnly;
  if (refuse) return Error{Code::NotFound, path + ": there is no such file", {}, {}};
  return {};
}

enum class Contents : std::uint8_t { Empty, Ours };

// Identifies the contents of the file by its header and its list of tables.
Result<Contents> identify(SqliteSession& session, const std::string& path) {
  LW_TRY_ASSIGN(const SqlResult objects, session.run("SELECT 1 FROM sqlite_schema LIMIT 1"));
  LW_TRY_ASSIGN(const std::int64_t application, pragma(session, "PRAGMA application_id"));
  if (application == kApplicationId) return Contents::Ours;
  const bool empty = application == 0 && objects.rows.empty();
  if (empty) return Contents::Empty;
  return unsupported(path, "is not a Latewood store: it is a database of another program");
}

Error no_version(const std::string& path, std::int64_t version) {
  return {Code::Corruption, path + ": has schema version " + std::to_string(version) + ", which no store has", {}, {}};
}

Result<void> check_not_newer(std::int64_t version, const std::string& path) {
  if (version <= kSqliteVersion) return {};
  return unsupported(path, "has schema version " + std::to_string(version) + "; this build reads up to " +
                               std::to_string(kSqliteVersion));
}

Result<void> run_steps(SqliteSession& session, const std::string& path) {
  LW_TRY_ASSIGN(const std::int64_t version, pragma(session, "PRAGMA user_version"));
  if (version < 0) return no_version(path, version);
  LW_TRY(check_not_newer(version, path));
  for (std::int64_t from = version; from < kSqliteVersion; ++from) {
    for (const std::string_view statement : schema_step(Dialect::Sqlite, from)) LW_TRY(session.run(statement));
  }
  LW_TRY(session.run("PRAGMA application_id = " + std::to_string(kApplicationId)));
  LW_TRY(session.run("PRAGMA user_version = " + std::to_string(kSqliteVersion)));
  return {};
}

// Creates or migrates the tables. Other processes may do the same, so the version is read again in the transaction.
Result<void> migrate(SqliteSession& session, const std::string& path) {
  LW_TRY(session.begin(Transaction::Write));
  Result<void> done = run_steps(session, path);
  if (done) done = session.commit();
  if (!done) session.rollback();
  return done;
}

// Rewrites a file of a version without seals, with room for a seal in every page. If the process dies meanwhile, the
// file still has the old version, and this build and older ones can read it.
Result<void> add_seals(SqliteSession& session) {
  if (has_seals(session.handle())) return {};
  reserve_seals(session.handle());
  LW_TRY(session.run("VACUUM"));
  return {};
}

// Switches to the write-ahead log, which needs exclusive access for a moment. SQLite does not wait for other
// connections there, so this function does.
Result<void> use_log(SqliteSession& session, const std::string& path, const StoreOptions& options) {
  constexpr int kStep = 10;
  for (std::uint32_t waited = 0;; waited += kStep) {
    const auto mode = session.run("PRAGMA journal_mode = WAL");
    if (mode && mode->rows.front().bytes(0) == "wal") return {};
    if (mode) return unsupported(path, "SQLite cannot use a write-ahead log here");
    if (waited >= options.busy_timeout_ms) return mode.error();
    ::poll(nullptr, 0, kStep);
  }
}

Result<void> check_version(SqliteSession& session, const std::string& path, const StoreOptions& options) {
  LW_TRY_ASSIGN(const std::int64_t version, pragma(session, "PRAGMA user_version"));
  if (version == kSqliteVersion) return {};
  // The version is written together with the application id, so every store has one.
  if (version < 1) return no_version(path, version);
  if (version < kSqliteVersion && options.access == Access::ReadOnly) {
    if (has_newest_tables(version)) return {};
    return unsupported(
        path, "has schema version " + std::to_string(version) + " and must be opened for writing once, to be migrated");
  }
  LW_TRY(check_not_newer(version, path));
  LW_TRY(use_log(session, path, options));
  LW_TRY(add_seals(session));
  return migrate(session, path);
}

Result<void> check_writable(SqliteSession& session, const std::string& path, const StoreOptions& options) {
  if (options.access == Access::ReadOnly || sqlite3_db_readonly(session.handle(), "main") == 0) return {};
  return Error{Code::Unavailable, path + ": the file is read-only; open it for reading only", {}, {}};
}

}  // namespace

std::string uri_of(const std::string& path) {
  // In a URI, a path that begins with two slashes would be read as a host name.
  std::string uri = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path) {
    if (c == '%') {
      uri += "%25";
    } else if (c == '?') {
      uri += "%3f";
    } else if (c == '#') {
      uri += "%23";
    } else {
      uri += c;
    }
  }
  return uri;
}

Result<std::unique_ptr<SqliteSession>> connect_sqlite(const std::string& path, const StoreOptions& options) {
  if (options.access == Access::ReadOnly) return connect_read_only(path, options);
  int flags = SQLITE_OPEN_READWRITE;
  if (options.missing == Missing::Create) flags |= SQLITE_OPEN_CREATE;
  LW_TRY_ASSIGN(SqliteHandle handle, open_handle(uri_of(path), path, flags | SQLITE_OPEN_URI));
  auto session = std::make_unique<SqliteSession>(std::move(handle), path, options.durability);
  LW_TRY(configure(*session, options));
  return session;
}

void remove_empty_log(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(fs::canonical(path, error).string() + "-wal", error);
  if (error || size > 0) return;
  const auto handle = open_handle(uri_of(path), path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI);
  // SQLite removes both when the last connection that may write closes. It must have read before that.
  if (handle) sqlite3_exec(handle->get(), "SELECT 1 FROM sqlite_schema LIMIT 1", nullptr, nullptr, nullptr);
}

namespace {

// How long to wait for another process that makes the store, at most.
constexpr std::uint32_t kMakingTime = 2000;

// The store, or null if the file is empty and must not become one here.
Result<std::unique_ptr<SqliteSession>> open_made_file(const std::string& path, const StoreOptions& options) {
  LW_TRY(check_path(path, options));
  LW_TRY_ASSIGN(std::unique_ptr<SqliteSession> session, connect_sqlite(path, options));
  LW_TRY_ASSIGN(const Contents contents, identify(*session, path));
  LW_TRY(check_writable(*session, path, options));
  if (contents == Contents::Ours) {
    LW_TRY(check_version(*session, path, options));
    // A copy made by another tool may not use the log; readers would then block writers.
    if (options.access == Access::ReadWrite) LW_TRY(use_log(*session, path, options));
    return session;
  }
  const bool may_be_made = options.access == Access::ReadWrite && options.missing == Missing::Create;
  if (!may_be_made) return std::unique_ptr<SqliteSession>();
  reserve_seals(session->handle());
  LW_TRY(use_log(*session, path, options));
  LW_TRY(migrate(*session, path));
  return session;
}

}  // namespace

// An empty file may be one that another process makes a store of: its tables appear all at once.
Result<std::unique_ptr<SqliteSession>> open_sqlite_file(const std::string& path, const StoreOptions& options) {
  constexpr int kStep = 10;
  for (std::uint32_t waited = 0;; waited += kStep) {
    auto session = open_made_file(path, options);
    if (!session || *session) return session;
    if (waited >= std::min(options.busy_timeout_ms, kMakingTime)) break;
    ::poll(nullptr, 0, kStep);
  }
  return unsupported(path, "is not a Latewood store: it is empty");
}

}  // namespace latewood::store
