// Finds the first difference of two rendered texts as a vendor's cache sees it: unit by unit, without breakpoints and
// without closing brackets.
#pragma once

#include <cstdint>
#include <optional>

#include "latewood/prefix.h"
#include "render/parts/outline.h"

namespace latewood::render {

enum class Relation : std::uint8_t { Identical, Appended, Diverged };

struct Divergence {
  Relation relation = Relation::Identical;
  std::uint64_t unchanged = 0;    // bytes at the start of both, without breakpoints
  std::uint64_t older_bytes = 0;  // without breakpoints
  std::uint64_t newer_bytes = 0;
  std::uint64_t offset = 0;  // the first difference in the newer text, counted with breakpoints
  std::optional<PrefixUnit> older_unit;
  std::optional<PrefixUnit> newer_unit;
};

// Cost: the bytes after the first difference, and one comparison for each shared piece before it, or less if the lists
// of pieces share memory. Dropped pieces are rendered again only if they are read.
Divergence find_divergence(const Outline& older, const Outline& newer);

}  // namespace latewood::render
