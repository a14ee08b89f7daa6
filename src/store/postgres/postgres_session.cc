#include "store/postgres/postgres_session.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

#include "base/try.h"
#include "store/batch_rules.h"

namespace latewood::store {
namespace {

// Object ids of types in PostgreSQL's catalogue, which never change.
constexpr Oid kBytea = 17;
constexpr Oid kInt8 = 20;
constexpr Oid kInt4 = 23;
constexpr Oid kText = 25;

constexpr int kBinary = 1;

// How long a server may take to answer when a connection is made.
constexpr std::chrono::milliseconds kMostWait{10000};

Oid type_of(const SqlParam& param) {
  switch (param.kind()) {
    case SqlParam::Kind::Number: return kInt8;
    case SqlParam::Kind::Text: return kText;
    case SqlParam::Kind::Bytes: break;
  }
  return kBytea;
}

std::array<char, 8> big_endian(std::int64_t number) {
  std::array<char, 8> bytes{};
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<char>(static_cast<std::uint64_t>(number) >> (56 - 8 * i));
  }
  return bytes;
}

std::int64_t read_big_endian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char c : bytes) number = number << 8 | static_cast<unsigned char>(c);
  return static_cast<std::int64_t>(number);
}

SqlRow read_row(const Libpq& libpq, const PGresult* result, int row) {
  SqlRow read;
  for (int i = 0; i < libpq.field_count(result); ++i) {
    const std::string_view bytes(libpq.value(result, row, i), static_cast<std::size_t>(libpq.length(result, row, i)));
    const Oid type = libpq.field_type(result, i);
    if (type == kInt8 || type == kInt4) {
      read.add(read_big_endian(bytes));
    } else {
      read.add(std::string(bytes));
    }
  }
  return read;
}

SqlResult read_result(const Libpq& libpq, PGresult* result) {
  SqlResult read;
  for (int i = 0; i < libpq.row_count(result); ++i) read.rows.push_back(read_row(libpq, result, i));
  for (const char* c = libpq.command_tuples(result); *c >= '0' && *c <= '9'; ++c) {
    read.changed = read.changed * 10 + static_cast<std::uint64_t>(*c - '0');
  }
  return read;
}

std::string one_line(const char* text) {
  std::string line = text == nullptr ? "no reason given" : text;
  while (!line.empty() && line.back() == '\n') line.pop_back();
  for (char& c : line) {
    if (c == '\n') c = ' ';
  }
  return line;
}

// https://www.postgresql.org/docs/15/errcodes-appendix.html
SessionState state_after(std::string_view sqlstate) {
  if (sqlstate.starts_with("08") || sqlstate.starts_with("57P")) return SessionState::Lost;
  // 23505: two sessions wrote the same content at once. At the next try one of them finds it.
  constexpr std::string_view kContended[] = {"40001", "40P01", "55P03", "23505"};
  if (std::find(std::begin(kContended), std::end(kContended), sqlstate) != std::end(kContended)) {
    return SessionState::Contended;
  }
  return SessionState::Ready;
}

// Corruption for damaged data or indexes, and for a missing table or column that every store has.
Code code_after(std::string_view sqlstate) {
  constexpr std::string_view kDamage[] = {"XX001", "XX002", "42P01", "42703"};
  const bool is_damage = std::find(std::begin(kDamage), std::end(kDamage), sqlstate) != std::end(kDamage);
  return is_damage ? Code::Corruption : Code::Unavailable;
}

// Drops a notice of the server: a library does not print.
void drop_notice(void*, const char*) {}

using Moment = std::chrono::steady_clock::time_point;

int milliseconds_until(Moment deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

// Waits as `PQconnectdb` does. That one would print a notice that arrives while it connects: a notice processor can be
// set only on a connection that has been begun.
void wait_until_connected(const Libpq& libpq, PGconn* connection, Moment deadline) {
  PostgresPollingStatusType next = PGRES_POLLING_WRITING;
  while (next == PGRES_POLLING_READING || next == PGRES_POLLING_WRITING) {
    const short events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT;
    pollfd socket{libpq.socket(connection), events, 0};
    const int ready = ::poll(&socket, 1, milliseconds_until(deadline));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return;
    next = libpq.connect_poll(connection);
  }
}

// Parameters in the form libpq takes them.
class Arguments {
 public:
  explicit Arguments(SqlParams params) {
    numbers_.reserve(params.size());
    for (const SqlParam& param : params) {
      std::string_view view = param.view();
      if (param.kind() == SqlParam::Kind::Number) {
        numbers_.push_back(big_endian(param.number()));
        view = {numbers_.back().data(), 8};
      }
      // A null pointer would mean NULL.
      values_.push_back(view.data() == nullptr ? "" : view.data());
      lengths_.push_back(static_cast<int>(view.size()));
      formats_.push_back(kBinary);
    }
  }
  int count() const { return static_cast<int>(values_.size()); }
  const char* const* values() const { return values_.data(); }
  const int* lengths() const { return lengths_.data(); }
  const int* formats() const { return formats_.data(); }

 private:
  std::vector<std::array<char, 8>> numbers_;
  std::vector<const char*> values_;
  std::vector<int> lengths_;
  std::vector<int> formats_;
};

}  // namespace

Result<void> PostgresSession::connect() { return connect(kMostWait); }

Result<void> PostgresSession::connect(std::chrono::milliseconds most) {
  prepared_.clear();
  state_ = SessionState::Lost;
  // The address stands last, so a setting in it replaces the one before.
  const char* names[] = {"application_name", "dbname", nullptr};
  const char* values[] = {"latewood", url_.c_str(), nullptr};
  connection_.reset(libpq_.connect_start(names, values, 1));
  libpq_.set_notice_processor(connection_.get(), drop_notice, nullptr);
  if (libpq_.status(connection_.get()) != CONNECTION_BAD) {
    wait_until_connected(libpq_, connection_.get(), std::chrono::steady_clock::now() + most);
  }
  if (libpq_.status(connection_.get()) != CONNECTION_OK) {
    const std::string reason = one_line(libpq_.error_message(connection_.get()));
    return Error{Code::Unavailable,
                 "postgres: " + (reason.empty() ? "no answer within " + std::to_string(most.count()) + " ms" : reason),
                 {},
                 {}};
  }
  state_ = SessionState::Ready;
  LW_TRY(run("SET client_encoding = 'UTF8'"));
  const bool full = options_.durability == Durability::Full;
  LW_TRY(run(full ? "SET synchronous_commit = on" : "SET synchronous_commit = off"));
  // A row that a policy hides from this role is an error and not a shorter list.
  LW_TRY(run("SET row_security = off"));
  if (options_.access == Access::ReadOnly) {
    LW_TRY(run("SET default_transaction_read_only = on"));
  } else {
    LW_TRY(run("SET latewood.writer = on"));  // the guard of the tables lets this session change rows (sql/schema.cc)
  }
  return {};
}

Result<void> PostgresSession::reconnect() {
  constexpr int kStep = 50;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(options_.reconnect_timeout_ms);
  for (;;) {
    // Tries at least once, and gives the last try at least one step of time.
    const std::chrono::milliseconds left(std::max(milliseconds_until(deadline), kStep));
    Result<void> connected = connect(std::min(left, kMostWait));
    if (connected || milliseconds_until(deadline) == 0) return connected;
    ::poll(nullptr, 0, kStep);
  }
}

Error PostgresSession::fail(const Answer& answer) {
  const char* sqlstate = answer ? libpq_.result_error_field(answer.get(), PG_DIAG_SQLSTATE) : nullptr;
  const std::string_view code = sqlstate == nullptr ? "" : sqlstate;
  const bool gone = libpq_.status(connection_.get()) != CONNECTION_OK;
  state_ = gone ? SessionState::Lost : state_after(code);
  return {code_after(code), "postgres: " + one_line(libpq_.error_message(connection_.get())), {}, {}};
}

Result<void> PostgresSession::check(const Answer& answer) {
  const ExecStatusType status = libpq_.result_status(answer.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return {};
  return fail(answer);
}

Result<std::string> PostgresSession::prepare(std::string_view statement, SqlParams params) {
  if (const auto known = prepared_.find(statement); known != prepared_.end()) return known->second;
  std::vector<Oid> types;
  for (const SqlParam& param : params) types.push_back(type_of(param));
  const std::string text(statement);
  std::string name = "s" + std::to_string(prepared_.size());
  const Answer answer =
      hold(libpq_.prepare(connection_.get(), name.c_str(), text.c_str(), static_cast<int>(types.size()), types.data()));
  LW_TRY(check(answer));
  prepared_.emplace(text, name);
  return name;
}

Result<SqlResult> PostgresSession::run(std::string_view statement, SqlParams params) {
  if (!connection_ || state_ == SessionState::Lost) {
    state_ = SessionState::Lost;
    return Error{Code::Unavailable, "postgres: not connected", {}, {}};
  }
  state_ = SessionState::Ready;
  LW_TRY_ASSIGN(const std::string name, prepare(statement, params));
  const Arguments arguments(params);
  const Answer answer =
      hold(libpq_.exec_prepared(connection_.get(), name.c_str(), arguments.count(), arguments.values(),
                                arguments.lengths(), arguments.formats(), kBinary));
  LW_TRY(check(answer));
  return read_result(libpq_, answer.get());
}

Result<void> PostgresSession::begin(Transaction kind) {
  LW_TRY(run(kind == Transaction::Read ? "BEGIN ISOLATION LEVEL REPEATABLE READ"
                                       : "BEGIN ISOLATION LEVEL READ COMMITTED"));
  if (kind != Transaction::WriteLater) return {};
  const auto set = run("SET LOCAL synchronous_commit = off");
  if (set) return {};
  rollback();
  return set.error();
}

Result<void> PostgresSession::commit() {
  const Answer answer = hold(libpq_.exec(connection_.get(), "COMMIT"));
  LW_TRY(check(answer));
  // The server answers "ROLLBACK" to the COMMIT of a failed transaction.
  if (std::string_view(libpq_.command_status(answer.get())) == "COMMIT") return {};
  return Error{Code::Unavailable, "postgres: the transaction was rolled back", {}, {}};
}

// Does not change `state_` unless the connection is lost: it is the reason for the rollback.
void PostgresSession::rollback() {
  if (state_ == SessionState::Lost) return;
  const Answer answer = hold(libpq_.exec(connection_.get(), "ROLLBACK"));
  if (libpq_.status(connection_.get()) != CONNECTION_OK) state_ = SessionState::Lost;
}

Result<void> PostgresSession::await_removals() {
  LW_TRY(run("LOCK TABLE commits IN ROW EXCLUSIVE MODE"));
  return {};
}

Result<void> PostgresSession::hold_commits() {
  LW_TRY(run("LOCK TABLE commits IN SHARE MODE"));
  return {};
}

// States of the whole store have no row to lock. Batches for it are rare, and one at a time writes to the table.
Result<void> PostgresSession::lock_context(ContextKey context) {
  if (context == kWholeStore) {
    LW_TRY(run("LOCK TABLE states IN SHARE ROW EXCLUSIVE MODE"));
    return {};
  }
  LW_TRY_ASSIGN(const SqlResult found, run("SELECT seq FROM contexts WHERE seq = $1 FOR UPDATE", {context}));
  return found.rows.empty() ? Result<void>(absent_context(context)) : Result<void>();
}

}  // namespace latewood::store
