#include "diff/edit_path.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "diff/anchors.h"

namespace latewood::diff {
namespace {

using Index = std::int64_t;

constexpr Index kUnreached = -1;

// Cuts lose little even if they come this often, and searches cost a sixteenth of
// those with the full limit.
constexpr Index kLeastCost = 16;

// A stretch of both sequences, to be aligned by itself.
struct Box {
  Index older_begin = 0;
  Index older_end = 0;
  Index newer_begin = 0;
  Index newer_end = 0;

  Index width() const { return older_end - older_begin; }
  Index height() const { return newer_end - newer_begin; }
};

// A point in a box, counted from its start: so many elements of each side are done.
struct Point {
  Index x = 0;
  Index y = 0;
};

// How far one end of a search has come on each diagonal x - y. Points are counted
// from the end it started at.
class Frontier {
 public:
  explicit Frontier(Index max_cost) : reach_(static_cast<std::size_t>(2 * max_cost + 3)), middle_(max_cost + 1) {}

  // The diagonals just outside round `cost` hold what earlier boxes left there.
  void open(Index cost) { at(-cost - 1) = at(cost + 1) = kUnreached; }

  Index& at(Index diagonal) { return reach_[static_cast<std::size_t>(diagonal + middle_)]; }
  Index at(Index diagonal) const { return reach_[static_cast<std::size_t>(diagonal + middle_)]; }

 private:
  std::vector<Index> reach_;
  Index middle_;
};

class Aligner {
 public:
  Aligner(std::span<const Symbol> older, std::span<const Symbol> newer, const EditLimits& limits)
      : older_(older),
        newer_(newer),
        max_cost_(limits.max_cost),
        steps_left_(limits.max_steps),
        forward_(limits.max_cost),
        backward_(limits.max_cost),
        left_out_{std::vector<bool>(older.size()), std::vector<bool>(newer.size())} {}

  LeftOut align() {
    align({0, static_cast<Index>(older_.size()), 0, static_cast<Index>(newer_.size())});
    return std::move(left_out_);
  }

 private:
  // Recurses into the first part only. That never needs more than half of the edits or
  // `max_cost_` of them, so the depth is a logarithm of `max_cost_`; anchors add one.
  void align(Box box) {
    for (;;) {
      trim(box);
      if (box.width() == 0 || box.height() == 0) return leave_out(box);
      const std::optional<Point> met = find_meeting(box);
      if (!met && steps_left_ < 0) return leave_out(box);
      if (!met && !std::exchange(anchored_, true)) {
        align_up_to_last_anchor(box);
        continue;
      }
      const Point split = met ? *met : cut(box);
      align({box.older_begin, box.older_begin + split.x, box.newer_begin, box.newer_begin + split.y});
      box.older_begin += split.x;
      box.newer_begin += split.y;
    }
  }

  // The search from the start cannot see across a long stretch that moved; anchors can.
  void align_up_to_last_anchor(Box& box) {
    const auto part = [](std::span<const Symbol> all, Index begin, Index length) {
      return all.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(length));
    };
    const Box whole = box;
    for (const Anchor& anchor : anchors_between(part(older_, whole.older_begin, whole.width()),
                                                part(newer_, whole.newer_begin, whole.height()))) {
      const Index x = whole.older_begin + static_cast<Index>(anchor.older);
      const Index y = whole.newer_begin + static_cast<Index>(anchor.newer);
      align({box.older_begin, x, box.newer_begin, y});
      box.older_begin = x;
      box.newer_begin = y;
    }
  }

  // Afterwards the box is empty on one side or needs at least two edits, so a
  // split leaves an edit in either half and both are smaller.
  void trim(Box& box) const {
    while (box.width() > 0 && box.height() > 0 && older_at(box.older_begin) == newer_at(box.newer_begin)) {
      ++box.older_begin, ++box.newer_begin;
    }
    while (box.width() > 0 && box.height() > 0 && older_at(box.older_end - 1) == newer_at(box.newer_end - 1)) {
      --box.older_end, --box.newer_end;
    }
  }

  void leave_out(const Box& box) {
    std::fill(left_out_.older.begin() + box.older_begin, left_out_.older.begin() + box.older_end, true);
    std::fill(left_out_.newer.begin() + box.newer_begin, left_out_.newer.begin() + box.newer_end, true);
  }

  // A point on a shortest way through `box`. Nothing if that takes more edits than
  // allowed, or the steps are used up.
  std::optional<Point> find_meeting(const Box& box) {
    const bool odd = (box.width() - box.height()) % 2 != 0;
    forward_.open(0);
    backward_.open(0);
    forward_.at(0) = backward_.at(0) = 0;
    for (Index cost = 1; cost <= max_cost_; ++cost) {
      const auto met = odd ? round<true>(box, cost, cost - 1) : round<true>(box, cost, kUnreached);
      if (met) return met;
      const auto met_back = odd ? round<false>(box, cost, kUnreached) : round<false>(box, cost, cost);
      if (met_back) return Point{box.width() - met_back->x, box.height() - met_back->y};
      if (steps_left_ < 0) return std::nullopt;
    }
    return std::nullopt;
  }

  // Where the search that did not meet got furthest. The part before that costs at
  // most `max_cost_` edits, half of it for each end, so it is not cut again.
  Point cut(const Box& box) {
    const Point split = furthest(box);
    max_cost_ = std::max(max_cost_ / 2, std::min(max_cost_, kLeastCost));
    return split;
  }

  // Spends one more edit on every diagonal. Gives the point where it met the other
  // end, whose last round was `other_cost`; that can only be on diagonals of that
  // round's parity, and the caller passes `kUnreached` where parities exclude it.
  template <bool kForward>
  std::optional<Point> round(const Box& box, Index cost, Index other_cost) {
    Frontier& mine = kForward ? forward_ : backward_;
    const Frontier& other = kForward ? backward_ : forward_;
    mine.open(cost);
    const Index last = last_diagonal(cost, box.width());
    for (Index diagonal = -last_diagonal(cost, box.height()); diagonal <= last && steps_left_ >= 0; diagonal += 2) {
      const Index start = step_onto(mine, diagonal, box);
      const Index x = start == kUnreached ? kUnreached : slide<kForward>(box, start, start - diagonal);
      mine.at(diagonal) = x;
      steps_left_ -= 1 + x - start;
      const Index facing = box.width() - box.height() - diagonal;
      if (x == kUnreached || facing < -other_cost || facing > other_cost) continue;
      if (other.at(facing) != kUnreached && x + other.at(facing) >= box.width()) return Point{x, x - diagonal};
    }
    return std::nullopt;
  }

  // The outermost diagonal of a round that still touches a side of this length.
  static Index last_diagonal(Index cost, Index length) { return cost <= length ? cost : length - (cost - length) % 2; }

  // The better of the two edits that lead to `diagonal`: one element less of the
  // older side, or one more of the newer.
  static Index step_onto(const Frontier& frontier, Index diagonal, const Box& box) {
    const Index removed = frontier.at(diagonal - 1);
    const Index added = frontier.at(diagonal + 1);
    const Index by_removal = removed != kUnreached && removed < box.width() ? removed + 1 : kUnreached;
    const Index by_addition = added != kUnreached && added - diagonal <= box.height() ? added : kUnreached;
    return std::max(by_removal, by_addition);
  }

  template <bool kForward>
  Index slide(const Box& box, Index x, Index y) const {
    while (x < box.width() && y < box.height() && same<kForward>(box, x, y)) ++x, ++y;
    return x;
  }

  template <bool kForward>
  bool same(const Box& box, Index x, Index y) const {
    if constexpr (kForward) return older_at(box.older_begin + x) == newer_at(box.newer_begin + y);
    return older_at(box.older_end - 1 - x) == newer_at(box.newer_end - 1 - y);
  }

  // The farthest point; among equal points the one on the lowest diagonal.
  Point furthest(const Box& box) const {
    Point best;
    const Index last = last_diagonal(max_cost_, box.width());
    for (Index diagonal = -last_diagonal(max_cost_, box.height()); diagonal <= last; diagonal += 2) {
      const Index x = forward_.at(diagonal);
      if (x != kUnreached && 2 * x - diagonal > best.x + best.y) best = {x, x - diagonal};
    }
    return best;
  }

  Symbol older_at(Index index) const { return older_[static_cast<std::size_t>(index)]; }
  Symbol newer_at(Index index) const { return newer_[static_cast<std::size_t>(index)]; }

  std::span<const Symbol> older_;
  std::span<const Symbol> newer_;
  Index max_cost_;
  Index steps_left_;
  bool anchored_ = false;  // whether the anchors were used; once is enough
  Frontier forward_;
  Frontier backward_;
  LeftOut left_out_;
};

}  // namespace

LeftOut edit_path(std::span<const Symbol> older, std::span<const Symbol> newer, const EditLimits& limits) {
  return Aligner(older, newer, limits).align();
}

}  // namespace latewood::diff
