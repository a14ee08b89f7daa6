// The trace contexts of the calls that began attempts: the header `traceparent`, by context and attempt, until the span
// of the attempt was sent. The oldest are forgotten first; then the span begins a trace of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "latewood/json_value.h"

namespace latewood::server {

// Any thread may call every member.
class SpanCallers {
 public:
  void add(std::string_view context, std::uint64_t attempt_id, std::string_view traceparent);
  // {"7":"00-..."}: those of the context, for the operation `spans`.
  JsonValue trace_contexts(std::string_view context) const;
  // The spans of the attempts up to this one were sent.
  void forget(std::string_view context, std::uint64_t attempt_id);

 private:
  using Key = std::pair<std::string, std::uint64_t>;
  static constexpr std::size_t kMost = 4096;
  static constexpr std::size_t kLongest = 256;  // of a header; the standard's own form has 55

  mutable std::mutex mutex_;
  std::map<Key, std::string> headers_;  // guarded by `mutex_`
  std::deque<Key> order_;               // the same; oldest first, also of those that were forgotten
};

}  // namespace latewood::server
