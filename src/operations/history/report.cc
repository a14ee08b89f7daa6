// The costs of a branch: its requests, what was sent again in full and why, what was compacted away, and what the
// caches gave.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/cycle_stats.h"
#include "latewood/json_text.h"
#include "latewood/predicted.h"
#include "latewood/selector.h"
#include "operations/json/covers.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

constexpr std::size_t kWorst = 5;
constexpr std::uint64_t kCyclesAtOnce = 256;
constexpr std::size_t kShownText = 120;

const Schema& report_arguments() {
  static const Schema kSchema = object(joined(
      {history_members(),
       {optional("profile", text("the requests to compare; default: that of the session, else that of the newest "
                                 "attempt if there is system text, else the canonical thread"))}}));
  return kSchema;
}

Schema cache_hit_schema(std::string description) {
  return nullable(object({required("from_cache", count()), required("per_mille", count()), required("total", count())},
                         std::move(description)));
}

const Schema& report_result() {
  static const Schema kBreak =
      object({required("bytes", count("of the request before that are sent again in full")), required("cause", text()),
              required("commit_id", commit_id()), required("cycle", count()),
              required("id", nullable(text("the first node that differs"))),
              required("kept_per_mille", count("of the request before")), required("message", text("of the commit"))});
  static const Schema kCause =
      object({required("breaks", count()), required("bytes", count("that are sent again in full")),
              required("cause", text())});
  static const Schema kCompaction =
      object({required("covers", count("nodes that are not sent any more")), required("cycle", count()),
              required("id", text("the block that stands for them")), required("text", text("its first words"))});
  static const Schema kLeft =
      object({required("bytes", count("of content")), required("cause", text()), required("nodes", count())});
  static const Schema kDifference =
      object({required("attempts", count()), required("difference", text("as `attempts` names it"))});
  static const Schema kSchema = object({
      required("attempts", count("answers of the provider that are recorded")),
      required("branch", text()),
      required("breaks", list(kBreak, "the five that sent most again, the worst first")),
      required("cache_by_vendor", cache_hit_schema("tokens, as the provider counted them; null: it counted none")),
      required("cache_expected",
               cache_hit_schema("bytes that begin like the request before; null: one request or none")),
      required("cache_predicted", cache_hit_schema("tokens that caches should have served, of the same answers; null: "
                                                   "none of them is known")),
      required("causes", list(kCause, "of all breaks, the costliest first")),
      required("compactions", list(kCompaction, "oldest first")),
      required("context", text()),
      required("differences", list(kDifference, "between prediction and count, of the same answers")),
      required("has_system", boolean("whether the requests have system text or tools; without, figures are lower "
                                     "bounds: an imported log may not have them")),
      required("left", list(kLeft, "nodes that left the tree, by cause")),
      required("peak", nullable(object({required("bytes", count("of the request")), required("cycle", count())}))),
      required("profile", nullable(text("of the compared requests; null: the canonical thread"))),
      required("requests", count("commits of the line")),
      required("sent_again", count("bytes of all breaks")),
  });
  return kSchema;
}

std::uint64_t sent_again(const PrefixReport& prefix) { return prefix.older_bytes - prefix.unchanged_bytes; }

bool is_break(const PrefixReport& prefix) {
  return prefix.cause != PrefixCause::AppendedOnly && prefix.cause != PrefixCause::Identical && sent_again(prefix) > 0;
}

struct Break {
  PrefixReport prefix;
  std::string commit_id;
};

struct Sum {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

// Goes over the commits of a line once.
class Reckoning {
 public:
  void add(const CycleStats& cycle) {
    ++requests_;
    note_peak(cycle.cycle, cycle.prefix ? cycle.prefix->total_bytes : cycle.bytes());
    for (const Departure& departure : cycle.left) {
      Sum& sum = left_[to_string(departure.cause)];
      ++sum.count;
      sum.bytes += departure.bytes;
    }
    if (!cycle.prefix) return;
    const PrefixReport& prefix = *cycle.prefix;
    total_ += prefix.total_bytes;
    unchanged_ += prefix.unchanged_bytes;
    if (!is_break(prefix)) return;
    Sum& sum = causes_[std::string(to_string(prefix.cause))];
    ++sum.count;
    sum.bytes += sent_again(prefix);
    sent_again_ += sent_again(prefix);
    breaks_.push_back({prefix, cycle.commit_id});
    if (breaks_.size() > 4 * kWorst) keep_worst();
  }

  void keep_worst() {
    std::sort(breaks_.begin(), breaks_.end(), [](const Break& a, const Break& b) {
      const auto rank = [](const Break& each) { return std::pair(~sent_again(each.prefix), each.prefix.newer_cycle); };
      return rank(a) < rank(b);
    });
    if (breaks_.size() > kWorst) breaks_.resize(kWorst);
  }

  std::uint64_t requests() const { return requests_; }
  std::uint64_t total() const { return total_; }
  std::uint64_t unchanged() const { return unchanged_; }
  std::uint64_t again() const { return sent_again_; }
  const std::vector<Break>& breaks() const { return breaks_; }

  JsonValue peak() const {
    if (requests_ == 0) return {};
    return make_object({{"bytes", json_of(peak_bytes_)}, {"cycle", json_of(peak_cycle_)}});
  }
  JsonValue causes() const { return sums(causes_, "breaks"); }
  JsonValue left() const { return sums(left_, "nodes"); }

 private:
  void note_peak(std::uint64_t cycle, std::uint64_t bytes) {
    if (requests_ > 1 && bytes <= peak_bytes_) return;
    peak_bytes_ = bytes;
    peak_cycle_ = cycle;
  }

  static JsonValue sums(const std::map<std::string, Sum>& all, const char* counted) {
    std::vector<std::pair<std::string, Sum>> sorted(all.begin(), all.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second.bytes > b.second.bytes; });
    JsonValue::Array list;
    for (const auto& [cause, sum] : sorted) {
      list.push_back(make_object({{counted, json_of(sum.count)}, {"bytes", json_of(sum.bytes)}, {"cause", cause}}));
    }
    return JsonValue(std::move(list));
  }

  std::uint64_t requests_ = 0;
  std::uint64_t peak_cycle_ = 0;
  std::uint64_t peak_bytes_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t unchanged_ = 0;
  std::uint64_t sent_again_ = 0;
  std::map<std::string, Sum> causes_;
  std::map<std::string, Sum> left_;
  std::vector<Break> breaks_;
};

JsonValue hit_json(std::uint64_t from_cache, std::uint64_t total) {
  if (total == 0) return {};
  return make_object({{"from_cache", json_of(from_cache)},
                      {"per_mille", json_of(from_cache * 1000 / total)},
                      {"total", json_of(total)}});
}

JsonValue vendor_hits(const std::vector<Attempt>& attempts) {
  std::uint64_t cached = 0;
  std::uint64_t total = 0;
  for (const Attempt& attempt : attempts) {
    if (!attempt.answer.token_cached) continue;
    cached += *attempt.answer.token_cached;
    total += attempt.token_in;
  }
  return hit_json(std::min(cached, total), total);
}

// Of the attempts with a report of the vendor, so that it can be compared with `vendor_hits`.
JsonValue predicted_hits(const std::vector<PredictedAttempt>& predicted) {
  std::uint64_t served = 0;
  std::uint64_t total = 0;
  for (const PredictedAttempt& each : predicted) {
    if (!each.actual || !each.predicted) continue;
    served += each.predicted->price.served;
    total += each.predicted->tokens.total;
  }
  return hit_json(served, total);
}

// How often each difference between prediction and report has which name.
JsonValue differences_json(const std::vector<PredictedAttempt>& predicted) {
  std::map<std::string, std::uint64_t> counts;
  for (const PredictedAttempt& each : predicted) {
    if (each.actual && each.predicted) ++counts[std::string(to_string(each.gap))];
  }
  JsonValue::Array list;
  for (const auto& [name, count] : counts) {
    list.push_back(make_object({{"attempts", json_of(count)}, {"difference", name}}));
  }
  return JsonValue(std::move(list));
}

Result<JsonValue> breaks_json(const Context& context, const std::vector<Break>& breaks) {
  JsonValue::Array list;
  for (const Break& each : breaks) {
    const PrefixReport& prefix = each.prefix;
    LW_TRY_ASSIGN(const Snapshot snapshot, context.at(prefix.newer_cycle));
    const auto& unit = prefix.newer_unit ? prefix.newer_unit : prefix.older_unit;
    list.push_back(make_object({{"bytes", json_of(sent_again(prefix))},
                                {"cause", std::string(to_string(prefix.cause))},
                                {"commit_id", each.commit_id},
                                {"cycle", json_of(prefix.newer_cycle)},
                                {"id", unit ? JsonValue(unit->id) : JsonValue()},
                                {"kept_per_mille", json_of(std::uint64_t{kept_per_mille(prefix)})},
                                {"message", snapshot.note().message}}));
  }
  return JsonValue(std::move(list));
}

// Cut between characters.
std::string cut_text(std::string text) {
  if (text.size() <= kShownText) return text;
  std::size_t end = kShownText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

Result<JsonValue> compactions_json(const Snapshot& snapshot) {
  LW_TRY_ASSIGN(const Selector covers, Selector::parse(".cb[data_covers]"));
  JsonValue::Array list;
  LW_TRY(snapshot.for_each_node(covers, [&](const NodeView& node) {
    const std::string* text = node.content ? node.content->as_string() : nullptr;
    list.push_back(make_object({{"covers", json_of(std::uint64_t{covered_by(node)})},
                                {"cycle", json_of(node.cycle)},
                                {"id", node.id},
                                {"text", text == nullptr ? std::string() : cut_text(*text)}}));
    return true;
  }));
  std::stable_sort(list.begin(), list.end(), [](const JsonValue& a, const JsonValue& b) {
    return *a.find("cycle")->as_integer() < *b.find("cycle")->as_integer();
  });
  return JsonValue(std::move(list));
}

Result<bool> has_system(const Snapshot& snapshot) {
  LW_TRY_ASSIGN(const Selector blocks, Selector::parse("^sys .cb"));
  LW_TRY_ASSIGN(const std::vector<std::string> found, snapshot.select(blocks));
  return !found.empty();
}

Result<std::string> report(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  const Context& context = history.context();
  LW_TRY_ASSIGN(const Snapshot newest, history.moment("@t0"));
  const std::vector<Attempt> attempts = context.attempts();
  LW_TRY_ASSIGN(std::optional<std::string> profile, session.profile_name(history, arguments));
  LW_TRY_ASSIGN(const bool system, has_system(newest));
  // A vendor's profile declares tools when they are first called, unless the log has them: that would look like breaks.
  const bool may_choose = system && !profile && !arguments.has("profile") && !attempts.empty();
  if (may_choose && attempts.back().profile) profile = to_string(*attempts.back().profile);
  if (profile) LW_TRY(find_profile(*profile));
  Reckoning reckoning;
  // From the newest back, since a history may be longer than what should be in memory at once.
  for (std::uint64_t start = 0;; start += kCyclesAtOnce) {
    LW_TRY_ASSIGN(const std::vector<CycleStats> cycles,
                  cycle_stats(context, kCyclesAtOnce, profile.value_or(""), start));
    for (auto cycle = cycles.rbegin(); cycle != cycles.rend(); ++cycle) reckoning.add(*cycle);
    if (cycles.size() < kCyclesAtOnce || !context.back(start + kCyclesAtOnce)) break;
  }
  reckoning.keep_worst();
  PlanOptions options;
  LW_TRY(session.take_prices(arguments, options));
  options.profile = profile.value_or("");
  LW_TRY_ASSIGN(const std::vector<PredictedAttempt> predicted, predict_attempts(context, options));
  LW_TRY_ASSIGN(JsonValue breaks, breaks_json(context, reckoning.breaks()));
  LW_TRY_ASSIGN(JsonValue compactions, compactions_json(newest));
  return json_text_of(make_object({
      {"attempts", json_of(std::uint64_t{attempts.size()})},
      {"branch", history.branch()},
      {"breaks", std::move(breaks)},
      {"cache_by_vendor", vendor_hits(attempts)},
      {"cache_predicted", predicted_hits(predicted)},
      {"cache_expected", hit_json(reckoning.unchanged(), reckoning.total())},
      {"causes", reckoning.causes()},
      {"compactions", std::move(compactions)},
      {"context", history.context_name()},
      {"differences", differences_json(predicted)},
      {"has_system", system},
      {"left", reckoning.left()},
      {"peak", reckoning.peak()},
      {"profile", profile ? JsonValue(*profile) : JsonValue()},
      {"requests", json_of(reckoning.requests())},
      {"sent_again", json_of(reckoning.again())},
  }));
}

}  // namespace

const Row kReport = {
    .name = "report",
    .scope = Scope::Read,
    .summary = "Tells what a branch cost: its requests, what was sent again in full and why, and what caches gave.",
    .arguments = report_arguments,
    .result = report_result,
    .example = R"({"profile":"openai"})",
    .errors = {kProfileUnknown},
    .run = report,
};

}  // namespace latewood::operations
