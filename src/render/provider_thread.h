// The canonical provider thread: what a snapshot says, as one JSON array. A pure function of
// the tree; purely structural, so originals and markers all stand in it (RENDER-01 to
// RENDER-14).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/render.h"
#include "render/cache/piece_cache.h"
#include "render/parts/outline.h"
#include "tree/tree.h"

namespace latewood::render {

// Compact, ASCII, no trailing newline; members id, role, kind, content in this order. With a
// cache, turns that were rendered before are taken from it; the result is the same.
std::string provider_thread(const tree::Tree& tree, PieceCache* cache = nullptr);

// Version 1 of the canonical thread left out the content of cores (before R-11). What was sent then is compared with
// this; nothing else is made of it.
inline constexpr std::string_view kFirstThread = R"({"id":"canonical-thread","version":1})";
std::string first_provider_thread(const tree::Tree& tree);

// The same bytes, and where each unit stands in them.
struct MappedThread {
  std::string bytes;
  std::vector<Unit> units;
};
MappedThread mapped_provider_thread(const tree::Tree& tree, PieceCache* cache = nullptr);

// The pieces of the same.
Outline outline_thread(const tree::Tree& tree, PieceCache* cache);

// Adds the units of a subtree, separated by commas.
void append_canonical_units(Piece& piece, const tree::Subtree& subtree, std::string_view default_role);

}  // namespace latewood::render
