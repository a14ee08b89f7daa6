// The request of the commit to come, or its report.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/plan.h"
#include "latewood/policy.h"
#include "latewood/render.h"
#include "operations/json/members.h"
#include "operations/json/price_members.h"
#include "operations/json/rendered.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& preview_arguments() {
  static const Schema kSchema = object(
      joined({place_members(),
              {optional("policy", nullable(map_of(anything(),
                                                  "a policy to try: nothing is set; null: none; default: that of "
                                                  "the branch"))),
               optional("report", boolean("give the report of the commit, not the request; default: false"))},
              render_members()}));
  return kSchema;
}

std::vector<Member> preview_report_members() {
  return {required("cycle", count()),
          required("left", departures_schema()),
          required("deferred", list(text(), "expired nodes that stay: pinned or referred to")),
          required("kept", list(text(), "nodes over budget that stay: pinned or referred to")),
          required("nodes_before", count()),
          required("nodes_after", count()),
          required("bytes_before", count()),
          required("bytes_after", count()),
          required("plan", short_plan_schema())};
}

const Schema& preview_result() {
  static const Schema kSchema = any_of({object(rendered_members()), object(preview_report_members())},
                                       "the request, with units if it is of a profile; or the report");
  return kSchema;
}

Result<std::optional<PrunePolicy>> policy_of(const Context& context, const Arguments& arguments) {
  if (!arguments.has("policy")) return context.policy();
  if (arguments.find("policy")->is_null()) return std::optional<PrunePolicy>();
  LW_TRY_ASSIGN(PrunePolicy policy, parse_policy(arguments.json_in_order("policy")));
  return std::optional(std::move(policy));
}

Result<std::string> preview_report(const Context& context, PlanOptions options,
                                   const std::optional<PrunePolicy>& policy) {
  LW_TRY_ASSIGN(const CommitReport next, context.preview_report_under(policy));
  options.policy = policy;
  return json_text_of(make_object({{"cycle", json_of(next.cycle)},
                                   {"left", json_of(next.departures)},
                                   {"deferred", json_of(next.deferred)},
                                   {"kept", json_of(next.kept)},
                                   {"nodes_before", JsonValue(next.nodes_before)},
                                   {"nodes_after", JsonValue(next.nodes_after)},
                                   {"bytes_before", JsonValue(next.bytes_before)},
                                   {"bytes_after", JsonValue(next.bytes_after)},
                                   {"plan", short_plan_json(context, options)}}));
}

Result<std::string> preview(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_name(history, arguments));
  PlanOptions options;
  options.render = render_options(arguments);
  options.profile = profile.value_or("");
  LW_TRY(session.take_prices(arguments, options));
  const auto lock = history.lock_edits();
  const Context& context = history.context();
  LW_TRY_ASSIGN(const std::optional<PrunePolicy> policy, policy_of(context, arguments));
  if (arguments.flag("report")) return preview_report(context, std::move(options), policy);
  if (!profile) {
    LW_TRY_ASSIGN(const std::string thread, context.preview_under(policy));
    return json_text_of(json_of_thread(thread, JsonValue()));
  }
  LW_TRY_ASSIGN(const Rendered rendered, context.preview_under(policy, *profile, render_options(arguments)));
  return json_text_of(json_of(rendered));
}

}  // namespace

const Row kPreview = {
    .name = "preview",
    .scope = Scope::Read,
    .summary =
        "Gives the request of the next commit, without a profile as the canonical thread, or the report of that "
        "commit.",
    .arguments = preview_arguments,
    .result = preview_result,
    .example = R"({"profile":"openai"})",
    .errors = {kProfileUnknown, kContentInvalid, kContentUnsupported, kRenderEmpty, kToolInvalid, kVendorBound},
    .run = preview,
};

}  // namespace latewood::operations
