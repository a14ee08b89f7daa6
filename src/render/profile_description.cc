// The description of a profile as JSON, from which its digest is computed.
//
//   {"id":ID,"messages":MEMBER,"settings":{..},"version":N,"view":VIEW}
//
// A setting that is off is left out, so that a new setting does not change the descriptions of older profiles.
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "canon/blake3.h"
#include "canon/json_cursor.h"
#include "canon/json_writer.h"
#include "canon/unsigned_number.h"
#include "latewood/json_text.h"
#include "render/profile.h"

namespace latewood {
namespace {

using render::Dialect;
using render::IdScope;
using render::Profile;

// Part of every attempt that sends the canonical thread. Raise the version only with its bytes.
constexpr std::string_view kCanonicalThread = R"({"id":"canonical-thread","version":2})";

JsonValue settings_of(const Profile& profile) {
  const Dialect& dialect = profile.dialect;
  std::vector<JsonMember> members = {{"call_id_max", json_number(dialect.call_id_max)},
                                     {"call_ids", dialect.call_ids == IdScope::Thread ? "thread" : "message"},
                                     {"tool_name_max", json_number(dialect.tool_name_max)}};
  const std::pair<const char*, bool> switches[] = {
      {"absent_is_silent", !dialect.speaking.absent},
      {"arguments_in_order", dialect.keeps_order},
      {"assistant_media", dialect.assistant_media},
      {"core_content", dialect.speaking.cores},
      {"declares_called_tools", dialect.declares_called_tools},
      {"opaque_pairs", dialect.opaque_link != nullptr},
      {"opaque_reasoning", dialect.is_reasoning != nullptr},
      {"own_members", dialect.own_members},
      {"plain_call_ids", dialect.plain_call_ids},
      {"program_calls", dialect.caller_of != nullptr},
      {"reasoning", dialect.takes_reasoning != nullptr},
      {"reasoning_needs_follower", dialect.reasoning_needs_follower},
      {"refuses_blank_text", dialect.refuses_blank_text},
      {"results_may_intervene", dialect.results_may_intervene},
      {"signs_texts", dialect.signs_texts},
      {"system_apart", dialect.system_apart},
      {"tool_name_starts_with_letter", dialect.tool_name_starts_with_letter},
      {"trims_last_text", dialect.trims_last_text},
      {"unique_items", dialect.unique_items},
      {"user_first", dialect.user_first},
  };
  for (const auto& [name, is_on] : switches) {
    if (is_on) members.push_back({name, true});
  }
  if (profile.turn_breakpoints > 0) members.push_back({"turn_breakpoints", json_number(profile.turn_breakpoints)});
  return make_object(std::move(members));
}

}  // namespace

Result<std::string> describe_profile(const std::optional<ProfileName>& name, const RenderOptions& options) {
  if (!name) return std::string(kCanonicalThread);
  // Version 0 is not a version: it means the newest one in a lookup.
  const Profile* profile = name->version == 0 ? nullptr : render::find_profile(name->id, name->version);
  if (profile == nullptr) {
    return broken(kProfileUnknown, "there is no profile " + json_text(excerpt(to_string(*name))), Code::NotFound);
  }
  return canonical_json(make_object({{"id", name->id},
                                     {"messages", std::string(profile->messages_key)},
                                     {"settings", settings_of(*profile)},
                                     {"version", json_number(name->version)},
                                     {"view", options.view == View::Structural ? "structural" : "effective"}}));
}

Result<Blake3Digest> profile_digest(const std::optional<ProfileName>& profile, const RenderOptions& options) {
  LW_TRY_ASSIGN(const std::string text, describe_profile(profile, options));
  return blake3_of(text);
}

}  // namespace latewood
