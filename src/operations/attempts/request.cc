// Begins an attempt and gives the body to send.
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "canon/json_source.h"
#include "latewood/json_text.h"
#include "latewood/render.h"
#include "operations/attempts/attempt_json.h"
#include "operations/edits/count_first.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& request_arguments() {
  static const Schema kSchema = object(joined(
      {edit_members(),
       begin_members(),
       {optional("profile", text("openai, openai-responses, anthropic or gemini, with or without @VERSION; default: "
                                 "that of the session"))}}));
  return kSchema;
}

const Schema& request_result() {
  static const Schema kSchema =
      object({required("attempt_id", count("for `complete`")), required("profile", text("NAME@VERSION")),
              required("body", map_of(anything(), "the request: model, params, and the members of the context"))});
  return kSchema;
}

// Gemini has the model in the address of the call.
bool names_model(const ProfileName& profile) { return profile.id != "gemini"; }

// Members that the context decides are not overwritten.
Result<void> check_params(const JsonValue& params, const JsonValue& rendered) {
  for (const JsonMember& member : *params.as_object()) {
    const bool is_taken = rendered.find(member.key) != nullptr || member.key == "model";
    if (is_taken) return broken(kArgumentInvalid, "/params/" + member.key + ": this member comes from the context");
  }
  return {};
}

std::string without_braces(const std::string& object) { return object.substr(1, object.size() - 2); }

// The rendered members are the exact bytes that the attempt has on record.
Result<std::string> body_of(const ProfileName& profile, const Arguments& arguments, const std::string& rendered) {
  std::string body;
  const auto add = [&body](const std::string& members) {
    if (!members.empty()) body.append(body.empty() ? "" : ",").append(members);
  };
  const auto model = arguments.find_text("model");
  if (model && names_model(profile)) add("\"model\":" + json_text(*model));
  if (const JsonValue* params = arguments.find("params")) {
    LW_TRY_ASSIGN(const JsonValue members, parse_json(rendered));
    LW_TRY(check_params(*params, members));
    add(without_braces(arguments.json_in_order("params")));
  }
  add(without_braces(rendered));
  return "{" + body + "}";
}

Result<std::string> request(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const auto named, session.profile_for(arguments));
  if (!named) {
    Error error = broken(kOptionInvalid, "no profile is given");
    error.hint = "give `profile`";
    return error;
  }
  LW_TRY_ASSIGN(const ProfileName profile, find_profile(*named));
  LW_TRY_ASSIGN(AttemptRequest attempt, attempt_request(arguments));
  if (attempt.provider.empty()) attempt.provider = profile.id;
  attempt.profile = to_string(profile);
  std::string body;
  LW_TRY_ASSIGN(const JsonValue begun, session.edit(arguments, [&](const EditCallPlace& place) -> Result<JsonValue> {
    LW_TRY(count_first(place));
    // Rendered first, so that a parameter at fault leaves no attempt behind.
    LW_TRY_ASSIGN(const Rendered rendered, place.context.preview(attempt.profile, attempt.render));
    LW_TRY_ASSIGN(body, body_of(profile, arguments, rendered.bytes));
    LW_TRY_ASSIGN(const AttemptTicket ticket, place.context.begin_attempt(attempt));
    LW_TRY_ASSIGN(body, body_of(profile, arguments, ticket.bytes));
    return json_of(ticket.attempt_id);
  }));
  return R"({"attempt_id":)" + json_text_of(begun) + R"(,"body":)" + body + R"(,"profile":)" +
         json_text(to_string(profile)) + "}";
}

}  // namespace

const Row kRequest = {
    .name = "request",
    .scope = Scope::Write,
    .summary = "Begins an attempt and gives the body to send to the provider.",
    .arguments = request_arguments,
    .result = request_result,
    .example = R"({"profile":"openai","model":"large","params":{"max_tokens":200}})",
    .errors = {kProfileUnknown, kOptionInvalid, kContentInvalid, kContentUnsupported, kRenderEmpty, kToolInvalid,
               kVendorBound},
    .run = request,
};

}  // namespace latewood::operations
