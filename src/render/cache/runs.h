// Runs: joined pieces of a text that was rendered before. The pieces of turns are small and scattered in memory; a run
// has the bytes of many pieces in one place, so that they are copied at once.
//
// A run is made of strips that two renders in a row had in common. Strips that are new in every render make no runs.
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

// Whether a text is joined with its units.
enum class UnitsOfText : std::uint8_t { Kept, Dropped };

struct Runs {
  static constexpr std::size_t kStrips = 64;  // in each run

  tree::PersistentVector<Strip> strips;            // the strips of the latest render
  std::vector<std::shared_ptr<const Piece>> runs;  // runs[i] joins the strips from i * kStrips on
};

// The runs at the start of this text: the runs of the latest render whose strips are the same, and new runs of strips
// that are the same for the first time.
std::shared_ptr<const Runs> runs_of(const Outline& outline, const std::shared_ptr<const Runs>& latest,
                                    UnitsOfText units);

// A whole text. Its units share the lists of its runs.
struct JoinedText {
  std::string bytes;
  Units units;
  std::vector<ByteRange> marks;
  std::vector<Repair> repairs;
};

// The text of `joined(outline)`, made with the runs that the cache has for the product `name`. Afterwards the cache has
// the runs of this text, unless the text is larger than its limit.
JoinedText joined_by_runs(const Outline& outline, std::string_view name, PieceCache& cache, UnitsOfText units);

}  // namespace latewood::render
