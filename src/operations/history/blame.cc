// The commit that brought each unit of a thread.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/why.h"
#include "operations/json/reason_members.h"
#include "operations/session/page.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& blame_arguments() {
  static const Schema kSchema =
      object(joined({history_members(), {moment_member()}, render_members(), page_members()}));
  return kSchema;
}

const Schema& blame_result() {
  static const Schema kUnit =
      object({required("id", text("the node")), required("begin", count("in the request")), required("end", count()),
              required("cycle", count("of the commit that brought it")),
              required("commit_id", nullable(commit_id("null: that commit is not in this history"))),
              optional("message", text()), optional("rule", text()), optional("actor", text()),
              optional("event", event_schema())});
  static const Schema kSchema = object({required("units", list(kUnit, "in the order of the thread")), next_member()});
  return kSchema;
}

Result<std::string> blame(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const std::optional<Cursor> cursor, cursor_of(arguments));
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_name(history, arguments));
  const std::string moment = arguments.text("moment");
  LW_TRY_ASSIGN(const Snapshot snapshot, moment_of_page(history, moment, cursor));
  const std::string commit = snapshot.commit_id().hex();
  const auto asked = history.moment(moment);
  const bool is_asked = asked && asked->commit_id() == snapshot.commit_id();
  LW_TRY_ASSIGN(const ReadHistory::Moment line, history.line_to(is_asked ? moment : commit));
  LW_TRY_ASSIGN(const std::vector<BlameLine> lines,
                profile ? latewood::blame(*line.context, line.reference, *profile, render_options(arguments))
                        : latewood::blame(*line.context, line.reference));
  LW_TRY_ASSIGN(const PageRange page, page_range(lines.size(), cursor, page_limit(arguments)));
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(page.begin);
  const auto last = lines.begin() + static_cast<std::ptrdiff_t>(page.end);
  LW_TRY_ASSIGN(JsonValue units, value_of(to_json(std::vector<BlameLine>(first, last))));
  std::vector<JsonMember> members = {{"units", std::move(units)}};
  if (page.end < lines.size()) members.push_back({"next", text_of(Cursor{commit, std::to_string(page.end)})});
  return json_text_of(make_object(std::move(members)));
}

}  // namespace

const Row kBlame = {
    .name = "blame",
    .scope = Scope::Read,
    .summary = "Tells for every unit of a request which commit and event brought it.",
    .arguments = blame_arguments,
    .result = blame_result,
    .example = R"({"moment":"@t0","limit":20})",
    .errors = {kProfileUnknown, kSnapshotNotFound, kReferenceAmbiguous},
    .lines = "units",
    .run = blame,
};

}  // namespace latewood::operations
