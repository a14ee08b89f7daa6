// Turns that were rendered before, kept for the next render. One cache serves all readers of a
// branch: rendering the same turn again gives the same bytes, so nobody can tell whether one
// was kept, except by the clock.
//
// Bounds. For each product (the canonical thread, or one version of a profile) the cache holds
// the turns of the latest render that had anything new, and up to kSpareTurns others that
// were used before; of these together at most `limit` bytes, the oldest turns of the latest
// render first. What is beyond that is rendered again each time. The strips of the latest
// canonical thread, and of the settled start of the latest one of each profile, are kept beside
// them: those within the first `limit` bytes of the text with their pieces, later ones without, so that a turn takes
// some 64 bytes and a report still costs what differs. There is none if the strips themselves exceed the
// limit. The runs of the latest two renders of each product are kept if the text is within the limit: the bytes once
// more, and for profiles the units.
//
// Threads. A mutex guards the list of products, and is held for as long as it takes to copy or
// exchange one pointer. Two renders at once may each put back what they learned; the later
// one wins, and what the other learned is learned again.
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

  // What is known of the turns from `first` on under that name; null where nothing is. Costs a comparison of
  // addresses for each turn as long as they come as in the latest render. Where it is for a small part of them, those
  // that stood at another place there are not found.
  Turns find(std::string_view name, const tree::PersistentVector<tree::Ring>& rings, std::size_t first = 0) const;

  // Keeps the turns of a render, which are all known. `learned`: how many of them are new;
  // nothing is done if none is.
  void keep(std::string_view name, const Turns& turns, std::size_t learned);

  // The start of the latest canonical thread: `^sys` and the turns, as far as they were rendered.
  // Threads that follow it share its strips, so that they are made and compared without a look
  // at what they have in common.
  struct LeadingStrips {
    tree::Ring sys;
    tree::PersistentVector<tree::Ring> rings;
    tree::PersistentVector<Strip> strips;  // one more than rings
  };
  std::shared_ptr<const LeadingStrips> leading() const;
  // Keeps it, unless its strips are larger than the limit.
  void lead(LeadingStrips strips);

  // The settled start of the latest thread under that name; null if there is none.
  std::shared_ptr<const ThreadStart> start(std::string_view name) const;
  // Keeps it, unless its strips are larger than the limit.
  void lead(std::string_view name, ThreadStart start);

  // The runs of the latest text under that name; null if there are none.
  std::shared_ptr<const Runs> runs(std::string_view name) const;
  void keep_runs(std::string_view name, std::shared_ptr<const Runs> runs);

  // The tokens of the latest text under that name; null if it was not counted.
  std::shared_ptr<const TokenTotals> tokens(std::string_view name) const;
  // Keeps them, unless there are more strips than the limit allows.
  void keep_tokens(std::string_view name, TokenTotals totals);

  // Of what is kept for each product, in bytes.
  std::size_t limit() const { return limit_; }
  // About how many bytes are kept under that name.
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

// The turns from `first` on as far as they are among some; null for the others.
PieceCache::Turns find_turns(const PieceCache::Turns& some, const tree::PersistentVector<tree::Ring>& rings,
                             std::size_t first);

}  // namespace latewood::render
