// A database that fails when it is told to: at the n-th statement, politely or by cutting the
// connection.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "store/sql/driver.h"

namespace latewood::test {

enum class Cut {
  Refuse,         // the statement fails, the connection stays
  BeforeCommand,  // the connection is lost, and the command with it
  AfterCommand,   // the connection is lost after the command took effect: for a COMMIT, the bad case
};

// Which command of all sessions together fails; counted from 1.
struct FaultPlan {
  std::uint64_t failing = 0;
  Cut cut = Cut::Refuse;
  std::uint64_t commands = 0;
  bool has_failed() const { return failing != 0 && commands >= failing; }
};

class FaultySession final : public store::SqlSession {
 public:
  FaultySession(std::unique_ptr<store::SqlSession> inner, FaultPlan& plan) : inner_(std::move(inner)), plan_(plan) {}

  Result<store::SqlResult> run(std::string_view statement, store::SqlParams params = {}) override {
    return command([&] { return inner_->run(statement, params); });
  }
  Result<void> begin(store::Transaction kind) override {
    return command([&] { return inner_->begin(kind); });
  }
  Result<void> commit() override {
    return command([&] { return inner_->commit(); });
  }
  void rollback() override { inner_->rollback(); }
  store::SessionState state() const override { return lost_ ? store::SessionState::Lost : inner_->state(); }
  Result<void> reconnect() override {
    lost_ = false;
    return {};
  }
  Result<void> hold_commits() override { return inner_->hold_commits(); }
  Result<void> await_removals() override { return inner_->await_removals(); }
  bool writes_alone() const override { return inner_->writes_alone(); }
  Result<void> lock_context(store::ContextKey context) override { return inner_->lock_context(context); }

 private:
  template <class Command>
  auto command(Command function) -> decltype(function()) {
    if (++plan_.commands != plan_.failing) return function();
    if (plan_.cut == Cut::AfterCommand) ignore(function(), "nobody hears the answer");
    if (plan_.cut != Cut::Refuse) {
      // A server rolls back what a lost client left open.
      inner_->rollback();
      lost_ = true;
    }
    return Error{Code::Unavailable, "injected fault", {}, {}};
  }

  std::unique_ptr<store::SqlSession> inner_;
  FaultPlan& plan_;
  bool lost_ = false;
};

class FaultyDriver final : public store::SqlDriver {
 public:
  // `plan` must outlive the driver.
  FaultyDriver(std::unique_ptr<store::SqlDriver> inner, FaultPlan& plan) : inner_(std::move(inner)), plan_(plan) {}

  Result<std::unique_ptr<store::SqlSession>> open(store::Transaction purpose) override {
    auto session = inner_->open(purpose);
    if (!session) return std::move(session).error();
    return std::unique_ptr<store::SqlSession>(std::make_unique<FaultySession>(*std::move(session), plan_));
  }
  Result<std::string> change_mark(store::SqlSession& session) override { return inner_->change_mark(session); }
  Result<void> compact() override { return inner_->compact(); }
  Result<void> scrub() override { return inner_->scrub(); }
  Result<void> backup(const std::string& path) override { return inner_->backup(path); }
  Result<std::vector<std::string>> check() override { return inner_->check(); }

 private:
  std::unique_ptr<store::SqlDriver> inner_;
  FaultPlan& plan_;
};

}  // namespace latewood::test
