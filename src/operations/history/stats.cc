// The growth of a context, cycle by cycle.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/cycle_stats.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
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
              required("left", departures_schema())});
  static const Schema kSchema =
      object({required("cycles", list(kCycle, "oldest first; pages go back in time")), next_member()});
  return kSchema;
}

JsonValue cycle_line(const CycleStats& cycle) {
  return make_object(
      {{"cycle", json_of(cycle.cycle)},
       {"commit_id", cycle.commit_id},
       {"sys", json_of(cycle.sys)},
       {"seq", json_of(cycle.seq)},
       {"ah", json_of(cycle.ah)},
       {"kept_per_mille", cycle.kept_per_mille ? JsonValue(std::int64_t{*cycle.kept_per_mille}) : JsonValue()},
       {"left", json_of(cycle.left)}});
}

// How many commits before the newest one the page starts.
Result<std::uint64_t> start_of_page(const Context& context, const std::optional<Cursor>& cursor) {
  if (!cursor) return std::uint64_t{0};
  for (std::uint64_t back = 0;; ++back) {
    const auto snapshot = context.back(back);
    if (!snapshot) return foreign_cursor();
    if (snapshot->commit_id().hex() == cursor->moment) return back;
  }
}

Result<std::string> stats(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const std::optional<Cursor> cursor, cursor_of(arguments));
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_name(history, arguments));
  if (profile) LW_TRY(find_profile(*profile));
  LW_TRY(history.moment("@t0"));
  const Context& context = history.context();
  const std::uint64_t limit = page_limit(arguments, kCycles);
  LW_TRY_ASSIGN(const std::uint64_t start, start_of_page(context, cursor));
  LW_TRY_ASSIGN(const std::vector<CycleStats> cycles, cycle_stats(context, limit, profile.value_or(""), start));
  JsonValue::Array lines;
  for (const CycleStats& cycle : cycles) lines.push_back(cycle_line(cycle));
  std::vector<JsonMember> members = {{"cycles", std::move(lines)}};
  if (const auto next = context.back(start + cycles.size())) {
    members.push_back({"next", text_of(Cursor{next->commit_id().hex(), std::to_string(next->cycle())})});
  }
  return json_text_of(make_object(std::move(members)));
}

}  // namespace

const Row kStats = {
    .name = "stats",
    .scope = Scope::Read,
    .summary = "Gives the growth of a context by cycles: bytes by region, the kept prefix, nodes that left.",
    .arguments = stats_arguments,
    .result = stats_result,
    .example = R"({"limit":10})",
    .errors = {kProfileUnknown, kSnapshotNotFound},
    .lines = "cycles",
    .run = stats,
};

}  // namespace latewood::operations
