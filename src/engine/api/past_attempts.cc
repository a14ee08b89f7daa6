#include "engine/api/past_attempts.h"

#include <utility>

#include "base/try.h"
#include "engine/api/context_impl.h"
#include "engine/branch/access.h"
#include "store/retry.h"

namespace latewood::engine {

Result<void> add_past_attempts(Context& context, std::vector<PastAttempt> attempts) {
  auto& impl = Access::impl(context);
  if (attempts.empty()) return {};
  std::vector<LoggedAttempt> logged;
  for (PastAttempt& past : attempts) logged.push_back({std::move(past.branch), std::move(past.attempt), {}});
  if (!impl.stored) {
    for (LoggedAttempt& each : logged) {
      each.attempt.attempt_id = impl.attempts.next_id();
      impl.attempts.put(each.attempt, {});
    }
    return {};
  }
  const auto write = [&] { return impl.stored->write_past_attempts(logged); };
  // Another process took one of the numbers.
  LW_TRY(store::retry_on_conflict(write, store::is_refused_write));
  for (const LoggedAttempt& each : logged) {
    if (each.branch == impl.stored->name()) impl.attempts.put(each.attempt, {});
  }
  return {};
}

void set_commit_flush(Context& context, store::Flush flush) {
  auto& impl = Access::impl(context);
  if (impl.stored) impl.stored->set_commit_flush(flush);
}

}  // namespace latewood::engine
