// The data of the addon for one environment. The main thread and each worker thread have an environment of their own.
#pragma once

#include <node_api.h>

#include <atomic>
#include <memory>
#include <set>

namespace latewood::node {

// Set to end the work of a call at its next step.
using Stop = std::shared_ptr<std::atomic<bool>>;

// Used on the thread of the environment alone.
class Environment {
 public:
  // Makes that of `env`; it lives until the end of the environment. Null if N-API fails.
  static Environment* make(napi_env env);
  static Environment* of(napi_env env);

  // Calls that run now. An environment that ends waits for them, so it stops their work first.
  void begin(const Stop& stop) { running_.insert(stop); }
  void end(const Stop& stop) { running_.erase(stop); }
  void stop_all();

  // Set when the environment ends, for threads that wait for it.
  const Stop& ended() const { return ended_; }

 private:
  std::set<Stop> running_;
  const Stop ended_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace latewood::node
