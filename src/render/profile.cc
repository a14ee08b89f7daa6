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

// By id, oldest version first.
std::array<const Profile*, 4> all_profiles() { return {&kAnthropic1, &kGemini1, &kOpenAiChat1, &kOpenAiResponses1}; }

// The turns that end with a breakpoint: the newest of `^seq` that say anything. The first and
// the last of the thread's turns are `^sys` and `^ah`.
std::vector<Breakpoint> breakpoints(const Thread& thread, const Profile& profile) {
  std::vector<Breakpoint> result(thread.turns.size(), Breakpoint::None);
  std::size_t left = profile.turn_breakpoints;
  for (std::size_t turn = thread.turns.size() - 1; turn-- > 1 && left > 0;) {
    if (thread.turns[turn].messages.empty()) continue;
    result[turn] = Breakpoint::AtEnd;
    --left;
  }
  return result;
}

// About the size of the request: content, and something around it.
std::size_t expected_size(const Thread& thread) {
  constexpr std::size_t kAround = 96;
  std::size_t size = 4096;
  for (const Turn& turn : thread.turns) {
    for (const Message& message : turn.messages) {
      for (const Part& part : message.parts) size += part.block.json.size() + kAround;
      for (const Answer& answer : message.answers) size += kAround + (answer.result ? answer.result->json.size() : 0);
    }
  }
  return size;
}

Result<void> add_messages(Piece& whole, const Thread& thread, const Profile& profile) {
  const std::vector<Breakpoint> ends = breakpoints(thread, profile);
  append_key(whole.bytes, profile.messages_key);
  whole.bytes.push_back('[');
  if (thread.adds_user) join(whole, profile.write_first_user());
  for (std::size_t turn = 0; turn < thread.turns.size(); ++turn) {
    LW_TRY_ASSIGN(const Piece piece, profile.write_turn(thread.turns[turn], ends[turn]));
    join(whole, piece);
  }
  whole.bytes.push_back(']');
  return {};
}

}  // namespace

const Profile* find_profile(std::string_view id, std::uint32_t version) {
  const Profile* found = nullptr;
  for (const Profile* profile : all_profiles()) {
    if (profile->dialect.profile == id && (version == 0 || profile->version == version)) found = profile;
  }
  return found;
}

Result<Rendered> render_profile(const tree::Tree& tree, const Profile& profile, const RenderOptions& options) {
  LW_TRY_ASSIGN(const Thread thread, build_thread(tree, profile.dialect, options.view));
  Piece whole;
  whole.bytes.reserve(expected_size(thread));
  whole.bytes = "{";
  whole.repairs = thread.repairs;
  LW_TRY_ASSIGN(const Piece head, profile.write_head(thread));
  join(whole, head);
  LW_TRY(add_messages(whole, thread, profile));
  whole.bytes.push_back('}');
  return Rendered{{std::string(profile.dialect.profile), profile.version},
                  std::move(whole.bytes),
                  std::move(whole.units),
                  std::move(whole.marks),
                  std::move(whole.repairs)};
}

Result<Rendered> render_profile(const tree::Tree& tree, std::string_view profile, const RenderOptions& options) {
  LW_TRY_ASSIGN(const ProfileName name, latewood::find_profile(profile));
  return render_profile(tree, *find_profile(name.id, name.version), options);
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
  }
  return "result_added";
}

}  // namespace latewood
