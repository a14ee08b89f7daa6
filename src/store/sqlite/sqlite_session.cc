#include "store/sqlite/sqlite_session.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/try.h"
#include "store/batch_rules.h"
#include "store/sqlite/log_file.h"
#include "store/sqlite/page_file.h"

namespace latewood::store {
namespace {

SqlRow read_row(sqlite3_stmt* statement) {
  SqlRow row;
  const int columns = sqlite3_column_count(statement);
  row.reserve(static_cast<std::size_t>(columns));
  for (int i = 0; i < columns; ++i) {
    if (sqlite3_column_type(statement, i) == SQLITE_INTEGER) {
      row.add(std::int64_t{sqlite3_column_int64(statement, i)});
      continue;
    }
    // SQLite requires that the pointer is requested before the length.
    const void* bytes = sqlite3_column_blob(statement, i);
    const auto length = static_cast<std::size_t>(sqlite3_column_bytes(statement, i));
    row.add(bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), length));
  }
  return row;
}

int bind_one(sqlite3_stmt* statement, int place, const SqlParam& param) {
  const std::string_view view = param.view();
  // An empty view may have a null address, which SQLite would bind as NULL.
  const char* data = view.data() == nullptr ? "" : view.data();
  switch (param.kind()) {
    case SqlParam::Kind::Number: return sqlite3_bind_int64(statement, place, param.number());
    case SqlParam::Kind::Text:
      return sqlite3_bind_text64(statement, place, data, view.size(), SQLITE_STATIC, SQLITE_UTF8);
    case SqlParam::Kind::Bytes: break;
  }
  return sqlite3_bind_blob64(statement, place, data, view.size(), SQLITE_STATIC);
}

// Returns true if the last error is about a missing table or column, which every store has.
bool is_missing_object(sqlite3* database) {
  const std::string_view message = sqlite3_errmsg(database);
  return (sqlite3_errcode(database) & 0xff) == SQLITE_ERROR &&
         (message.starts_with("no such table") || message.starts_with("no such column"));
}

// Detects a full disk behind an I/O error: if SQLite gets no space for the memory that processes share, it reports an
// I/O error, and not always with the system's reason.
bool is_disk_full(sqlite3* database, const std::string& path) {
  constexpr std::uintmax_t kSharedPage = 32768;
  if ((sqlite3_errcode(database) & 0xff) != SQLITE_IOERR) return false;
  if (sqlite3_system_errno(database) == ENOSPC) return true;
  std::error_code error;
  const auto folder = std::filesystem::absolute(path, error).parent_path();
  const auto space = std::filesystem::space(folder, error);
  return !error && space.available < kSharedPage;
}

bool is_damaged_page(sqlite3* database) { return sqlite3_extended_errcode(database) == SQLITE_IOERR_DATA; }

Code code_of(sqlite3* database) {
  if (is_missing_object(database)) return Code::Corruption;
  switch (sqlite3_errcode(database) & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_INTERRUPT: return Code::Corruption;
    case SQLITE_NOTADB: return Code::Unsupported;
    case SQLITE_TOOBIG: return Code::InvalidArgument;
    default: return Code::Unavailable;
  }
}

std::string words_for(sqlite3* database, const std::string& path) {
  if (is_disk_full(database, path)) return "the disk is full";
  switch (sqlite3_errcode(database) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "another process keeps the store locked";
    case SQLITE_FULL: return "the disk is full";
    case SQLITE_READONLY: return "the file or its folder is read-only";
    case SQLITE_NOTADB: return "is not a Latewood store: it is no SQLite database";
    case SQLITE_INTERRUPT: return "the file is damaged: reading it takes more steps than it has room for";
    default: return sqlite3_errmsg(database);
  }
}

}  // namespace

Error damaged_page_error(sqlite3* database, const std::string& path) {
  const std::string page = "page " + std::to_string(damaged_page(database));
  return {Code::Corruption, path + ": " + page + " of the file is damaged, or another program wrote it", {}, {}};
}

Error sqlite_error(sqlite3* database, const std::string& path) {
  if (is_damaged_page(database)) return damaged_page_error(database, path);
  return {code_of(database), path + ": " + words_for(database, path), {}, {}};
}

Error SqliteSession::fail() {
  Error error = sqlite_error(handle(), path_);
  const bool open = sqlite3_get_autocommit(handle()) == 0;
  state_ = in_transaction_ && !open ? SessionState::RolledBack : SessionState::Ready;
  in_transaction_ = open;
  return error;
}

Result<SqliteSession::Prepared*> SqliteSession::prepare(std::string_view statement, std::size_t params) {
  if (const auto known = prepared_.find(statement); known != prepared_.end()) return &known->second;
  sqlite3_stmt* made = nullptr;
  const int code = sqlite3_prepare_v3(handle(), statement.data(), static_cast<int>(statement.size()),
                                      SQLITE_PREPARE_PERSISTENT, &made, nullptr);
  if (code != SQLITE_OK) return fail();
  Prepared prepared{std::unique_ptr<sqlite3_stmt, CloseSqlite>(made), {}};
  for (std::size_t i = 1; i <= params; ++i) {
    prepared.places.push_back(sqlite3_bind_parameter_index(made, ("$" + std::to_string(i)).c_str()));
  }
  return &prepared_.emplace(std::string(statement), std::move(prepared)).first->second;
}

Result<void> SqliteSession::bind(const Prepared& prepared, SqlParams params) {
  const int* place = prepared.places.data();
  for (const SqlParam& param : params) {
    if (bind_one(prepared.statement.get(), *place++, param) != SQLITE_OK) return fail();
  }
  return {};
}

Result<SqlResult> SqliteSession::step(sqlite3_stmt* statement) {
  SqlResult result;
  const std::int64_t before = sqlite3_total_changes64(handle());
  for (;;) {
    const int code = sqlite3_step(statement);
    if (code == SQLITE_DONE) break;
    if (code != SQLITE_ROW) return fail();
    result.rows.push_back(read_row(statement));
  }
  result.changed = static_cast<std::uint64_t>(sqlite3_total_changes64(handle()) - before);
  return result;
}

Result<SqlResult> SqliteSession::run(std::string_view statement, SqlParams params) {
  state_ = SessionState::Ready;
  bound_.start();
  LW_TRY_ASSIGN(const Prepared* prepared, prepare(statement, params.size()));
  LW_TRY(bind(*prepared, params));
  Result<SqlResult> result = step(prepared->statement.get());
  // The reset repeats the error of the step, which is reported already.
  sqlite3_reset(prepared->statement.get());
  sqlite3_clear_bindings(prepared->statement.get());
  return result;
}

Result<void> SqliteSession::begin(Transaction kind) {
  if (kind != Transaction::Read) LW_TRY(wait_for_disk(kind == Transaction::Write));
  LW_TRY(run(kind == Transaction::Read ? "BEGIN" : "BEGIN IMMEDIATE"));
  in_transaction_ = true;
  return {};
}

// The log is written in order, so a commit that waits for the disk also makes earlier commits durable.
Result<void> SqliteSession::wait_for_disk(bool wait) {
  const bool full = wait && durability_ == Durability::Full;
  if (full == waits_) return {};
  LW_TRY(run(full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL"));
  waits_ = full;
  return {};
}

// The transaction already has exclusive access to the whole file, so this only checks that the context exists.
Result<void> SqliteSession::lock_context(ContextKey context) {
  if (context == kWholeStore) return {};
  LW_TRY_ASSIGN(const SqlResult found, run("SELECT seq FROM contexts WHERE seq = $1", {context}));
  return found.rows.empty() ? Result<void>(absent_context(context)) : Result<void>();
}

Result<void> SqliteSession::commit() {
  std::optional<GatheredLog> gathered;
  if (waits_ == true) {
    log_.make_room();
    gathered.emplace(handle());
  }
  LW_TRY(run("COMMIT"));
  in_transaction_ = false;
  return {};
}

void SqliteSession::rollback() {
  if (sqlite3_get_autocommit(handle()) == 0) ignore(run("ROLLBACK"), "the transaction is gone either way");
  in_transaction_ = false;
  state_ = SessionState::Ready;
}

}  // namespace latewood::store
