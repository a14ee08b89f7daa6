// A session that belongs to the process that opened it.
//
//   OwnedSession session("agent.db", options);
//   session.call("select", R"({"selector":".cb"})", {});
#pragma once

#include <sys/types.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "latewood/repository.h"
#include "latewood/result.h"
#include "latewood/session.h"
#include "latewood/snapshot.h"

namespace latewood::node {

// The options of a session from {"actor","branch","clock","context","profile","scope","system","tokens"}, all of them
// texts; `tokens` is the name of a counter of the engine (tokens.h). E_OPTION_INVALID with the name of the member that
// is unknown or has a wrong value.
Result<SessionOptions> read_session_options(std::string_view json);

// How many calls were started and have not ended. Shared, since the last call may end after its session.
using RunningCount = std::shared_ptr<std::atomic<int>>;

// May be called from any thread. In a process that was forked after the opening, calls fail and nothing is touched: a
// connection of SQLite or PostgreSQL that two processes use damages what both of them write.
class OwnedSession {
 public:
  OwnedSession(std::string url, SessionOptions options);
  OwnedSession(const OwnedSession&) = delete;
  OwnedSession& operator=(const OwnedSession&) = delete;
  ~OwnedSession();

  // `Session::call`; Unsupported in a forked process.
  Result<std::string> call(std::string_view operation, std::string_view arguments, const Progress& progress);
  // `Session::snapshot`; Unsupported in a forked process.
  Result<Snapshot> snapshot(std::string_view moment, std::string_view context, std::string_view branch);
  // `call` on the thread that answers the token counter of the session. A call there that waits for another one,
  // which waits for that thread, would wait forever; so this fails while a started call has not ended, if there is such
  // a counter.
  Result<std::string> call_here(std::string_view operation, std::string_view arguments);
  // Raised where a call is started, lowered where it ends: on the thread that answers the counter.
  const RunningCount& running() const { return running_; }

  // A counter that can fail: `check` is asked after each call, on its thread, and its error is that of the call; `end`
  // is called after that. Set before the first call.
  struct Counter {
    std::function<Result<void>()> check;
    std::function<void()> end;
  };
  void set_counter(Counter counter) { counter_ = std::move(counter); }

 private:
  Result<void> check_process() const;
  // The result of a call, or the failure of the counter in it.
  template <class Value>
  Result<Value> counted(Result<Value> result);

  pid_t process_;
  Counter counter_ = {};
  const RunningCount running_ = std::make_shared<std::atomic<int>>(0);
  std::unique_ptr<Session> session_;
};

}  // namespace latewood::node
