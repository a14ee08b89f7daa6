// What a vendor's prompt cache should have served for each recorded attempt, beside what the vendor counted.
//
//   for (const PredictedAttempt& each : predict_attempts(context).value()) std::cout << each.text << '\n';
//
// The request of an attempt is that of the commit that took it; it is compared with the request of the attempt before.
// All structs are plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/plan.h"
#include "latewood/result.h"

namespace latewood {

class Context;

// The name of the difference between prediction and count. The first that applies.
enum class CacheGap : std::uint8_t {
  AsPredicted,  // the difference is at most what the two counts of the whole request differ by
  NotReported,  // the vendor reported no cached tokens
  NoRequest,    // no commit took the attempt, or its snapshot is not there any more: nothing is predicted
  Granularity,  // less than one step of the vendor's rule
  TooSmall,     // by the vendor's count the request is too small for its cache
  Expired,      // more time than the lifetime of an entry passed since the request before
  OtherModel,   // the request before went to another model or was of another profile
  OtherCalls,   // calls between the two, which no commit took, may have moved the cache
  More,         // the vendor served more: an older entry, or a request that is not recorded here
  Unknown,      // less, and nothing recorded explains it
};
// "as_predicted", "not_reported", "no_request", "granularity", "too_small", "expired", "other_model", "other_calls",
// "more", "unknown".
std::string_view to_string(CacheGap gap);

struct PredictedAttempt {
  std::uint64_t attempt_id = 0;
  std::optional<PricedRequest> predicted;  // nullopt: NoRequest
  std::string prices;                      // the name of the row with the rule; empty without a prediction
  std::optional<std::uint64_t> actual;     // tokens that the vendor served from its cache; nullopt: not reported
  CacheGap gap = CacheGap::NoRequest;
  std::string text;  // one line: "the vendor served 300 of 400; predicted ~384 of ~402: ..."
};

// All attempts of the context, oldest first. `options` has the prices and the counter; the profile of an attempt is its
// own, and without prices the row is that of its profile or provider. Belongs to the thread that edits. Cost: one
// prefix report for each attempt.
Result<std::vector<PredictedAttempt>> predict_attempts(const Context& context, const PlanOptions& options = {});

}  // namespace latewood
