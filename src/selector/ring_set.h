// A set of turns by their place among the turns, as stretches: `:depth` and positions name
// them without looking at any turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "selector/language/ast.h"

namespace latewood::selector {

class RingSet {
 public:
  // From `begin` to before `end`.
  struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;
    friend bool operator==(const Stretch&, const Stretch&) = default;
  };

  RingSet() = default;
  static RingSet all(std::size_t count) { return count == 0 ? RingSet() : RingSet({{0, count}}); }
  static RingSet one(std::size_t ring) { return RingSet({{ring, ring + 1}}); }
  // The turns at these depths among `count`; depth 1 is the last. Depths that do not exist are
  // left out.
  static RingSet at_depths(const std::vector<DepthRange>& depths, std::size_t count);

  bool is_empty() const { return stretches_.empty(); }
  std::size_t size() const;
  bool has(std::size_t ring) const;
  // The n-th from 1; nothing if there are fewer.
  std::optional<std::size_t> nth(std::uint64_t n) const;
  std::optional<std::size_t> last() const;

  // Ascending, disjoint and not adjacent.
  const std::vector<Stretch>& stretches() const& { return stretches_; }
  const std::vector<Stretch>& stretches() && = delete;

  friend RingSet intersection(const RingSet& a, const RingSet& b);
  friend RingSet united(const RingSet& a, const RingSet& b);
  friend bool operator==(const RingSet&, const RingSet&) = default;

 private:
  explicit RingSet(std::vector<Stretch> stretches) : stretches_(std::move(stretches)) {}
  static RingSet merged(std::vector<Stretch> stretches);

  std::vector<Stretch> stretches_;
};

}  // namespace latewood::selector
