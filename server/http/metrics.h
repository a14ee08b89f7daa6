// Counters of a server as Prometheus reads them.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace latewood::server {

// Any thread may call every member.
class Metrics {
 public:
  // One answered request. `route` is a pattern, never what a client sent.
  void add_request(std::string_view route, int status, std::chrono::microseconds time);

  std::atomic<std::uint64_t> connections{0};  // open now
  std::atomic<std::uint64_t> refused_connections{0};
  std::atomic<std::uint64_t> streams{0};  // open streams of events
  std::atomic<std::uint64_t> commits{0};  // seen in the store since the start
  std::atomic<std::uint64_t> conflicts{0};
  std::atomic<std::uint64_t> store_errors{0};  // calls that the store could not answer
  std::atomic<std::uint64_t> dropped_log_lines{0};
  std::atomic<std::uint64_t> recorded_calls{0};      // to vendors, through the proxy
  std::atomic<std::uint64_t> unrecorded_calls{0};    // the same; their clients did not notice
  std::atomic<std::uint64_t> different_requests{0};  // recorded, but their commit renders to something else
  std::atomic<std::uint64_t> sent_spans{0};          // taken by the collector of OpenTelemetry
  std::atomic<std::uint64_t> dropped_spans{0};       // the collector refused them or could not be reached

  // The text of /metrics. `queue` is the number of calls that wait for a thread, `open` that of branches that are kept
  // open between calls.
  std::string text(std::size_t queue, std::size_t open) const;

 private:
  // Upper bounds in seconds; the last bucket has none.
  static constexpr std::array<double, 12> kBounds = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                     0.05,   0.1,   0.25,   0.5,   1,    5};
  struct Histogram {
    std::array<std::uint64_t, kBounds.size() + 1> counts{};
    std::uint64_t microseconds = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, std::uint64_t> requests_;  // guarded by `mutex_`
  std::map<std::string, Histogram, std::less<>> times_;            // the same
};

}  // namespace latewood::server
