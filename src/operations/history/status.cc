// Uncommitted edits, and what the next commit removes.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/intake.h"
#include "latewood/json_text.h"
#include "latewood/node_facts.h"
#include "latewood/plan.h"
#include "latewood/working_diff.h"
#include "operations/json/change_members.h"
#include "operations/json/members.h"
#include "operations/json/price_members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& status_arguments() {
  static const Schema kSchema = object(place_members());
  return kSchema;
}

const Schema& status_result() {
  static const Schema kMarker = object(
      {required("id", text()), required("nodeType", text()), required("marks", list(text(), "the ids that it names"))});
  static const Schema kPin =
      object({required("id", text()), required("holder", text("a name; empty: a pin without a name"))});
  static const Schema kProposal =
      object({required("proposer", text()), required("rule", text()), required("scope", text()),
              required("event", nullable(text("STREAM:NUMBER"))), required("edits", count())});
  static const Schema kSchema = object(joined(
      {{required("context", text()), required("branch", text()), required("cycle", count("of the newest commit")),
        required("commit_id", nullable(commit_id("of the newest commit; null: there is none"))),
        required("profile", nullable(text("of the requests of calls that name none; null: the canonical thread")))},
       diff_members(),
       {required("attempt", nullable(count("the completed attempt whose reply the next commit inserts"))),
        required("markers", list(kMarker, "new redactions and replacements")),
        required("pins", list(text(), "ids of all pinned nodes")), required("pinned", list(kPin, "since the commit")),
        required("unpinned", list(kPin, "since the commit")),
        required("proposals", list(kProposal, "for the next commit, in the order of decision")),
        required("stale", count("edits that need a rebase")), required("left", departures_schema()),
        required("deferred", list(text(), "expired nodes that the next commit keeps")),
        required("kept", list(text(), "nodes over budget that the next commit keeps")),
        required("refused", nullable(text("why the next commit would be refused: its limit cannot be held, and the "
                                          "three lists above are empty; null: it would not"))),
        required("plan", short_plan_schema())}}));
  return kSchema;
}

JsonValue markers_json(const std::vector<NodeView>& working, const Diff& edits) {
  const std::set<std::string_view> added(edits.added.begin(), edits.added.end());
  JsonValue::Array list;
  for (const NodeView& node : working) {
    const std::vector<std::string> named = marked_by(node);
    if (named.empty() || !added.contains(node.id)) continue;
    list.push_back(make_object({{"id", node.id}, {"marks", json_of(named)}, {"nodeType", node.node_type}}));
  }
  return list;
}

JsonValue pins_json(const std::vector<Pin>& pins) {
  JsonValue::Array list;
  for (const Pin& pin : pins) list.push_back(make_object({{"id", pin.id}, {"holder", pin.holder}}));
  return list;
}

JsonValue causing_event(const std::optional<EventRef>& event) {
  return event ? JsonValue(event->stream + ":" + std::to_string(event->seq)) : JsonValue();
}

JsonValue proposals_json(const std::vector<Proposal>& proposals) {
  JsonValue::Array list;
  for (const Proposal& proposal : proposals) {
    list.push_back(make_object({{"edits", json_of(std::uint64_t{proposal.edits.size()})},
                                {"event", causing_event(proposal.event)},
                                {"proposer", proposal.proposer},
                                {"rule", proposal.rule},
                                {"scope", proposal.scope}}));
  }
  return list;
}

// The completed attempt that the next commit binds, and whose reply it inserts.
std::optional<std::uint64_t> attempt_of_next(const Context& context) {
  std::optional<std::uint64_t> found;
  for (const Attempt& attempt : context.attempts()) {
    const bool is_of_next = attempt.cycle_id == context.cycle() + 1 && !attempt.commit;
    if (is_of_next && attempt.status == AttemptStatus::Completed) found = attempt.attempt_id;
  }
  return found;
}

// The departures of the next commit, or why it would be refused.
struct NextCommit {
  CommitReport report;
  std::optional<std::string> refused = {};
};

Result<NextCommit> next_commit(const Context& context) {
  auto report = context.preview_report();
  if (report) return NextCommit{*std::move(report)};
  if (report.error().rule != kLimitExceeded) return report.error();
  return NextCommit{{}, report.error().message};
}

Result<std::string> status(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_name(history, arguments));
  PlanOptions options;
  options.profile = profile.value_or("");
  LW_TRY(session.take_prices(arguments, options));
  const auto lock = history.lock_edits();
  const Context& context = history.context();
  LW_TRY_ASSIGN(const Diff edits, working_diff(context));
  LW_TRY_ASSIGN(const NextCommit next, next_commit(context));
  LW_TRY_ASSIGN(const std::vector<NodeView> working, context.working());
  const PinEdits pins = pin_edits(context);
  const auto latest = context.latest();
  const std::optional<std::uint64_t> attempt = attempt_of_next(context);
  return json_text_of(
      with_members(json_of(edits), {{"context", history.context_name()},
                                    {"branch", history.branch()},
                                    {"cycle", json_of(context.cycle())},
                                    {"commit_id", latest ? JsonValue(latest->commit_id().hex()) : JsonValue()},
                                    {"profile", profile ? JsonValue(*profile) : JsonValue()},
                                    {"attempt", attempt ? json_of(*attempt) : JsonValue()},
                                    {"markers", markers_json(working, edits)},
                                    {"pins", json_of(context.working_pins())},
                                    {"pinned", pins_json(pins.pinned)},
                                    {"unpinned", pins_json(pins.unpinned)},
                                    {"proposals", proposals_json(list_proposals(context))},
                                    {"stale", json_of(context.stale_edits())},
                                    {"left", json_of(next.report.departures)},
                                    {"deferred", json_of(next.report.deferred)},
                                    {"kept", json_of(next.report.kept)},
                                    {"refused", json_of(next.refused)},
                                    {"plan", short_plan_json(context, options)}}));
}

}  // namespace

const Row kStatus = {
    .name = "status",
    .scope = Scope::Read,
    .summary = "Gives the uncommitted edits of a branch, and what the next commit removes.",
    .arguments = status_arguments,
    .result = status_result,
    .example = "{}",
    .errors = {kContextNotFound, kBranchNotFound},
    .run = status,
};

}  // namespace latewood::operations
