// A connection to a PostgreSQL server.
#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "store/sql/session.h"

namespace latewood::store {

class PostgresSession final : public SqlSession {
 public:
  // Nothing is connected before `connect` or `reconnect`.
  PostgresSession(std::string url, const StoreOptions& options) : url_(std::move(url)), options_(options) {}

  // Tries once.
  Result<void> connect();

  Result<SqlResult> run(std::string_view statement, SqlParams params = {}) override;
  Result<void> begin(Transaction kind) override;
  Result<void> commit() override;
  void rollback() override;
  SessionState state() const override { return state_; }
  // Tries until the server answers or the time for it is over.
  Result<void> reconnect() override;
  Result<void> hold_commits() override;
  Result<void> await_removals() override;
  bool writes_alone() const override { return false; }
  Result<void> lock_context(ContextKey context) override;

 private:
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
    void operator()(PGresult* result) const { PQclear(result); }
  };
  using Answer = std::unique_ptr<PGresult, Finish>;

  Result<void> connect(std::chrono::milliseconds most);
  Result<std::string> prepare(std::string_view statement, SqlParams params);
  Result<void> check(const Answer& answer);
  Error fail(const Answer& answer);

  std::string url_;
  StoreOptions options_;
  std::unique_ptr<PGconn, Finish> connection_;
  std::map<std::string, std::string, std::less<>> prepared_;  // statement to its name on the server
  SessionState state_ = SessionState::Lost;
};

}  // namespace latewood::store
