// The access log: one JSON object a line for each answered request. It has no content, no query and no secret: of the
// address only the pattern of its route, of a token only its id.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "latewood/result.h"
#include "server/http/metrics.h"

namespace latewood::server {

struct LoggedRequest {
  std::string_view method;
  std::string_view route;  // a pattern; empty: none
  int status = 0;
  std::uint64_t bytes = 0;  // size of the body of the answer
  std::chrono::microseconds time{0};
  std::string_view token_id;
  std::string_view peer;  // the address of the client
};

// A thread writes the lines, so that a slow disk or a full pipe delays no request; lines that do not fit into 1 MiB are
// dropped and counted.
class AccessLog {
 public:
  // `path` "-" is standard error; empty: no log. Unavailable if the file does not open.
  static Result<std::FILE*> open(const std::string& path);
  // Closes `file` at its end, unless it is standard error; null: no log.
  AccessLog(std::FILE* file, Metrics& metrics);
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;
  ~AccessLog();

  void add(const LoggedRequest& request);

 private:
  void write_lines();

  std::FILE* file_;
  Metrics& metrics_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string lines_;  // guarded by `mutex_`
  bool is_closed_ = false;
  std::thread thread_;
};

}  // namespace latewood::server
