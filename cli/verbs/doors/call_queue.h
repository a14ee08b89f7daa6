// Calls that run one after another, in order, while the caller reads further messages.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace latewood::cli {

class CallQueue {
 public:
  // `write` gets each answer. It is never called by two threads at once.
  explicit CallQueue(std::function<void(const std::string&)> write);
  // Does not wait: see `finish`.
  ~CallQueue();

  // Adds a call; its answer is written when it has run. Waits while very many calls are waiting. False, and nothing
  // happens, if a call with this id is not answered yet.
  bool add(const std::string& id, std::function<std::string()> call);
  // From the return of this function on, no answer of the call is written. A call that waits is not run. One that runs
  // goes on, and what it does takes effect; the calls behind it do not wait for it.
  void cancel(const std::string& id);
  // Writes an answer that needed no call.
  void write(const std::string& answer);
  // Waits until every call is answered or cancelled. True if calls that were cancelled still run.
  bool finish();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace latewood::cli
