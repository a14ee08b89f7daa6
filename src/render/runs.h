// Stretches of a text that was rendered before, put together once. The pieces of turns are small
// and lie wherever they were made; a run has the bytes of many in one place, where copying them
// costs what copying bytes costs.
//
// A run is made of strips that two renders in a row had in common, so that what is new in every
// render, and what is rendered only once, makes none.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "render/outline.h"
#include "render/piece.h"
#include "tree/persistent_vector.h"

namespace latewood::render {

class PieceCache;

struct Runs {
  static constexpr std::size_t kStrips = 64;  // in each run

  tree::PersistentVector<Strip> strips;            // of the latest render
  std::vector<std::shared_ptr<const Piece>> runs;  // the first is of the first kStrips strips, and so on
};

// The runs at the start of this text: those of the latest render as far as the strips are the same,
// and those that were the same for the first time.
std::shared_ptr<const Runs> runs_of(const Outline& outline, const std::shared_ptr<const Runs>& latest,
                                    UnitsOfText units);

// The text in one piece, as `joined(outline)` gives it, by way of the runs that the cache has under
// that name; it has this text's afterwards, unless the text is larger than its limit.
Piece joined_by_runs(const Outline& outline, std::string_view name, PieceCache& cache, UnitsOfText units);

}  // namespace latewood::render
