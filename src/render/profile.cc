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
    if (!thread.turns[turn].says_something()) continue;
    result[turn] = Breakpoint::AtEnd;
    --left;
  }
  return result;
}

// `"messages":[`, and what is before it.
Result<Piece> write_opening(const Thread& thread, const Profile& profile) {
  Piece opening;
  opening.bytes = "{";
  LW_TRY_ASSIGN(const Piece head, profile.write_head(thread));
  join(opening, head);
  append_key(opening.bytes, profile.messages_key);
  opening.bytes.push_back('[');
  return opening;
}

// A known turn's piece is shared with whoever else knows it.
std::shared_ptr<const Piece> known_piece(const std::shared_ptr<const KnownTurn>& turn, Breakpoint breakpoint) {
  if (breakpoint == Breakpoint::None || !turn->mark) return {turn, &turn->piece};
  Piece marked = turn->piece;
  insert_mark(marked, turn->mark->at, turn->mark->text);
  return std::make_shared<const Piece>(std::move(marked));
}

Result<Outline> outline_of(const Thread& thread, const Profile& profile, KnownTurns known) {
  Outline outline;
  outline.repairs = thread.repairs;
  outline.closing = "]}";
  LW_TRY_ASSIGN(Piece opening, write_opening(thread, profile));
  outline.add(std::move(opening));
  if (thread.adds_user) outline.add(profile.write_first_user());
  const std::vector<Breakpoint> ends = breakpoints(thread, profile);
  for (std::size_t turn = 0; turn < thread.turns.size(); ++turn) {
    if (thread.turns[turn].known != nullptr) {
      outline.add(known_piece(known[turn - 1], ends[turn]));
      continue;
    }
    LW_TRY_ASSIGN(Piece piece, profile.write_turn(thread.turns[turn], ends[turn]));
    outline.add(std::move(piece));
  }
  return outline;
}

PieceCache::Turns learn_turns(const tree::Tree& tree, const Profile& profile, PieceCache& cache) {
  const std::string name = to_string(name_of(profile));
  PieceCache::Turns turns = cache.find(name, tree.rings);
  std::size_t learned = 0;
  for (std::size_t ring = 0; ring < turns.size(); ++ring) {
    if (turns[ring] != nullptr) continue;
    turns[ring] = std::make_shared<const KnownTurn>(learn_turn(tree.rings[ring], profile));
    ++learned;
  }
  cache.keep(name, turns, learned);
  return turns;
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

Result<Outline> outline_profile(const tree::Tree& tree, const Profile& profile, const RenderOptions& options,
                                PieceCache* cache) {
  const PieceCache::Turns known = cache == nullptr ? PieceCache::Turns() : learn_turns(tree, profile, *cache);
  LW_TRY_ASSIGN(const Thread thread, build_thread(tree, profile.dialect, options.view, known));
  return outline_of(thread, profile, known);
}

Result<Rendered> render_profile(const tree::Tree& tree, const Profile& profile, const RenderOptions& options,
                                PieceCache* cache) {
  LW_TRY_ASSIGN(Outline outline, outline_profile(tree, profile, options, cache));
  Piece whole = joined(outline);
  std::vector<Repair>& repairs = outline.repairs;
  repairs.insert(repairs.end(), whole.repairs.begin(), whole.repairs.end());
  return Rendered{name_of(profile), std::move(whole.bytes), std::move(whole.units), std::move(whole.marks),
                  std::move(repairs)};
}

Result<Rendered> render_profile(const tree::Tree& tree, std::string_view profile, const RenderOptions& options,
                                PieceCache* cache) {
  LW_TRY_ASSIGN(const ProfileName name, latewood::find_profile(profile));
  return render_profile(tree, *find_profile(name.id, name.version), options, cache);
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
  }
  return "result_added";
}

}  // namespace latewood
