// Stretches of a text that was rendered before, put together once. The pieces of turns are small
// and lie wherever they were made; a run has the bytes of many in one place, where copying them
// costs what copying bytes costs.
//
// A run is made of strips that two renders in a row had in common, so that what is new in every
// render, and what is rendered only once, makes none.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "render/parts/outline.h"
#include "render/parts/piece.h"
#include "tree/memory/persistent_vector.h"

namespace latewood::render {

class PieceCache;

// Whether a text is wanted with the nodes it came from.
enum class UnitsOfText : std::uint8_t { Kept, Dropped };

struct Runs {
  static constexpr std::size_t kStrips = 64;  // in each run

  tree::PersistentVector<Strip> strips;            // of the latest render
  std::vector<std::shared_ptr<const Piece>> runs;  // the first is of the first kStrips strips, and so on
};

// The runs at the start of this text: those of the latest render as far as the strips are the same,
// and those that were the same for the first time.
std::shared_ptr<const Runs> runs_of(const Outline& outline, const std::shared_ptr<const Runs>& latest,
                                    UnitsOfText units);

// A whole text. Its units share the lists of its runs.
struct JoinedText {
  std::string bytes;
  Units units;
  std::vector<ByteRange> marks;
  std::vector<Repair> repairs;
};

// The text, as `joined(outline)` gives it, by way of the runs that the cache has under that name; it has this
// text's afterwards, unless the text is larger than its limit.
JoinedText joined_by_runs(const Outline& outline, std::string_view name, PieceCache& cache, UnitsOfText units);

}  // namespace latewood::render
