// Repeats a call that failed because of another process or thread.
#pragma once

#include "base/rules.h"
#include "latewood/result.h"

namespace latewood::store {

// How often a call is tried at most. Every failed try means that another writer succeeded, so this many in a row are
// rare with a few dozen writers; the bound is for a writer that changes the same thing all the time.
inline constexpr int kMostTries = 20;

// Calls `try_once` until it succeeds, fails for another reason, or was called `kMostTries` times. Returns what the last
// call returned. `should_retry(error)` names the reason: it returns `bool` or `Result<bool>`, and may read again what
// the next try needs. Its own error is returned. It is not called after the last try.
template <class Try, class ShouldRetry>
auto retry_on_conflict(Try try_once, ShouldRetry should_retry) -> decltype(try_once()) {
  for (int tries = 1;; ++tries) {
    auto done = try_once();
    if (done || tries == kMostTries) return done;
    const Result<bool> again = should_retry(done.error());
    if (!again) return again.error();
    if (!*again) return done;
  }
}

// Reasons to try again. A write was refused because a ref, a log, a journal or a state is not what it expects.
inline bool is_refused_write(const Error& error) { return error.rule == kConflict; }
// Any conflict.
inline bool is_any_conflict(const Error& error) { return error.code == Code::Conflict; }

}  // namespace latewood::store
