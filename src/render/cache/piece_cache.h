// Keeps rendered turns for later renders (docs/render_cache.md has an overview). All readers of a branch share one
// cache. It changes only the time of a render: rendering a turn again gives the same bytes.
//
// Bounds. A product is the canonical thread or one version of a profile. For each product the cache keeps:
// - the turns of the latest render with new turns, and up to kSpareTurns turns of earlier renders: together at most
//   `limit` bytes, the oldest turns of the latest render first. Turns beyond the limit are rendered each time.
// - the strips of the latest canonical thread, and of the settled start of the latest thread of each profile. Strips
//   within the first `limit` bytes of the text keep their pieces, later ones do not: such a turn takes about 64 bytes,
//   and a report still costs only the differences. Nothing is kept if the strips alone exceed the limit.
// - the runs of the latest two renders, if the text is within the limit: a second copy of the bytes, and of the units
//   for profiles.
//
// Threads. Any thread may call any function. A mutex guards the list of products for the copy or exchange of one
// pointer. If two renders run at once, the result of the later one is kept; the other is rendered again when it is
// needed.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "render/cache/runs.h"
#include "render/parts/known_turn.h"
#include "render/parts/outline.h"
#include "render/parts/thread_start.h"
#include "tree/tree.h"

namespace latewood::render {

struct TokenTotals;

class PieceCache {
 public:
  using Turns = std::vector<std::shared_ptr<const KnownTurn>>;

  static constexpr std::size_t kSpareTurns = 1024;
  static constexpr std::size_t kDefaultLimit = std::size_t{128} << 20;

  explicit PieceCache(std::size_t limit = kDefaultLimit) : limit_(limit) {}

  // The known turns of the product from `first` on; null for unknown ones. Cost: one comparison of addresses per turn
  // while they are in the order of the latest render. If few turns are requested, those at another place are not found.
  Turns find(std::string_view name, const tree::PersistentVector<tree::Ring>& rings, std::size_t first = 0) const;

  // Keeps the turns of a render, which must all be known. `learned` is the number of new turns; 0 does nothing.
  void keep(std::string_view name, const Turns& turns, std::size_t learned);

  // The start of the latest canonical thread: `^sys` and the rendered turns. Later threads share its strips, so that
  // they are made and compared without reading the common part.
  struct LeadingStrips {
    tree::Ring sys;
    tree::PersistentVector<tree::Ring> rings;
    tree::PersistentVector<Strip> strips;  // one more than rings
  };
  std::shared_ptr<const LeadingStrips> leading() const;
  // Keeps the start of the canonical thread, unless its strips are larger than the limit.
  void lead(LeadingStrips strips);

  // The settled start of the latest thread under that name; null if there is none.
  std::shared_ptr<const ThreadStart> start(std::string_view name) const;
  // Keeps the settled start of a product, unless its strips are larger than the limit.
  void lead(std::string_view name, ThreadStart start);

  // The runs of the latest text under that name; null if there are none.
  std::shared_ptr<const Runs> runs(std::string_view name) const;
  void keep_runs(std::string_view name, std::shared_ptr<const Runs> runs);

  // The tokens of the latest text under that name; null if it was not counted.
  std::shared_ptr<const TokenTotals> tokens(std::string_view name) const;
  // Keeps the token totals of a product, unless there are more strips than the limit allows.
  void keep_tokens(std::string_view name, TokenTotals totals);

  // The limit for each product, in bytes.
  std::size_t limit() const { return limit_; }
  // The approximate size of the kept turns of a product, in bytes.
  std::size_t size(std::string_view name) const;

 private:
  std::shared_ptr<const Turns> kept(std::string_view name) const;
  bool may_lead(const tree::PersistentVector<Strip>& strips) const { return strips.size() <= limit_ / sizeof(Strip); }

  std::size_t limit_;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Turns>, std::less<>> products_;
  std::shared_ptr<const LeadingStrips> leading_;
  std::map<std::string, std::shared_ptr<const ThreadStart>, std::less<>> starts_;
  std::map<std::string, std::shared_ptr<const Runs>, std::less<>> runs_;
  std::map<std::string, std::shared_ptr<const TokenTotals>, std::less<>> tokens_;
};

// The turns of `rings` from `first` on that are in `some`; null for the remaining ones.
PieceCache::Turns find_turns(const PieceCache::Turns& some, const tree::PersistentVector<tree::Ring>& rings,
                             std::size_t first);

}  // namespace latewood::render
