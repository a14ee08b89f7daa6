// Contents that have a text or match an expression.
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/grep.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/page.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& grep_arguments() {
  static const Schema kSchema =
      object(joined({history_members(),
                     {required("pattern", text("a text; with regex a regular expression (docs/cli.md)")),
                      optional("moment", text("a moment, or a range of two, A..B; default: the working state")),
                      optional("regex", boolean("default: false")),
                      optional("ignore_case", boolean("upper and lower case are the same; default: false"))},
                     page_members()}));
  return kSchema;
}

Schema hit_schema() {
  return object({required("id", text()), required("role", nullable(text())), required("kind", nullable(text())),
                 required("cycle", nullable(count("of the first snapshot that has it; null: the working state"))),
                 required("region", word({"sys", "seq", "ah"})), required("turn", nullable(text("of seq: its id"))),
                 required("depth", nullable(count("of seq: that of the turn"))),
                 required("pointer", text("where in the JSON of the content; empty: the content is a text")),
                 required("line", count("from 1")), required("column", count("of the match, from 1, in characters")),
                 required("text", text("the line")), required("begin", count("of the match in the line, in bytes")),
                 required("end", count("of the match in the line, in bytes"))});
}

const Schema& grep_result() {
  static const Schema kSchema = object({required("hits", list(hit_schema(), "lines, oldest first")), next_member()});
  return kSchema;
}

JsonValue hit_line(const GrepHit& hit) {
  return make_object({{"begin", json_of(hit.begin)},
                      {"column", json_of(hit.column)},
                      {"cycle", hit.cycle ? json_of(*hit.cycle) : JsonValue()},
                      {"depth", hit.depth ? json_of(*hit.depth) : JsonValue()},
                      {"end", json_of(hit.end)},
                      {"id", hit.id},
                      {"kind", json_of(hit.kind)},
                      {"line", json_of(hit.line)},
                      {"pointer", hit.pointer},
                      {"region", hit.region},
                      {"role", json_of(hit.role)},
                      {"text", hit.text},
                      {"turn", json_of(hit.turn)}});
}

// The snapshots to look in: a line of history that has both ends.
struct Range {
  std::shared_ptr<const Context> context;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::string newest;  // the id of the newest commit
};

Result<Range> range_from(const ReadHistory& history, const std::string& a, const std::string& b) {
  LW_TRY_ASSIGN(const Snapshot one, history.moment(a));
  LW_TRY_ASSIGN(const Snapshot other, history.moment(b));
  const bool ends_with_b = one.cycle() <= other.cycle();
  const Snapshot& older = ends_with_b ? one : other;
  const Snapshot& newer = ends_with_b ? other : one;
  LW_TRY_ASSIGN(const ReadHistory::Moment line, history.line_to(ends_with_b ? b : a));
  const auto same = line.context->at(older.cycle());
  if (same && same->commit_id() == older.commit_id()) {
    return Range{line.context, older.cycle(), newer.cycle(), newer.commit_id().hex()};
  }
  return Error{
      Code::Unsupported, "'" + a + ".." + b + "' is not a range: neither moment is an ancestor of the other", {}, {}};
}

// A cursor of this operation has the position CYCLE:NUMBER: of the oldest snapshot, and among the hits.
struct GrepPlace {
  std::uint64_t first = 0;
  Cursor hits;
};

Result<GrepPlace> place_of(const Cursor& cursor) {
  const std::size_t colon = cursor.position.find(':');
  if (colon == std::string::npos) return foreign_cursor();
  GrepPlace place;
  place.hits = {cursor.moment, cursor.position.substr(colon + 1)};
  const char* const end = cursor.position.data() + colon;
  const auto read = std::from_chars(cursor.position.data(), end, place.first);
  if (read.ec != std::errc() || read.ptr != end) return foreign_cursor();
  return place;
}

// The range of the arguments, or the one that the cursor goes on with.
Result<Range> range_of(const ReadHistory& history, const std::string& moment, const std::optional<GrepPlace>& place) {
  const std::size_t dots = moment.find("..");
  const bool is_range = dots != std::string::npos;
  auto asked = is_range ? range_from(history, moment.substr(0, dots), moment.substr(dots + 2))
                        : range_from(history, moment, moment);
  const bool is_same = asked && place && asked->newest == place->hits.moment && asked->first == place->first;
  if (!place || is_same) return asked;
  if (history.repository() == nullptr) return foreign_cursor();
  LW_TRY_ASSIGN(const ReadHistory::Moment line, history.line_to(place->hits.moment));
  LW_TRY_ASSIGN(const Snapshot newest, line.context->latest());
  return Range{line.context, place->first, newest.cycle(), place->hits.moment};
}

Result<std::string> page_of(const std::vector<GrepHit>& hits, const Range& range, const std::optional<GrepPlace>& place,
                            std::uint64_t limit) {
  const auto cursor = place ? std::optional(place->hits) : std::optional<Cursor>();
  LW_TRY_ASSIGN(const PageRange page, page_range(hits.size(), cursor, limit));
  std::vector<JsonMember> members;
  JsonValue::Array lines;
  for (std::uint64_t i = page.begin; i < page.end; ++i) lines.push_back(hit_line(hits[static_cast<std::size_t>(i)]));
  members.push_back({"hits", std::move(lines)});
  if (page.end < hits.size()) {
    const std::string position = std::to_string(range.first) + ":" + std::to_string(page.end);
    members.push_back({"next", text_of(Cursor{range.newest, position})});
  }
  return json_text_of(make_object(std::move(members)));
}

Result<std::string> grep(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const GrepPattern pattern,
                GrepPattern::parse(arguments.text("pattern"),
                                   {.regex = arguments.flag("regex"), .ignore_case = arguments.flag("ignore_case")}));
  LW_TRY_ASSIGN(const std::optional<Cursor> cursor, cursor_of(arguments));
  std::optional<GrepPlace> place;
  if (cursor) {
    LW_TRY_ASSIGN(place, place_of(*cursor));
  }
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  const std::string moment = arguments.text("moment");
  const std::uint64_t limit = page_limit(arguments);
  if (moment.empty()) {
    if (cursor && cursor->moment != kWorkingMoment) return foreign_cursor();
    const auto lock = history.lock_edits();
    LW_TRY_ASSIGN(const std::vector<GrepHit> hits, grep_working(history.context(), pattern));
    return page_of(hits, {nullptr, 0, 0, std::string(kWorkingMoment)}, place, limit);
  }
  LW_TRY_ASSIGN(const Range range, range_of(history, moment, place));
  LW_TRY_ASSIGN(const std::vector<GrepHit> hits, latewood::grep(*range.context, pattern, range.first, range.last));
  return page_of(hits, range, place, limit);
}

}  // namespace

const Row kGrep = {
    .name = "grep",
    .scope = Scope::Read,
    .summary = "Searches contents line by line for a text or a regular expression.",
    .arguments = grep_arguments,
    .result = grep_result,
    .example = R"({"pattern":"soil","ignore_case":true,"moment":"@c1..@t0","limit":20})",
    .errors = {kPatternInvalid, kPatternLimit, kSnapshotNotFound, kReferenceAmbiguous},
    .lines = "hits",
    .run = grep,
};

}  // namespace latewood::operations
