// Where two rendered texts start to differ for a provider: unit by unit, without breakpoints
// and without the brackets that end a text. A text that only grew has the other one at its start.
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
  std::uint64_t offset = 0;  // of the first difference in the newer text, with breakpoints
  std::optional<PrefixUnit> older_unit;
  std::optional<PrefixUnit> newer_unit;
};

// Pieces that both share are passed over. Costs the bytes after the first difference and one
// comparison for each shared piece before it, or less where the lists of pieces share memory. Pieces that
// were given up are made again only where they are read.
Divergence find_divergence(const Outline& older, const Outline& newer);

}  // namespace latewood::render
