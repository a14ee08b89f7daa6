#include "render/profile.h"

#include <array>
#include <charconv>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_cursor.h"
#include "latewood/json_text.h"

namespace latewood {
namespace render {
namespace {

// All profiles by id, oldest version first.
std::array<const Profile*, 10> all_profiles() {
  return {&kAnthropic1,  &kAnthropic2,  &kGemini1,          &kGemini2,          &kGemini3,
          &kOpenAiChat1, &kOpenAiChat2, &kOpenAiResponses1, &kOpenAiResponses2, &kOpenAiResponses3};
}

}  // namespace

const Profile* find_profile(std::string_view id, std::uint32_t version) {
  const Profile* found = nullptr;
  for (const Profile* profile : all_profiles()) {
    if (profile->dialect.profile == id && (version == 0 || profile->version == version)) found = profile;
  }
  return found;
}

ProfileName name_of(const Profile& profile) { return {std::string(profile.dialect.profile), profile.version}; }

std::string product_name(const Profile& profile, View view) {
  return to_string(name_of(profile)) + (view == View::Structural ? " structural" : "");
}

Result<Rendered> render_profile(const tree::Tree& tree, std::string_view profile, const RenderOptions& options,
                                PieceCache* cache, const FindNode& find) {
  LW_TRY_ASSIGN(const ProfileName name, latewood::find_profile(profile));
  return render_profile(tree, *find_profile(name.id, name.version), options, cache, find);
}

}  // namespace render

std::string to_string(const ProfileName& profile) { return profile.id + "@" + std::to_string(profile.version); }

std::vector<ProfileName> profiles() {
  std::vector<ProfileName> names;
  for (const render::Profile* profile : render::all_profiles()) {
    names.push_back({std::string(profile->dialect.profile), profile->version});
  }
  return names;
}

Result<ProfileName> find_profile(std::string_view text) {
  const std::size_t at = text.find('@');
  std::uint32_t version = 0;
  bool is_number = true;
  if (at != text.npos) {
    const std::string_view digits = text.substr(at + 1);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), version);
    is_number = read.ec == std::errc() && read.ptr == digits.data() + digits.size() && version > 0;
  }
  const render::Profile* found = is_number ? render::find_profile(text.substr(0, at), version) : nullptr;
  if (found == nullptr) {
    return broken(kProfileUnknown, "there is no profile " + json_text(excerpt(text)), Code::NotFound);
  }
  return ProfileName{std::string(found->dialect.profile), found->version};
}

std::string_view to_string(RepairKind kind) {
  switch (kind) {
    case RepairKind::ResultAdded: return "result_added";
    case RepairKind::ResultMoved: return "result_moved";
    case RepairKind::ResultAsText: return "result_as_text";
    case RepairKind::CallIdRewritten: return "call_id_rewritten";
    case RepairKind::CallNameRewritten: return "call_name_rewritten";
    case RepairKind::ArgumentsRewritten: return "arguments_rewritten";
    case RepairKind::RoleChanged: return "role_changed";
    case RepairKind::SystemAsUser: return "system_as_user";
    case RepairKind::ContentAsText: return "content_as_text";
    case RepairKind::EmptyDropped: return "empty_dropped";
    case RepairKind::TextTrimmed: return "text_trimmed";
    case RepairKind::ReasoningDropped: return "reasoning_dropped";
    case RepairKind::UserAdded: return "user_added";
    case RepairKind::ToolDropped: return "tool_dropped";
    case RepairKind::ToolAdded: return "tool_added";
    case RepairKind::SignatureAdded: return "signature_added";
    case RepairKind::MarkerDropped: return "marker_dropped";
    case RepairKind::OpaqueDropped: return "opaque_dropped";
    case RepairKind::ContentPurged: return "content_purged";
    case RepairKind::ErrorRewritten: return "error_rewritten";
  }
  return "result_added";
}

}  // namespace latewood
