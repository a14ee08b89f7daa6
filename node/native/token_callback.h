// A token counter that is a function of JavaScript.
#pragma once

#include <node_api.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "latewood/policy.h"
#include "latewood/result.h"
#include "node/native/environment.h"

namespace latewood::node {

// Asks the function for the count of a content, on the thread of its environment, and waits for the answer. The
// function takes the JSON of a content and gives a count; below zero: the number of a failure that the client keeps.
//
// Any thread may count. Answers are kept until the call ends, so that one content has one count within a call.
class TokenCallback : public TokenCounter {
 public:
  // Null if N-API fails.
  static std::shared_ptr<TokenCallback> make(napi_env env, napi_value function, std::string name);
  TokenCallback(const TokenCallback&) = delete;
  TokenCallback& operator=(const TokenCallback&) = delete;
  ~TokenCallback() override;

  std::uint64_t count(std::string_view content_json) override;
  std::string_view name() const override { return name_; }

  // The failure of the function in the call that this thread runs now.
  Result<void> check();
  // Forgets the answers to the call of this thread.
  void end_call();

  struct Target;  // the function; defined in the source

 private:
  // The results of the function for the running call of one thread.
  struct Answers {
    std::map<std::string, std::uint64_t, std::less<>> counts;
    std::int64_t failure = 0;  // below zero: there is one
  };

  TokenCallback(Stop ended, std::string name);
  std::int64_t ask(std::string_view content_json);

  const std::string name_;
  const Stop ended_;
  const std::thread::id thread_ = std::this_thread::get_id();
  Target* target_ = nullptr;  // owned by the thread-safe function
  napi_threadsafe_function function_ = nullptr;
  std::mutex mutex_;
  std::map<std::thread::id, Answers> answers_;  // guarded by `mutex_`
};

}  // namespace latewood::node
