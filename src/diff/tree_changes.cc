#include "diff/tree_changes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "tree/edit/pins.h"
#include "tree/ring_alignment.h"

namespace latewood::diff {
namespace {

using tree::Node;
using tree::Place;
using tree::Region;
using tree::Ring;
using tree::Subtree;
using tree::Tree;

constexpr Place kRoot{Region::Frame, 0, tree::kRootAt};
constexpr Place kSeq{Region::Frame, 0, tree::kSeqAt};
constexpr Place kSys{Region::Sys, 0, 0};
constexpr Place kAh{Region::Ah, 0, 0};

// A node in a part of the tree that is not shared.
struct Candidate {
  std::string_view id;
  Place place;
};

// The places of a subtree that may differ: from `begin` to its end, less `tail`.
struct Stretch {
  Subtree::Index begin = 0;
  Subtree::Index tail = 0;
};

class Comparison {
 public:
  Comparison(const TreeSide& newer, const TreeSide& older) : newer_(newer), older_(older) {}

  TreeChanges run() {
    if (has_same_frame()) {
      compare_frame(kRoot);
      compare_rings(newer_.tree.sys, kSys, older_.tree.sys, kSys);
      compare_frame(kSeq);
      compare_turns();
      compare_rings(newer_.tree.ah, kAh, older_.tree.ah, kAh);
    } else {
      add_everything(after_, newer_.tree);
      add_everything(before_, older_.tree);
    }
    match_candidates();
    compare_pins();
    // Running ttls were met region by region, edits afterwards.
    std::sort(changes_.changed.begin(), changes_.changed.end(),
              [](const ChangedPlace& a, const ChangedPlace& b) { return document_less(a.newer, b.newer); });
    return std::move(changes_);
  }

 private:
  // Whether root and `^seq` have the same ids. Then shared parts have the same parents in both trees.
  bool has_same_frame() const {
    return newer_.tree.root()->id() == older_.tree.root()->id() && newer_.tree.seq()->id() == older_.tree.seq()->id();
  }

  static void add_everything(std::vector<Candidate>& candidates, const Tree& tree) {
    candidates.push_back({tree.root()->id(), kRoot});
    add_stretch(candidates, tree.sys, kSys, {});
    candidates.push_back({tree.seq()->id(), kSeq});
    for (std::size_t at = 0; at < tree.rings.size(); ++at) {
      add_stretch(candidates, tree.rings[at], {Region::Seq, at, 0}, {});
    }
    add_stretch(candidates, tree.ah, kAh, {});
  }

  bool ttl_differs(const Node& node) const {
    return node.expiry() != tree::kNever && shown_ttl(node, newer_.at()) != shown_ttl(node, older_.at());
  }

  void compare_frame(const Place& place) {
    const Node& after = node_at(newer_.tree, place);
    const Node& before = node_at(older_.tree, place);
    if (&after == &before) return;
    after_.push_back({after.id(), place});
    before_.push_back({before.id(), place});
  }

  void compare_turns() {
    const auto pairs = tree::differing_rings(older_.tree, newer_.tree);
    if (newer_.cycle != older_.cycle) count_down_turns(pairs);
    for (const tree::RingPair& pair : pairs) {
      const Place after{Region::Seq, pair.newer.value_or(0), 0};
      const Place before{Region::Seq, pair.older.value_or(0), 0};
      if (pair.newer && pair.older) {
        compare_rings(newer_.tree.rings[after.ring], after, older_.tree.rings[before.ring], before);
      } else if (pair.newer) {
        add_stretch(after_, newer_.tree.rings[after.ring], after, {});
      } else {
        add_stretch(before_, older_.tree.rings[before.ring], before, {});
      }
    }
  }

  // Nodes with running ttls in the turns that are shared, which are all but those of `pairs`.
  void count_down_turns(const std::vector<tree::RingPair>& pairs) {
    auto pair = pairs.begin();
    newer_.tree.rings.for_each_marked([&](std::size_t at, const Ring& ring) {
      while (pair != pairs.end() && (!pair->newer || *pair->newer < at)) ++pair;
      if (pair != pairs.end() && pair->newer == at) return;
      const auto before = place_in_older(at, ring);
      if (before) count_down(ring, {Region::Seq, at, 0}, {Region::Seq, *before, 0});
    });
  }

  // Nothing if the turn could not be read: then it looks like another one.
  std::optional<std::size_t> place_in_older(std::size_t at, const Ring& ring) const {
    const bool is_there = at < older_.tree.rings.size() && older_.tree.rings[at] == ring;
    return is_there ? at : tree::find_same_ring(older_.tree, ring);
  }

  void count_down(const Ring& ring, Place after, Place before) {
    const auto entries = ring->entries();
    for (Subtree::Index at = 0; at < entries.size(); ++at) {
      if (!ttl_differs(*entries[at].node)) continue;
      after.at = before.at = at;
      changes_.changed.push_back({after, before});
    }
  }

  void compare_rings(const Ring& after, const Place& after_place, const Ring& before, const Place& before_place) {
    if (after == before) {
      if (newer_.cycle != older_.cycle) count_down(after, after_place, before_place);
      return;
    }
    const Stretch stretch = differing_stretch(*after, *before);
    add_stretch(after_, after, after_place, stretch);
    add_stretch(before_, before, before_place, stretch);
  }

  // Without what both begin and end with.
  Stretch differing_stretch(const Subtree& after, const Subtree& before) const {
    const auto a = after.entries();
    const auto b = before.entries();
    const auto is_same = [&](std::size_t i, std::size_t j) {
      return a[i].node == b[j].node && a[a[i].parent].node == b[b[j].parent].node && !ttl_differs(*a[i].node);
    };
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t begin = 0;
    while (begin < shorter && is_same(begin, begin)) ++begin;
    std::size_t tail = 0;
    while (tail < shorter - begin && is_same(a.size() - 1 - tail, b.size() - 1 - tail)) ++tail;
    return {static_cast<Subtree::Index>(begin), static_cast<Subtree::Index>(tail)};
  }

  static void add_stretch(std::vector<Candidate>& candidates, const Ring& ring, Place place, const Stretch& stretch) {
    const auto end = static_cast<Subtree::Index>(ring->entries().size() - stretch.tail);
    for (place.at = stretch.begin; place.at < end; ++place.at) candidates.push_back({ring->node(place.at).id(), place});
  }

  // A candidate on both sides stayed; a candidate on one side was added or removed. Nodes in shared parts are
  // candidates on neither side.
  void match_candidates() {
    const auto by_id = [](const Candidate& a, const Candidate& b) { return a.id < b.id; };
    std::sort(before_.begin(), before_.end(), by_id);
    std::vector<bool> stayed(before_.size());
    for (const Candidate& after : after_) {
      const auto found = std::lower_bound(before_.begin(), before_.end(), after, by_id);
      if (found == before_.end() || found->id != after.id) {
        changes_.added.push_back(after.place);
        continue;
      }
      stayed[static_cast<std::size_t>(found - before_.begin())] = true;
      if (is_changed(seen_at(newer_, after.place), seen_at(older_, found->place))) {
        changes_.changed.push_back({after.place, found->place});
      }
    }
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (!stayed[i]) changes_.removed.push_back(before_[i].place);
    }
  }

  // Adds the nodes of which only the pins changed.
  void compare_pins() {
    const tree::Pins& now = newer_.tree.pins();
    const tree::Pins& then = older_.tree.pins();
    if (&now == &then || now == then) return;
    tree::Pins differing;
    std::set_symmetric_difference(now.begin(), now.end(), then.begin(), then.end(), std::back_inserter(differing));
    for (const std::string& id : tree::pinned_ids(differing)) {
      const auto after = find_in(newer_, id);
      const auto before = find_in(older_, id);
      if (!after || !before || is_listed(*after)) continue;
      changes_.changed.push_back({*after, *before});
    }
  }

  bool is_listed(const Place& place) const {
    return std::any_of(changes_.changed.begin(), changes_.changed.end(),
                       [&place](const ChangedPlace& changed) { return changed.newer == place; });
  }

  static std::optional<Place> find_in(const TreeSide& side, std::string_view id) {
    if (side.find) return side.find(id);
    std::vector<Candidate> all;
    add_everything(all, side.tree);
    const auto found = std::find_if(all.begin(), all.end(), [id](const Candidate& each) { return each.id == id; });
    return found == all.end() ? std::nullopt : std::optional(found->place);
  }

  const TreeSide& newer_;
  const TreeSide& older_;
  std::vector<Candidate> after_;  // in document order
  std::vector<Candidate> before_;
  TreeChanges changes_;
};

int rank_of(const Place& place) {
  switch (place.region) {
    case Region::Frame: return place.at == tree::kRootAt ? 0 : 2;
    case Region::Sys: return 1;
    case Region::Seq: return 3;
    case Region::Ah: return 4;
  }
  return 4;
}

}  // namespace

TreeChanges tree_changes(const TreeSide& newer, const TreeSide& older) { return Comparison(newer, older).run(); }

SeenNode seen_at(const TreeSide& side, const Place& place) {
  const auto parent = parent_of(side.tree, place);
  const Node& node = node_at(side.tree, place);
  return {&node, parent ? &node_at(side.tree, *parent) : nullptr, side.at(),
          tree::pins_of(side.tree.pins(), node.id())};
}

bool document_less(const Place& a, const Place& b) {
  const int left = rank_of(a);
  const int right = rank_of(b);
  if (left != right) return left < right;
  return a.ring != b.ring ? a.ring < b.ring : a.at < b.at;
}

}  // namespace latewood::diff
