#include "intake/rewrites.h"

#include <algorithm>
#include <span>

#include "canon/binary_writer.h"
#include "tree/node_header.h"
#include "tree/ring_alignment.h"

namespace latewood::intake {
namespace {

using tree::Node;
using tree::NodeClass;
using tree::Subtree;
using tree::Tree;

// A node of one side and its place.
struct Seen {
  const Node* node = nullptr;
  const Node* parent = nullptr;  // null: a turn, whose parent is `^seq`
  const Node* turn = nullptr;    // null: in the trunk
};

bool is_same_turn(const Node* a, const Node* b) {
  if (a == b) return true;
  return a != nullptr && b != nullptr && a->id() == b->id() && a->cycle() == b->cycle();
}

bool is_same_parent(const Node* a, const Node* b) {
  return a == b || (a != nullptr && b != nullptr && a->id() == b->id());
}

Instance instance_of(const Node* turn) {
  return turn == nullptr ? Instance() : Instance{std::string(turn->id()), turn->cycle()};
}

bool is_head_core(const Node& node, std::uint64_t tree_cycle) { return is_core_of(node, tree_cycle + 1); }

bool is_region(const Node& node) {
  const NodeClass kind = node.node_class();
  return kind == NodeClass::Root || kind == NodeClass::Sys || kind == NodeClass::Seq || kind == NodeClass::Ah;
}

class Comparison {
 public:
  Comparison(const Tree& before, const Tree& after) : before_(before), after_(after) {}

  Difference run() {
    compare(before_.sys, after_.sys, false);
    compare(before_.ah, after_.ah, false);
    const tree::Ring none;
    for (const tree::RingPair& pair : tree::differing_rings(before_, after_)) {
      compare(pair.older ? before_.rings[*pair.older] : none, pair.newer ? after_.rings[*pair.newer] : none, true);
      if (!pair.older) add_neighbours(*pair.newer);
    }
    match();
    compare_pins();
    finish(found_.reads);
    finish(found_.keys);
    drop_rewritten_reads();
    return std::move(found_);
  }

 private:
  // Compares two rings without their common beginning and end. Siblings that stay keep their order.
  void compare(const tree::Ring& older, const tree::Ring& newer, bool is_turn) {
    if (older == newer) return;
    using Entries = std::span<const Subtree::Entry>;
    const Entries a = older ? older->entries() : Entries();
    const Entries b = newer ? newer->entries() : Entries();
    std::size_t front = 0;
    while (front < std::min(a.size(), b.size()) && a[front].node == b[front].node &&
           a[front].parent == b[front].parent) {
      ++front;
    }
    std::size_t back = 0;
    const auto is_same_at_back = [&] {
      const Subtree::Entry& left = a[a.size() - 1 - back];
      const Subtree::Entry& right = b[b.size() - 1 - back];
      return left.node == right.node && a[left.parent].node == b[right.parent].node;
    };
    while (back < std::min(a.size(), b.size()) - front && is_same_at_back()) ++back;
    add(a, front, a.size() - back, is_turn, gone_);
    add(b, front, b.size() - back, is_turn, came_);
  }

  void add(std::span<const Subtree::Entry> entries, std::size_t first, std::size_t end, bool is_turn,
           std::vector<Seen>& to) const {
    for (std::size_t at = first; at < end; ++at) {
      const Subtree::Entry& entry = entries[at];
      if (!is_turn && (at == 0 || is_head_core(*entry.node, after_.cycle))) continue;
      to.push_back({entry.node, at == 0 ? nullptr : entries[entry.parent].node, is_turn ? entries[0].node : nullptr});
    }
  }

  // Adds the neighbours of a new turn as reads: its stamp depends on theirs.
  void add_neighbours(std::size_t place) {
    const auto add_read = [this](std::size_t at) {
      const Node& turn = after_.rings[at]->container();
      found_.reads.push_back({instance_of(&turn), std::string(turn.id())});
    };
    if (place > 0) add_read(place - 1);
    if (place + 1 < after_.rings.size()) add_read(place + 1);
  }

  void match() {
    const auto by_id = [](const Seen& a, const Seen& b) { return a.node->id() < b.node->id(); };
    std::sort(gone_.begin(), gone_.end(), by_id);
    std::vector<bool> is_matched(gone_.size());
    for (const Seen& now : came_) {
      const auto was = std::lower_bound(gone_.begin(), gone_.end(), now, by_id);
      const bool is_known = was != gone_.end() && was->node->id() == now.node->id();
      if (is_known) is_matched[static_cast<std::size_t>(was - gone_.begin())] = true;
      note(is_known ? &*was : nullptr, now);
    }
    for (std::size_t at = 0; at < gone_.size(); ++at) {
      if (is_matched[at]) continue;
      found_.rewrites.push_back({RewriteKind::Dropped, std::string(gone_[at].node->id()), instance_of(gone_[at].turn)});
      note_key(*gone_[at].node);
    }
  }

  void note(const Seen* was, const Seen& now) {
    const std::string id(now.node->id());
    const std::string parent(now.parent == nullptr ? after_.seq()->id() : now.parent->id());
    const Instance here = instance_of(now.turn);
    const std::size_t before = found_.rewrites.size();
    const bool is_elsewhere =
        was != nullptr && (!is_same_turn(was->turn, now.turn) || !is_same_parent(was->parent, now.parent));
    if (was == nullptr) {
      found_.rewrites.push_back({RewriteKind::Made, id, {}, here, parent, header_of(*now.node)});
    } else if (is_elsewhere) {
      found_.rewrites.push_back({RewriteKind::Placed, id, instance_of(was->turn), here, parent});
    }
    if (was != nullptr && was->node != now.node) {
      found_.rewrites.push_back({RewriteKind::Changed, id, {}, here, {}, header_of(*now.node)});
      note_key(*was->node);
    }
    if (found_.rewrites.size() == before) return;
    note_key(*now.node);
    const bool reads_parent = (was == nullptr || is_elsewhere) && now.parent != nullptr && !is_region(*now.parent) &&
                              !(now.turn == nullptr && is_head_core(*now.parent, after_.cycle));
    if (reads_parent) found_.reads.push_back({here, parent});
  }

  void note_key(const Node& node) {
    if (node.extra() != nullptr && node.extra()->key) found_.keys.push_back(*node.extra()->key);
  }

  void compare_pins() {
    const tree::Pins& older = before_.pins();
    const tree::Pins& newer = after_.pins();
    if (&older == &newer) return;
    const auto note_pins = [this](RewriteKind kind, const tree::Pins& here, const tree::Pins& there) {
      tree::Pins changed;
      std::set_difference(here.begin(), here.end(), there.begin(), there.end(), std::back_inserter(changed));
      for (Pin& pin : changed) found_.rewrites.push_back({kind, std::move(pin.id), {}, {}, std::move(pin.holder)});
    };
    note_pins(RewriteKind::Pinned, newer, older);
    note_pins(RewriteKind::Unpinned, older, newer);
  }

  template <class Items>
  static void finish(Items& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
  }

  void drop_rewritten_reads() {
    if (found_.reads.empty()) return;
    std::erase_if(found_.reads, [this](const NodeRef& read) {
      return std::any_of(found_.rewrites.begin(), found_.rewrites.end(),
                         [&read](const Rewrite& rewrite) { return rewrite.id == read.id; });
    });
  }

  const Tree& before_;
  const Tree& after_;
  std::vector<Seen> gone_;
  std::vector<Seen> came_;
  Difference found_;
};

}  // namespace

std::string header_of(const Node& node) {
  std::string bytes(tree::header_size(node), '\0');
  BinaryCursor out(bytes.data());
  tree::encode_header(out, node);
  return bytes;
}

bool is_core_of(const Node& node, std::uint64_t cycle) {
  return node.node_class() == NodeClass::Core && node.cycle() == cycle;
}

Difference difference(const Tree& before, const Tree& after) { return Comparison(before, after).run(); }

Instance instance_at(const Tree& tree, const tree::Place& place) {
  return place.region == tree::Region::Seq ? instance_of(&tree.rings[place.ring]->container()) : Instance();
}

bool is_frame(const Tree& tree, const tree::Place& place) {
  if (place.region == tree::Region::Frame) return true;
  if (place.region == tree::Region::Seq) return false;
  return place.at == 0 || (place.region == tree::Region::Ah && is_head_core(tree::node_at(tree, place), tree.cycle));
}

}  // namespace latewood::intake
