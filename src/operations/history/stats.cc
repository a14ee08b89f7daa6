// The growth of a context, cycle by cycle.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/cycle_figures.h"
#include "latewood/json_text.h"
#include "latewood/plan.h"
#include "latewood/render.h"
#include "latewood/tokens.h"
#include "operations/json/members.h"
#include "operations/json/price_members.h"
#include "operations/session/page.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

constexpr std::uint64_t kCycles = 40;

const Schema& stats_arguments() {
  static const Schema kSchema = object(
      joined({history_members(),
              {optional("profile", text("the requests to compare; default: that of the session, else the setting; "
                                        "empty: the canonical thread"))},
              price_arguments(),
              page_members("40, the newest")}));
  return kSchema;
}

const Schema& stats_result() {
  static const Schema kCycle =
      object({required("cycle", count()), required("commit_id", commit_id()),
              required("sys", count("bytes of content in ^sys")), required("seq", count("bytes of content in ^seq")),
              required("ah", count("bytes of content in ^ah")),
              required("kept_per_mille", nullable(count("of the request before, in tenths of a percent; null: there "
                                                        "is none"))),
              required("left", departures_schema()),
              required("cause", nullable(text("why it differs from the request before, as `prefix` has it"))),
              required("unchanged_bytes", count("at the start of this request and the one before")),
              required("older_bytes", count("of the request before")), required("total_bytes", count("of this one")),
              required("tokens", nullable(tokens_schema())), required("price", nullable(request_price_schema()))});
  static const Schema kSchema =
      object({required("cycles", list(kCycle, "oldest first; pages go back in time")), required("counter", text()),
              required("kind", text("of the tokens: exact with the encoding, or estimated with the rule")),
              required("prices", prices_schema()), next_member()});
  return kSchema;
}

JsonValue cycle_line(const CycleFigures& cycle, const Prices& prices, const std::string& counter) {
  const auto kept = cycle.kept_per_mille();
  return make_object({{"cycle", json_of(cycle.cycle)},
                      {"commit_id", cycle.commit_id.hex()},
                      {"sys", json_of(cycle.sys)},
                      {"seq", json_of(cycle.seq)},
                      {"ah", json_of(cycle.ah)},
                      {"kept_per_mille", kept ? JsonValue(std::int64_t{*kept}) : JsonValue()},
                      {"left", json_of(cycle.left)},
                      {"cause", cycle.cause ? JsonValue(std::string(to_string(*cycle.cause))) : JsonValue()},
                      {"unchanged_bytes", json_of(cycle.unchanged_bytes)},
                      {"older_bytes", json_of(cycle.older_bytes)},
                      {"total_bytes", json_of(cycle.total_bytes)},
                      {"tokens", cycle.tokens ? json_of(*cycle.tokens, counter) : JsonValue()},
                      {"price", cycle.tokens ? json_of(price_request(prices, *cycle.tokens)) : JsonValue()}});
}

// How many commits before the newest one the page starts. Cycles are nearly always without gaps.
Result<std::uint64_t> start_of_page(const Context& context, const std::optional<Cursor>& cursor) {
  if (!cursor) return std::uint64_t{0};
  const auto is_there = [&](std::uint64_t back) {
    const auto snapshot = context.back(back);
    return snapshot && snapshot->commit_id().hex() == cursor->moment;
  };
  std::uint64_t cycle = 0;
  const char* const end = cursor->position.data() + cursor->position.size();
  const auto read = std::from_chars(cursor->position.data(), end, cycle);
  const std::uint64_t guess = context.cycle() - std::min(cycle, context.cycle());
  if (read.ec == std::errc() && is_there(guess)) return guess;
  for (std::uint64_t back = 0;; ++back) {
    if (!context.back(back)) return foreign_cursor();
    if (is_there(back)) return back;
  }
}

Result<std::string> stats(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const std::optional<Cursor> cursor, cursor_of(arguments));
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_name(history, arguments));
  PlanOptions scales;
  LW_TRY(session.take_prices(arguments, scales));
  const std::string row = profile.value_or("openai");
  LW_TRY_ASSIGN(const Prices prices, scales.prices ? Result<Prices>(*scales.prices) : find_prices(row));
  FiguresOptions options;
  options.profile = profile.value_or("");
  if (profile) LW_TRY(find_profile(*profile));
  options.counter = scales.counter.value_or(options.counter);
  LW_TRY(history.moment("@t0"));
  const std::uint64_t limit = page_limit(arguments, kCycles);
  LW_TRY_ASSIGN(options.start, start_of_page(history.context(), cursor));
  options.limit = limit + 1;  // the first one is that of the next page
  LW_TRY_ASSIGN(const std::vector<CycleFigures> cycles, cycle_figures(history.context(), options));
  const std::size_t first = cycles.size() > limit ? cycles.size() - static_cast<std::size_t>(limit) : 0;
  JsonValue::Array lines;
  for (std::size_t at = first; at < cycles.size(); ++at) {
    lines.push_back(cycle_line(cycles[at], prices, options.counter));
  }
  std::vector<JsonMember> members = {{"cycles", std::move(lines)},
                                     {"counter", options.counter},
                                     {"kind", count_kind(options.counter)},
                                     {"prices", json_of(prices)}};
  if (first > 0) {
    const CycleFigures& next = cycles[first - 1];
    members.push_back({"next", text_of(Cursor{next.commit_id.hex(), std::to_string(next.cycle)})});
  }
  return json_text_of(make_object(std::move(members)));
}

}  // namespace

const Row kStats = {
    .name = "stats",
    .scope = Scope::Read,
    .summary =
        "Gives the growth of a context by cycles: bytes by region, kept prefix and its cause, tokens and price, "
        "nodes that left.",
    .arguments = stats_arguments,
    .result = stats_result,
    .example = R"({"limit":10})",
    .errors = {kProfileUnknown, kSnapshotNotFound},
    .lines = "cycles",
    .run = stats,
};

}  // namespace latewood::operations
