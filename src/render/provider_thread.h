// The canonical provider thread: the units of a snapshot as one JSON array. A pure function of the tree in the
// structural view: it has originals and markers (RENDER-01 to RENDER-14).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/render.h"

namespace latewood::tree {
class Subtree;
struct Tree;
}  // namespace latewood::tree

namespace latewood::render {

class PieceCache;
struct Outline;
struct Piece;

// The thread as compact ASCII without a trailing newline; members id, role, kind, content in this order. With a cache,
// rendered turns are taken from it; the result is the same.
std::string provider_thread(const tree::Tree& tree, PieceCache* cache = nullptr);

// Version 1 of the canonical thread, without the content of cores (before R-11). Used only to compare the bytes of old
// attempts.
inline constexpr std::string_view kFirstThread = R"({"id":"canonical-thread","version":1})";
std::string first_provider_thread(const tree::Tree& tree);

// The thread with the byte range of each unit.
struct MappedThread {
  std::string bytes;
  std::vector<Unit> units;
};
MappedThread mapped_provider_thread(const tree::Tree& tree, PieceCache* cache = nullptr);

// The outline of the thread.
Outline outline_thread(const tree::Tree& tree, PieceCache* cache);

// Adds the units of a subtree, separated by commas.
void append_canonical_units(Piece& piece, const tree::Subtree& subtree, std::string_view default_role);

}  // namespace latewood::render
