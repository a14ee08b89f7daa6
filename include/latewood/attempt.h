// Calls to a vendor within a cycle, recorded beside the history and never part of it: tree, snapshots and digests are
// the same with and without them.
//
//   const AttemptTicket ticket = context.begin_attempt({.provider = "acme", .profile = "openai"}).value();
//   const VendorReply reply = read_vendor_reply(send(ticket.bytes)).value();
//   context.end_attempt(ticket.attempt_id, outcome_of(reply)).value();
//   context.commit().value();  // checks that the snapshot renders to the bytes that were sent
//
// The calls are members of Context. Everything here is a plain value that owns its members.
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
  std::string provider = {};                    // recorded as given
  std::string model = {};                       // recorded as given
  JsonValue params = {};                        // recorded as a hash
  std::optional<std::int64_t> started_at = {};  // in nanoseconds; default: the time of the context's clock
  std::string profile = {};                     // renders the bytes to send; default: the canonical thread
  RenderOptions render = {};                    // options of that profile; default: the effective view
};

// The report of the vendor about its answer, besides reply and tokens. nullopt: not reported.
struct AttemptAnswer {
  std::optional<std::string> model = {};           // the model that answered
  std::optional<std::string> response_id = {};     // as the vendor issued it
  std::optional<std::string> stop_reason = {};     // in the vendor's word, such as `stop`, `end_turn`, `MAX_TOKENS`
  std::optional<std::uint64_t> token_cached = {};  // part of `token_in`: read from the prompt cache
  std::optional<std::uint64_t> token_cache_write = {};     // part of `token_in`: written to the prompt cache
  std::optional<std::uint64_t> token_cache_write_1h = {};  // part of the former: kept for an hour
  std::optional<std::uint64_t> token_reasoning = {};       // part of `token_out`: reasoning
  friend bool operator==(const AttemptAnswer&, const AttemptAnswer&) = default;
};

struct AttemptOutcome {
  AttemptStatus status = AttemptStatus::Completed;  // not Running
  // In nanoseconds; default: the time of the context's clock. A completed attempt that is canceled keeps its time.
  std::optional<std::int64_t> ended_at = {};
  std::uint64_t token_in = 0;             // tokens of the whole request, cached parts included; default: 0
  std::uint64_t token_out = 0;            // tokens of the whole reply, reasoning included; default: 0
  std::optional<std::string> error = {};  // default: none
  // The vendor's reply to a completed attempt. It is stored apart until the commit of this cycle puts it at the start
  // of the next one; default: none.
  std::vector<Component> reply = {};
  AttemptAnswer answer = {};  // default: nothing reported
};

// An attempt as it is recorded. Members that are nullopt "in old records" were added in a later version of the store.
struct Attempt {
  std::uint64_t attempt_id = 0;  // counts from 1 in a context
  std::uint64_t cycle_id = 0;    // the cycle in which it began
  AttemptStatus status = AttemptStatus::Running;
  // Times of the context's clock in nanoseconds, unless the caller gave them. No stamp of a node depends on them.
  std::optional<std::int64_t> started_at;  // nullopt in old records
  std::optional<std::int64_t> ended_at;    // nullopt in old records and while it runs
  std::string provider;
  std::string model;
  std::string params;  // SHA-256 of the parameters as canonical JSON, in hexadecimal
  std::uint64_t token_in = 0;
  std::uint64_t token_out = 0;
  std::optional<std::string> error;
  Blake3Digest bytes_digest;           // digest of the sent bytes
  std::optional<ProfileName> profile;  // renderer of the sent bytes; nullopt: the canonical thread
  RenderOptions render;
  std::optional<CommitId> parent = {};  // the head when it began, zeros before the first commit; nullopt in old records
  std::optional<CommitId> commit = {};  // the commit that took its reply; nullopt: none yet
  // `profile_digest` (render.h) when it began; nullopt in old records.
  std::optional<Blake3Digest> profile_digest;
  AttemptAnswer answer = {};  // empty in old records and while it runs
};

// The bytes to send, and the number that `end_attempt` needs.
struct AttemptTicket {
  std::uint64_t attempt_id = 0;
  std::string bytes;
};

}  // namespace latewood
