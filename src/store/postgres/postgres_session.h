// A connection to a PostgreSQL server.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/postgres/libpq.h"
#include "store/sql/session.h"

namespace latewood::store {

class PostgresSession final : public SqlSession {
 public:
  // Does not connect: `connect` and `reconnect` do.
  PostgresSession(const Libpq& libpq, std::string url, const StoreOptions& options)
      : libpq_(libpq), url_(std::move(url)), options_(options) {}

  // Tries once.
  Result<void> connect();

  Result<SqlResult> run(std::string_view statement, SqlParams params = {}) override;
  Result<void> begin(Transaction kind) override;
  Result<void> commit() override;
  void rollback() override;
  SessionState state() const override { return state_; }
  // Tries until the server answers or `StoreOptions::reconnect_timeout_ms` have passed.
  Result<void> reconnect() override;
  Result<void> hold_commits() override;
  Result<void> await_removals() override;
  bool writes_alone() const override { return false; }
  Result<void> lock_context(ContextKey context) override;

 private:
  using Answer = std::unique_ptr<PGresult, decltype(&PQclear)>;

  Result<void> connect(std::chrono::milliseconds most);
  Result<std::string> prepare(std::string_view statement, SqlParams params);
  Result<void> check(const Answer& answer);
  Error fail(const Answer& answer);
  Answer hold(PGresult* result) const { return {result, libpq_.clear}; }

  const Libpq libpq_;
  std::string url_;
  StoreOptions options_;
  std::unique_ptr<PGconn, decltype(&PQfinish)> connection_{nullptr, libpq_.finish};
  std::map<std::string, std::string, std::less<>> prepared_;  // statement to its name on the server
  SessionState state_ = SessionState::Lost;
};

}  // namespace latewood::store
