// The request that a vendor gets for one snapshot.
#include <optional>
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/render.h"
#include "latewood/trace.h"
#include "operations/json/rendered.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& render_arguments() {
  static const Schema kSchema = object(joined({history_members(), {moment_member()}, render_members()}));
  return kSchema;
}

const Schema& render_result() {
  static const Schema kSchema = object(rendered_members());
  return kSchema;
}

Result<std::string> render(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_name(history, arguments));
  LW_TRY_ASSIGN(const Snapshot snapshot, history.moment(arguments.text("moment")));
  if (!profile) {
    LW_TRY_ASSIGN(const std::string thread, snapshot.provider_thread());
    LW_TRY_ASSIGN(const Units units, thread_units(snapshot));
    return json_text_of(json_of_thread(thread, json_of(units)));
  }
  LW_TRY_ASSIGN(const Rendered rendered, snapshot.render(*profile, render_options(arguments)));
  return json_text_of(json_of(rendered));
}

}  // namespace

const Row kRender = {
    .name = "render",
    .scope = Scope::Read,
    .summary = "Gives the request that a provider gets for one snapshot; without a profile the canonical thread.",
    .arguments = render_arguments,
    .result = render_result,
    .example = R"({"profile":"openai"})",
    .errors = {kProfileUnknown, kSnapshotNotFound, kContentInvalid, kContentUnsupported, kRenderEmpty, kToolInvalid,
               kVendorBound},
    .run = render,
};

}  // namespace latewood::operations
