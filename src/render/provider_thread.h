// The canonical provider thread: what a snapshot says, as one JSON array. A pure function of
// the tree; purely structural, so originals and markers all stand in it (RENDER-01 to
// RENDER-14).
#pragma once

#include <string>
#include <vector>

#include "latewood/render.h"
#include "tree/tree.h"

namespace latewood::render {

// Compact, ASCII, no trailing newline; members id, role, kind, content in this order.
std::string provider_thread(const tree::Tree& tree);

// The same bytes, and where each unit stands in them.
struct MappedThread {
  std::string bytes;
  std::vector<Unit> units;
};
MappedThread mapped_provider_thread(const tree::Tree& tree);

}  // namespace latewood::render
