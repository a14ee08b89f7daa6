// A profile: the rules of a vendor for conversations, and the functions that write its format. Profiles are
// found by name. A new version is a new row; old versions stay.
#pragma once

#include <cstdint>
#include <string_view>

#include "latewood/render.h"
#include "render/cache/piece_cache.h"
#include "render/parts/find_node.h"
#include "render/parts/outline.h"
#include "render/parts/piece.h"
#include "render/thread.h"

namespace latewood::render {

enum class Breakpoint : std::uint8_t { None, AtEnd };

struct Profile {
  Dialect dialect;  // `dialect.profile` is the id of the profile
  std::uint32_t version = 1;
  std::string_view messages_key;  // the member that holds the messages
  // Writes `"tools":...` and `"system":...` with the comma between them; an empty piece if there are none.
  Result<Piece> (*write_head)(const Thread& thread);
  // Writes the messages of one turn.
  Result<Piece> (*write_turn)(const Turn& turn, Breakpoint breakpoint);
  // Writes the fixed user message before a conversation that starts with the assistant. Default: none.
  Piece (*write_first_user)() = nullptr;
  // The number of newest turns of `^seq` with messages that end with a cache breakpoint.
  std::size_t turn_breakpoints = 0;
};

// The profile with this id and version; null if there is none. Version 0 means the newest.
const Profile* find_profile(std::string_view id, std::uint32_t version);

ProfileName name_of(const Profile& profile);
// The name of a product in the cache, per view. Turns are cached per profile: they are the same in both views.
std::string product_name(const Profile& profile, View view);

// The request members of the tree in the order tools, system, messages: the order in which vendors build the key of
// their prompt caches. With a cache, rendered turns are taken from it; the result is the same. Default `find`: a search
// of all nodes.
Result<Rendered> render_profile(const tree::Tree& tree, const Profile& profile, const RenderOptions& options = {},
                                PieceCache* cache = nullptr, const FindNode& find = {});

// Renders with a profile by its name: "openai", "openai@1".
Result<Rendered> render_profile(const tree::Tree& tree, std::string_view profile, const RenderOptions& options = {},
                                PieceCache* cache = nullptr, const FindNode& find = {});

// The outline of a request. A thread that extends the latest one costs the turns after the first that differs or
// depends on a new turn.
Result<Outline> outline_profile(const tree::Tree& tree, const Profile& profile, const RenderOptions& options,
                                PieceCache& cache, const FindNode& find = {});

// The profiles, one file each.
extern const Profile kOpenAiChat1;
extern const Profile kOpenAiChat2;
extern const Profile kOpenAiResponses1;
extern const Profile kOpenAiResponses2;
extern const Profile kOpenAiResponses3;
extern const Profile kAnthropic1;
extern const Profile kAnthropic2;
extern const Profile kGemini1;
extern const Profile kGemini2;
extern const Profile kGemini3;

}  // namespace latewood::render
