// Kept figures of neighbouring commits of a line, as they are stored: docs/format/figures.md.
//
// The newest chunk of a branch is the state `figures/BRANCH`. A full chunk becomes a page, and the next one names it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/cycle_figures.h"
#include "latewood/digest.h"
#include "latewood/result.h"

namespace latewood::engine {

// A chunk with so many entries is full.
inline constexpr std::size_t kFullChunk = 64;

struct FiguresChunk {
  std::string profile;                 // of the compared requests
  std::string counter;                 // of the tokens
  std::uint64_t first = 0;             // the position of the first entry on its line
  std::optional<Blake3Digest> before;  // the page with the entries before it; nullopt: there are none
  std::vector<CycleFigures> entries;   // of neighbouring commits

  std::uint64_t end() const { return first + entries.size(); }
};

std::string encode_figures(const FiguresChunk& chunk);
// Accepts exactly the output of `encode_figures`.
Result<FiguresChunk> decode_figures(std::string_view bytes);

}  // namespace latewood::engine
