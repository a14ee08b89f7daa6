// A provider profile: what a vendor demands of a conversation, and how it is spelled. Profiles
// are data, found by name; a new version is a new row and the old ones stay.
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
  Dialect dialect;  // its `profile` is the id
  std::uint32_t version = 1;
  std::string_view messages_key;  // the member that holds the messages
  // `"tools":...` and `"system":...`, with the commas between them; nothing if there are none.
  Result<Piece> (*write_head)(const Thread& thread);
  // The messages of one turn.
  Result<Piece> (*write_turn)(const Turn& turn, Breakpoint breakpoint);
  // The fixed message of the user before a conversation that starts with the assistant.
  Piece (*write_first_user)() = nullptr;
  // How many of the newest turns of `^seq` that say something end with a cache breakpoint.
  std::size_t turn_breakpoints = 0;
};

// Null if there is none of that id and version; version 0 is the newest.
const Profile* find_profile(std::string_view id, std::uint32_t version);

ProfileName name_of(const Profile& profile);
// Of what a cache keeps of a product beside the turns, which are the same in both views.
std::string product_name(const Profile& profile, View view);

// The request members of the tree, in the order tools, system, messages: the order in which
// vendors build the key of their prompt caches. With a cache, turns that were rendered before
// are taken from it; the result is the same. Without `find` the nodes that markers name are looked for.
Result<Rendered> render_profile(const tree::Tree& tree, const Profile& profile, const RenderOptions& options = {},
                                PieceCache* cache = nullptr, const FindNode& find = {});

// The same for a profile by name: "openai", "openai@1".
Result<Rendered> render_profile(const tree::Tree& tree, std::string_view profile, const RenderOptions& options = {},
                                PieceCache* cache = nullptr, const FindNode& find = {});

// The pieces of the same. A thread that goes on from an earlier one costs the turns after the first that differs, or
// that one of those has a say in.
Result<Outline> outline_profile(const tree::Tree& tree, const Profile& profile, const RenderOptions& options,
                                PieceCache& cache, const FindNode& find = {});

// The profiles, one file each.
extern const Profile kOpenAiChat1;
extern const Profile kOpenAiChat2;
extern const Profile kOpenAiResponses1;
extern const Profile kOpenAiResponses2;
extern const Profile kAnthropic1;
extern const Profile kAnthropic2;
extern const Profile kGemini1;
extern const Profile kGemini2;

}  // namespace latewood::render
