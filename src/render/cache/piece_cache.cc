#include "render/cache/piece_cache.h"

#include <algorithm>
#include <utility>

#include "render/cache/token_totals.h"

namespace latewood::render {
namespace {

using Turns = PieceCache::Turns;

// Finds turns in the list of kept turns. Usually they are requested in the order of that list, so the next one is tried
// first. Other turns are found in an index that is made at the first use.
class Lookup {
 public:
  enum class Else : std::uint8_t { Search, Nothing };

  // The first turn is expected at `next`. `otherwise`: what to do with a turn that is not at its expected place.
  explicit Lookup(const Turns& kept, std::size_t next = 0, Else otherwise = Else::Search)
      : kept_(kept), next_(next), otherwise_(otherwise) {}

  std::shared_ptr<const KnownTurn> find(const tree::Ring& ring) {
    if (next_ < kept_.size() && kept_[next_]->ring == ring) return kept_[next_++];
    if (next_ >= kept_.size() && !is_sorted_) return nullptr;
    if (otherwise_ == Else::Nothing) return ++next_, nullptr;
    sort();
    const auto found =
        std::lower_bound(sorted_.begin(), sorted_.end(), ring->address(),
                         [](const Place& place, const void* address) { return less(place.first, address); });
    if (found == sorted_.end() || found->first != ring->address()) return ++next_, nullptr;
    next_ = found->second + 1;
    return kept_[found->second];
  }

 private:
  using Place = std::pair<const void*, std::size_t>;

  static bool less(const void* a, const void* b) { return std::less<const void*>()(a, b); }

  void sort() {
    if (std::exchange(is_sorted_, true)) return;
    for (std::size_t i = 0; i < kept_.size(); ++i) sorted_.emplace_back(kept_[i]->ring->address(), i);
    std::sort(sorted_.begin(), sorted_.end(), [](const Place& a, const Place& b) { return less(a.first, b.first); });
  }

  const Turns& kept_;
  std::size_t next_;
  const Else otherwise_;
  bool is_sorted_ = false;
  std::vector<Place> sorted_;
};

Turns found_by(Lookup lookup, const tree::PersistentVector<tree::Ring>& rings, std::size_t first) {
  Turns turns;
  turns.reserve(rings.size() - first);
  rings.for_each_from(first, [&](const tree::Ring& ring) { turns.push_back(lookup.find(ring)); });
  return turns;
}

// The turns of `kept` that are not among `used`, at most `count` of them.
Turns others(const Turns& kept, const Turns& used, std::size_t count) {
  std::vector<const KnownTurn*> sorted;
  for (const auto& turn : used) sorted.push_back(turn.get());
  std::sort(sorted.begin(), sorted.end(), std::less<>());
  Turns result;
  for (const auto& turn : kept) {
    if (result.size() == count) break;
    if (!std::binary_search(sorted.begin(), sorted.end(), turn.get(), std::less<>())) result.push_back(turn);
  }
  return result;
}

// The strips without the pieces beyond the limit. Visits only the strips that were added to an earlier result.
tree::PersistentVector<Strip> thinned(const tree::PersistentVector<Strip>& strips, std::size_t limit) {
  const auto gives_up = [limit](const Strip& strip) {
    return strip.piece != nullptr && strip.ring && strip.end.bytes > limit;
  };
  std::size_t first = strips.size();
  while (first > 0 && gives_up(strips[first - 1])) --first;
  if (first == strips.size()) return strips;
  tree::PersistentVector<Strip> thin = strips.take(first);
  strips.for_each_from(first, [&thin](const Strip& strip) { thin = thin.push_back({nullptr, strip.end, strip.ring}); });
  return thin;
}

// The value of `name` in a map; null if there is none.
template <class Map>
typename Map::mapped_type value_in(const Map& map, std::string_view name) {
  const auto found = map.find(name);
  return found == map.end() ? nullptr : found->second;
}

// Sets the value of `name` and returns the old one, so that the caller destroys it after the lock is released.
template <class Map>
typename Map::mapped_type put_in(Map& map, std::string_view name, typename Map::mapped_type value) {
  const auto found = map.find(name);
  if (found != map.end()) return std::exchange(found->second, std::move(value));
  map.emplace(name, std::move(value));
  return nullptr;
}

}  // namespace

std::shared_ptr<const Turns> PieceCache::kept(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  return value_in(products_, name);
}

Turns PieceCache::find(std::string_view name, const tree::PersistentVector<tree::Ring>& rings,
                       std::size_t first) const {
  const std::shared_ptr<const Turns> kept = this->kept(name);
  if (kept == nullptr) return Turns(rings.size() - first);
  // A search indexes all kept turns, so it pays only for a large part of them.
  const bool wants_many = rings.size() - first >= kept->size() / 8;
  return found_by(Lookup(*kept, first, wants_many ? Lookup::Else::Search : Lookup::Else::Nothing), rings, first);
}

Turns find_turns(const Turns& some, const tree::PersistentVector<tree::Ring>& rings, std::size_t first) {
  return found_by(Lookup(some), rings, first);
}

void PieceCache::keep(std::string_view name, const Turns& turns, std::size_t learned) {
  if (learned == 0) return;
  auto list = std::make_shared<Turns>();
  std::size_t size = 0;
  const auto add = [&](const Turns& from) {
    for (const auto& turn : from) {
      size += turn->size();
      if (size > limit_) return;
      list->push_back(turn);
    }
  };
  add(turns);
  if (const std::shared_ptr<const Turns> before = kept(name)) add(others(*before, turns, kSpareTurns));
  std::shared_ptr<const Turns> old;
  const std::lock_guard lock(mutex_);
  old = put_in(products_, name, std::move(list));
}

std::shared_ptr<const PieceCache::LeadingStrips> PieceCache::leading() const {
  const std::lock_guard lock(mutex_);
  return leading_;
}

void PieceCache::lead(LeadingStrips strips) {
  if (!may_lead(strips.strips)) return;
  strips.strips = thinned(strips.strips, limit_);
  std::shared_ptr<const LeadingStrips> old = std::make_shared<const LeadingStrips>(std::move(strips));
  const std::lock_guard lock(mutex_);
  std::swap(leading_, old);
}

std::shared_ptr<const ThreadStart> PieceCache::start(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  return value_in(starts_, name);
}

void PieceCache::lead(std::string_view name, ThreadStart start) {
  if (!may_lead(start.strips)) return;
  start.strips = thinned(start.strips, limit_);
  auto kept = std::make_shared<const ThreadStart>(std::move(start));
  std::shared_ptr<const ThreadStart> old;
  const std::lock_guard lock(mutex_);
  old = put_in(starts_, name, std::move(kept));
}

std::shared_ptr<const Runs> PieceCache::runs(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  return value_in(runs_, name);
}

void PieceCache::keep_runs(std::string_view name, std::shared_ptr<const Runs> runs) {
  std::shared_ptr<const Runs> old;
  const std::lock_guard lock(mutex_);
  old = put_in(runs_, name, std::move(runs));
}

std::shared_ptr<const TokenTotals> PieceCache::tokens(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  return value_in(tokens_, name);
}

void PieceCache::keep_tokens(std::string_view name, TokenTotals totals) {
  if (!may_lead(totals.strips)) return;
  totals.strips = thinned(totals.strips, limit_);
  auto kept = std::make_shared<const TokenTotals>(std::move(totals));
  std::shared_ptr<const TokenTotals> old;
  const std::lock_guard lock(mutex_);
  old = put_in(tokens_, name, std::move(kept));
}

std::size_t PieceCache::size(std::string_view name) const {
  const std::shared_ptr<const Turns> turns = kept(name);
  std::size_t size = 0;
  if (turns == nullptr) return size;
  for (const auto& turn : *turns) size += turn->size();
  return size;
}

}  // namespace latewood::render
