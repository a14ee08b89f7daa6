#include "server/telemetry/span_callers.h"

#include <vector>

namespace latewood::server {

void SpanCallers::add(std::string_view context, std::uint64_t attempt_id, std::string_view traceparent) {
  if (traceparent.size() > kLongest) return;
  const std::lock_guard lock(mutex_);
  Key key(context, attempt_id);
  if (headers_.insert_or_assign(key, std::string(traceparent)).second) order_.push_back(std::move(key));
  while (order_.size() > kMost) {
    headers_.erase(order_.front());
    order_.pop_front();
  }
}

JsonValue SpanCallers::trace_contexts(std::string_view context) const {
  const std::lock_guard lock(mutex_);
  std::vector<JsonMember> members;
  for (auto at = headers_.lower_bound({std::string(context), 0}); at != headers_.end(); ++at) {
    if (at->first.first != context) break;
    members.push_back({std::to_string(at->first.second), at->second});
  }
  return make_object(std::move(members));
}

void SpanCallers::forget(std::string_view context, std::uint64_t attempt_id) {
  const std::lock_guard lock(mutex_);
  const auto begin = headers_.lower_bound({std::string(context), 0});
  headers_.erase(begin, headers_.upper_bound({std::string(context), attempt_id}));
}

}  // namespace latewood::server
