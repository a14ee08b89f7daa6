// Records a running call to a vendor.
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
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

const Schema& begin_arguments() {
  static const Schema kSchema = object(
      joined({edit_members(),
              begin_members(),
              {optional("profile", text("what is sent; default: that of the session, else the setting; "
                                        "empty: the canonical thread")),
               optional("with_request", boolean("also give the exact bytes to send, as a text; default: false"))}}));
  return kSchema;
}

const Schema& begin_result() {
  static const Schema kSchema = object({required("attempt_id", count()), required("bytes", count("of the request")),
                                        required("profile", nullable(text("NAME@VERSION; null: the canonical thread"))),
                                        optional("request", text("the exact bytes to send, as a text"))});
  return kSchema;
}

Result<std::string> begin(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(AttemptRequest request, attempt_request(arguments));
  LW_TRY_ASSIGN(const auto named, session.profile_for(arguments));
  if (named) {
    LW_TRY_ASSIGN(const ProfileName profile, find_profile(*named));
    request.profile = to_string(profile);
  }
  LW_TRY_ASSIGN(const JsonValue begun, session.edit(arguments, [&](const EditCallPlace& place) -> Result<JsonValue> {
    LW_TRY(count_first(place));
    LW_TRY_ASSIGN(const AttemptTicket ticket, place.context.begin_attempt(request));
    std::vector<JsonMember> members = {{"attempt_id", json_of(ticket.attempt_id)},
                                       {"bytes", json_of(std::uint64_t{ticket.bytes.size()})},
                                       {"profile", named ? JsonValue(request.profile) : JsonValue()}};
    if (arguments.flag("with_request")) members.push_back({"request", ticket.bytes});
    return make_object(std::move(members));
  }));
  return json_text_of(begun);
}

}  // namespace

const Row kBeginAttempt = {
    .name = "begin_attempt",
    .scope = Scope::Write,
    .summary = "Records a running call to a provider, with the digest of the bytes to send.",
    .arguments = begin_arguments,
    .result = begin_result,
    .example = R"({"provider":"acme","model":"large"})",
    .errors = {kProfileUnknown},
    .run = begin,
};

}  // namespace latewood::operations
