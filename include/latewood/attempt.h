// Calls to a provider within a cycle, on record beside the history and never part of it: tree,
// snapshots and digests are the same with or without them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/digest.h"
#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/render.h"

namespace latewood {

enum class AttemptStatus : std::uint8_t { Running, Completed, Canceled, Error };

// "running", "completed", "canceled", "error".
const char* to_string(AttemptStatus status);

struct AttemptRequest {
  std::string provider;
  std::string model;
  JsonValue params;                             // recorded as a hash
  std::optional<std::int64_t> started_at = {};  // in nanoseconds; default: asked of the context's clock
  std::string profile = {};   // what is sent: the bytes of this profile; default: the canonical thread
  RenderOptions render = {};  // how the profile renders; default: the effective view
};

// What the provider told of its answer, beside the reply and the tokens. A value is nothing if it was not told.
struct AttemptAnswer {
  std::optional<std::string> model = {};        // the model that answered
  std::optional<std::string> response_id = {};  // the provider's own
  std::optional<std::string> stop_reason = {};  // in the provider's word, such as `stop`, `end_turn`, `MAX_TOKENS`
  // Parts of `token_in`: read from the provider's prompt cache, and written to it.
  std::optional<std::uint64_t> token_cached = {};
  std::optional<std::uint64_t> token_cache_write = {};
  // The part of `token_cache_write` that is kept for an hour; the rest is kept for the provider's usual time.
  std::optional<std::uint64_t> token_cache_write_1h = {};
  std::optional<std::uint64_t> token_reasoning = {};  // the part of `token_out` that was reasoning
  friend bool operator==(const AttemptAnswer&, const AttemptAnswer&) = default;
};

struct AttemptOutcome {
  AttemptStatus status = AttemptStatus::Completed;  // not Running
  // In nanoseconds; default: asked of the context's clock. A completed attempt that is canceled keeps the time it has.
  std::optional<std::int64_t> ended_at = {};
  std::uint64_t token_in = 0;   // the whole request, with what was read from a cache or written to it
  std::uint64_t token_out = 0;  // the whole reply, with its reasoning
  std::optional<std::string> error = {};
  // The provider's reply, of a completed attempt. It is held aside and opens the active head
  // of the next cycle.
  std::vector<Component> reply = {};
  AttemptAnswer answer = {};
};

struct Attempt {
  std::uint64_t attempt_id = 0;  // counts from 1 in a context
  std::uint64_t cycle_id = 0;    // the cycle it belongs to
  AttemptStatus status = AttemptStatus::Running;
  // Stamps of the context's clock, in nanoseconds, unless the caller gave others. They enter no stamp of a node.
  std::optional<std::int64_t> started_at;  // nothing if it was recorded before attempts had times
  std::optional<std::int64_t> ended_at;    // likewise, and while it runs
  std::string provider;
  std::string model;
  std::string params;  // SHA-256 of the canonical JSON of the parameters, hexadecimal
  std::uint64_t token_in = 0;
  std::uint64_t token_out = 0;
  std::optional<std::string> error;
  Blake3Digest bytes_digest;           // of the bytes that were sent
  std::optional<ProfileName> profile;  // by which they were rendered; nothing: the canonical thread
  RenderOptions render;
  // The commit that the cycle goes on from, all zeros before the first; nothing if it was recorded before attempts
  // had one.
  std::optional<CommitId> parent = {};
  // The commit that its bytes were checked against and whose next cycle its reply opened; nothing: none yet.
  std::optional<CommitId> commit = {};
  // Of the profile as it was when the attempt began (`profile_digest` in latewood/render.h); nothing if
  // it was recorded before attempts had one.
  std::optional<Blake3Digest> profile_digest;
  AttemptAnswer answer = {};  // empty while it runs, and of an attempt recorded before attempts had one
};

// What to send, and the number to report back with.
struct AttemptTicket {
  std::uint64_t attempt_id = 0;
  std::string bytes;
};

}  // namespace latewood
