// One call to a vendor that went through the proxy: what was sent, what came back, and what became of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/attempt.h"
#include "latewood/prefix.h"
#include "latewood/reconcile.h"
#include "latewood/result.h"
#include "latewood/vendor_reply.h"
#include "server/proxy/request_difference.h"
#include "server/proxy/vendor.h"

namespace latewood::server {

// The most bytes of a decoded body that is recorded.
inline constexpr std::size_t kMostRecorded = std::size_t{128} * 1024 * 1024;

// Where the client wants the call to be recorded.
struct CallPlace {
  std::string context = {};         // empty: found by the request
  std::string session = {};         // the client's own name for the conversation; empty: none
  std::string context_prefix = {};  // the prefix that the token permits
  std::string actor = {};
};

struct RelayedCall {
  const Vendor* vendor = nullptr;
  RecordedKind kind = {};
  CallPlace place = {};
  std::string request = {};  // the body as it was sent
  std::string request_encoding = {};
  std::string answer = {};  // the same for the body that came back
  std::string answer_encoding = {};
  int status = 0;                         // 0: no answer came
  bool is_canceled = false;               // the client left before the end
  bool is_cut = false;                    // the answer ended early
  bool is_too_large = false;              // a body was not kept
  std::int64_t started_at = 0;            // nanoseconds since 1970
  std::int64_t ended_at = 0;              // the same
  std::vector<std::string> secrets = {};  // keys in the head, which an error message of the vendor may repeat
  std::optional<Reconciled> begun = {};   // the request, if it was recorded before it was passed on
};

// The record of a call.
struct RecordedCall {
  Reconciled request = {};
  AttemptStatus status = AttemptStatus::Completed;
  std::string model = {};
  std::optional<std::string> error = {};
  VendorUsage usage = {};
  std::optional<PrefixReport> prefix = {};           // against the request before it; nullopt: none
  std::optional<RequestDifference> difference = {};  // between the request and the rendering of its commit
};

// Decodes both bodies, which is needed once before everything else. The error says why the call cannot be recorded.
Result<void> decode_bodies(RelayedCall& call);
// Finds or makes the commit that stands for the request: the first half of `record_call`, for a call that is recorded
// before it is passed on.
Result<Reconciled> record_request(Reconciler& reconciler, const RelayedCall& call);
// Records the call beside the commit of its request, and keeps the request if the rendering of the commit says
// something else: as an event of the stream `proxy`.
Result<RecordedCall> record_call(Reconciler& reconciler, const RelayedCall& call);

// One line of the log of calls, without its line feed.
std::string call_line(const RelayedCall& call, const RecordedCall& recorded);
std::string call_line(const RelayedCall& call, const Error& error);

}  // namespace latewood::server
