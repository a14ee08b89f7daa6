// Records calls on a thread of its own, one after the other, so that no call waits for the store.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "latewood/clock.h"
#include "latewood/reconcile.h"
#include "latewood/repository.h"
#include "server/http/metrics.h"
#include "server/proxy/relayed_call.h"

namespace latewood::server {

struct RecorderOptions {
  std::shared_ptr<Clock> clock = {};        // default: the host's
  std::FILE* log = nullptr;                 // receives a line for each call; not owned unless it is a file; null: none
  std::function<void()> after_commit = {};  // called when something was recorded
  std::size_t most_waiting = std::size_t{512} * 1024 * 1024;  // bytes of calls that wait; more are not recorded
  // A store that is locked or full is tried again for so long, while calls wait.
  std::chrono::milliseconds patience{30'000};
};

class Recorder {
 public:
  Recorder(Repository repository, RecorderOptions options, Metrics& metrics);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  // Records what waits, without patience.
  ~Recorder();

  // Never waits. A call for which there is no room is counted as not recorded. Any thread may call it.
  void submit(std::unique_ptr<RelayedCall> call);
  // Records the request of a call before it is passed on, and puts the result into the call. Waits for the store.
  Result<void> begin(RelayedCall& call);

 private:
  void work();
  void record(RelayedCall& call);
  Reconciler& reconciler_for(const CallPlace& place);
  bool waits_before_retry(std::chrono::steady_clock::time_point deadline);
  void write_line(const std::string& line);

  Repository repository_;
  RecorderOptions options_;
  Metrics& metrics_;
  std::mutex use_;                                                         // held while the store is used
  std::map<std::pair<std::string, std::string>, Reconciler> reconcilers_;  // by prefix and actor; guarded by `use_`
  bool is_failing_ = false;                                                // the same: the last call was not recorded
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<RelayedCall>> calls_;  // guarded by `mutex_`
  std::size_t waiting_bytes_ = 0;                   // the same
  bool is_closed_ = false;                          // the same
  std::thread thread_;
};

}  // namespace latewood::server
