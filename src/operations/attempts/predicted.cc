#include "latewood/predicted.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "latewood/attempt.h"
#include "latewood/context.h"
#include "latewood/tokens.h"

namespace latewood {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// An attempt whose request is known.
struct Sent {
  const Attempt* attempt = nullptr;
  std::optional<Snapshot> request = {};
};

std::string profile_of(const Attempt& attempt, const PlanOptions& options) {
  return attempt.profile ? to_string(*attempt.profile) : options.profile;
}

Prices prices_of(const Attempt& attempt, const PlanOptions& options) {
  if (options.prices) return *options.prices;
  for (const std::string& name : {profile_of(attempt, options), attempt.provider}) {
    if (auto found = find_prices(name)) return *std::move(found);
  }
  return shipped_prices().front();
}

std::optional<Snapshot> request_of(const Context& context, const Attempt& attempt) {
  if (!attempt.commit) return std::nullopt;
  auto snapshot = context.at(attempt.cycle_id);
  if (!snapshot || snapshot->commit_id() != *attempt.commit) return std::nullopt;
  return *std::move(snapshot);
}

// A request that the profile refuses now was not sent like this.
bool is_refused(const Error& error) { return error.code == Code::InvalidArgument || error.code == Code::Unsupported; }

// A token more or less of the whole request may be one of the cached part.
std::uint64_t counting_error(const Attempt& attempt, std::uint64_t total) {
  if (attempt.token_in == 0) return total / 10;
  return attempt.token_in > total ? attempt.token_in - total : total - attempt.token_in;
}

bool has_expired(const Sent& before, const Attempt& attempt, std::uint64_t lifetime) {
  const auto last = before.attempt->ended_at ? before.attempt->ended_at : before.attempt->started_at;
  if (lifetime == 0 || !last || !attempt.started_at) return false;
  return (*attempt.started_at - *last) / kSecond > static_cast<std::int64_t>(lifetime);
}

bool is_other_model(const Attempt& before, const Attempt& attempt) {
  return before.model != attempt.model || before.provider != attempt.provider || before.profile != attempt.profile;
}

CacheGap gap_of(const Sent& before, const Attempt& attempt, const PricedRequest& predicted, const CacheRule& rule,
                bool has_calls_between) {
  if (!attempt.answer.token_cached) return CacheGap::NotReported;
  const std::uint64_t actual = *attempt.answer.token_cached;
  const std::uint64_t served = predicted.price.served;
  const std::uint64_t apart = actual > served ? actual - served : served - actual;
  const std::uint64_t error = counting_error(attempt, predicted.tokens.total);
  if (apart == 0) return CacheGap::AsPredicted;
  if (actual == 0 && attempt.token_in > 0 && attempt.token_in < rule.smallest) return CacheGap::TooSmall;
  const bool is_nothing = actual == 0 || served == 0;
  if (!is_nothing && apart <= error) return CacheGap::AsPredicted;
  if (!is_nothing && apart < rule.step + error) return CacheGap::Granularity;
  if (actual > served) return CacheGap::More;
  if (before.attempt == nullptr) return CacheGap::Unknown;
  if (has_expired(before, attempt, rule.lifetime)) return CacheGap::Expired;
  if (is_other_model(*before.attempt, attempt)) return CacheGap::OtherModel;
  return has_calls_between ? CacheGap::OtherCalls : CacheGap::Unknown;
}

std::string explained(CacheGap gap, const CacheRule& rule) {
  switch (gap) {
    case CacheGap::AsPredicted: return "as predicted";
    case CacheGap::NotReported: return "the vendor reported no cached tokens";
    case CacheGap::NoRequest: return "no commit took this attempt";
    case CacheGap::Granularity: return "smaller than the granularity of " + std::to_string(rule.step) + " tokens";
    case CacheGap::TooSmall:
      return "by the vendor's count the request is below the smallest of " + std::to_string(rule.smallest) + " tokens";
    case CacheGap::Expired:
      return "the cache expired: more than " + std::to_string(rule.lifetime) + " s since the request before";
    case CacheGap::OtherModel: return "the request before went to another model or was of another profile";
    case CacheGap::OtherCalls: return "other calls in between";
    case CacheGap::More: return "more than predicted: an older entry, or a request that is not recorded here";
    case CacheGap::Unknown: return "nothing recorded explains it";
  }
  return {};
}

std::string text_of(const PredictedAttempt& each, const Attempt& attempt, const CacheRule& rule) {
  if (!each.predicted) return explained(each.gap, rule);
  const std::string sign(count_sign(each.predicted->counter));
  const std::string predicted = "predicted " + sign + std::to_string(each.predicted->price.served) + " of " + sign +
                                std::to_string(each.predicted->tokens.total);
  if (!each.actual) return predicted + ": " + explained(each.gap, rule);
  return "the vendor served " + std::to_string(*each.actual) + " of " + std::to_string(attempt.token_in) + "; " +
         predicted + ": " + explained(each.gap, rule);
}

Result<PricedRequest> predict(const Sent& before, const Attempt& attempt, const Snapshot& request,
                              PlanOptions options) {
  options.render = attempt.render;
  if (before.attempt != nullptr) return price_between(*before.request, request, options);
  LW_TRY_ASSIGN(PricedRequest first, price_alone(request, options));
  return first;
}

}  // namespace

std::string_view to_string(CacheGap gap) {
  switch (gap) {
    case CacheGap::AsPredicted: return "as_predicted";
    case CacheGap::NotReported: return "not_reported";
    case CacheGap::NoRequest: return "no_request";
    case CacheGap::Granularity: return "granularity";
    case CacheGap::TooSmall: return "too_small";
    case CacheGap::Expired: return "expired";
    case CacheGap::OtherModel: return "other_model";
    case CacheGap::OtherCalls: return "other_calls";
    case CacheGap::More: return "more";
    case CacheGap::Unknown: return "unknown";
  }
  return "unknown";
}

Result<std::vector<PredictedAttempt>> predict_attempts(const Context& context, const PlanOptions& options) {
  const std::vector<Attempt> attempts = context.attempts();
  std::vector<PredictedAttempt> all;
  Sent before;
  bool has_calls_between = false;
  for (const Attempt& attempt : attempts) {
    PredictedAttempt each;
    each.attempt_id = attempt.attempt_id;
    each.actual = attempt.answer.token_cached;
    const Prices prices = prices_of(attempt, options);
    const auto request = request_of(context, attempt);
    if (request) {
      PlanOptions asked = options;
      asked.prices = prices;
      asked.profile = profile_of(attempt, options);
      auto predicted = predict(before, attempt, *request, std::move(asked));
      if (!predicted && !is_refused(predicted.error())) return predicted.error();
      if (predicted) {
        each.prices = prices.name;
        each.gap = gap_of(before, attempt, *predicted, prices.cache, has_calls_between);
        each.predicted = *std::move(predicted);
      }
      before = {&attempt, request};
    }
    has_calls_between = !request;
    each.text = text_of(each, attempt, prices.cache);
    all.push_back(std::move(each));
  }
  return all;
}

}  // namespace latewood
