#include "warp/mapping/tree_root.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "tree/node_header.h"
#include "warp/graph/id_head.h"
#include "warp/graph/state_encoding.h"
#include "warp/mapping/tree_state.h"

namespace latewood::warp {
namespace {

using tree::Subtree;

// The input of the encoder for one instance: its nodes as a subtree, and the self edge of one of them that belongs to
// the chain of rings.
struct Shape {
  const Subtree& nodes;
  std::optional<AttachmentKey> parent;
  Subtree::Index chain_at = 0;
  const EdgeId& chain_edge;
  std::optional<WarpId> chain_child;
  std::string_view root_tail = {};  // follows the header in the atom of the root
};

// A sort key: the first eight bytes of a hash as a number, which nearly always decides, and the index of the hash.
struct HashKey {
  std::uint64_t head;
  Subtree::Index at;
};

// Sorts by the whole hash, which `hash_of(key.at)` returns. Uses insertion sort for few keys, because it takes half the
// time of std::sort, and most turns have only a few nodes.
template <class HashOf>
void sort_by_hash(std::vector<HashKey>& keys, HashOf hash_of) {
  constexpr std::size_t kFew = 8;
  const auto is_before = [&](const HashKey& a, const HashKey& b) {
    return a.head != b.head ? a.head < b.head : hash_of(a.at) < hash_of(b.at);
  };
  if (keys.size() > kFew) return std::sort(keys.begin(), keys.end(), is_before);
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const HashKey key = keys[i];
    std::size_t place = i;
    for (; place > 0 && is_before(key, keys[place - 1]); --place) keys[place] = keys[place - 1];
    keys[place] = key;
  }
}

// The bytes between the id of a node and the length of its atom, for each class of nodes.
constexpr std::size_t kMiddleBytes = 32 + 1 + 1 + 32;
using Middles = std::array<std::array<char, kMiddleBytes>, tree::kNodeClasses>;

const Middles& vertex_middles() {
  static const Middles middles = [] {
    Middles all;
    for (std::size_t i = 0; i < tree::kNodeClasses; ++i) {
      BinaryCursor out(all[i].data());
      out.id(type_id(static_cast<tree::NodeClass>(i)));
      out.u8(1);  // present
      out.u8(1);  // an atom
      out.id(header_type());
    }
    return all;
  }();
  return middles;
}

// Writes instances without building them as graphs: the nodes sorted by their hash, then for
// every node with edges its edges, sorted likewise. One encoder serves many instances, so
// that it allocates nothing for most of them.
class InstanceEncoder {
 public:
  void encode(BinaryWriter& out, const WarpId& warp, const Shape& shape) {
    sort_nodes(shape.nodes);
    encode_instance_header(out, warp, node_id(shape.nodes.container()), shape.parent);
    for (const HashKey& key : order_) {
      encode_vertex(out, shape.nodes.node(key.at), key.at == 0 ? shape.root_tail : std::string_view());
    }
    for (const HashKey& key : order_) encode_bucket(out, shape, key.at);
  }

 private:
  void sort_nodes(const Subtree& nodes) {
    const auto hash_of = [&nodes](Subtree::Index at) -> const RawBytes32& { return nodes.node(at).node_hash(); };
    order_.clear();
    for (Subtree::Index at = 0; at < nodes.entries().size(); ++at) order_.push_back({head_of(hash_of(at)), at});
    sort_by_hash(order_, hash_of);
  }

  void encode_vertex(BinaryWriter& out, const tree::Node& node, std::string_view tail) const {
    const std::size_t atom = tree::header_size(node) + tail.size();
    const auto& middle = middles_[static_cast<std::size_t>(node.node_class())];
    out.block(32 + kMiddleBytes + 8 + atom, [&](BinaryCursor& cursor) {
      cursor.id(node_id(node));
      cursor.raw({middle.data(), kMiddleBytes});
      cursor.u64(atom);
      tree::encode_header(cursor, node);
      cursor.raw(tail);
    });
  }

  void encode_bucket(BinaryWriter& out, const Shape& shape, Subtree::Index at) {
    const Subtree& nodes = shape.nodes;
    bool chain_pending = at == shape.chain_at;
    if (!chain_pending && !nodes.has_children(at)) return;
    sort_children(nodes, at);
    encode_bucket_header(out, node_id(nodes.node(at)), children_.size() + (chain_pending ? 1 : 0));
    const std::uint64_t chain_head = head_of(shape.chain_edge.bytes);
    for (const HashKey& key : children_) {
      const tree::Node& child = nodes.node(key.at);
      const bool comes_next = chain_head != key.head ? chain_head < key.head : shape.chain_edge < child_edge_id(child);
      if (chain_pending && comes_next) {
        encode_chain(out, shape);
        chain_pending = false;
      }
      encode_child(out, child);
    }
    if (chain_pending) encode_chain(out, shape);
  }

  void sort_children(const Subtree& nodes, Subtree::Index parent) {
    const auto hash_of = [&nodes](Subtree::Index at) -> const RawBytes32& { return nodes.node(at).edge_hash(); };
    children_.clear();
    for (auto at = nodes.first_child(parent); at < nodes.next(parent); at = nodes.next(at)) {
      children_.push_back({head_of(hash_of(at)), at});
    }
    sort_by_hash(children_, hash_of);
  }

  void encode_child(BinaryWriter& out, const tree::Node& child) const {
    out.block(3 * 32 + 1, [&](BinaryCursor& cursor) {
      cursor.id(child_edge_id(child));
      cursor.id(child_type_);
      cursor.id(node_id(child));
      cursor.u8(0);  // nothing attached
    });
  }

  void encode_chain(BinaryWriter& out, const Shape& shape) const {
    const NodeId owner = node_id(shape.nodes.node(shape.chain_at));
    out.block(3 * 32 + (shape.chain_child ? 1 + 1 + 32 : 1), [&](BinaryCursor& cursor) {
      cursor.id(shape.chain_edge);
      cursor.id(chain_type_);
      cursor.id(owner);
      cursor.u8(shape.chain_child ? 1 : 0);
      if (!shape.chain_child) return;
      cursor.u8(2);  // descends
      cursor.id(*shape.chain_child);
    });
  }

  const Middles& middles_ = vertex_middles();
  const TypeId& child_type_ = child_type();
  const TypeId& chain_type_ = chain_type();
  std::vector<HashKey> order_;
  std::vector<HashKey> children_;
};

// The trunk as one subtree. The encoder does not need its regions in canonical order.
Subtree trunk_nodes(const tree::Tree& tree) {
  std::vector<Subtree::Entry> entries{{tree.root(), 0, 0}};
  const auto add = [&entries](std::span<const Subtree::Entry> region) {
    const auto start = static_cast<Subtree::Index>(entries.size());
    for (const Subtree::Entry& entry : region) entries.push_back({entry.node, entry.parent + start, entry.end + start});
    entries[start].parent = 0;
  };
  const Subtree::Entry seq{tree.seq(), 0, 1};
  add({&seq, 1});
  add(tree.sys->entries());
  add(tree.ah->entries());
  entries[0].end = static_cast<Subtree::Index>(entries.size());
  return Subtree(entries);
}

void encode_trunk(InstanceEncoder& encoder, BinaryWriter& out, const tree::Tree& tree) {
  std::optional<WarpId> newest;
  if (!tree.rings.empty()) newest = ring_id(tree.rings.back()->container());
  const std::string atom = root_atom(tree).bytes;
  const std::string_view tail = std::string_view(atom).substr(tree::header_size(*tree.root()));
  encoder.encode(out, trunk_id(), {trunk_nodes(tree), std::nullopt, 1, newest_edge(), newest, tail});
}

// Feeding a long history follows four levels of pointers to records scattered in memory. Each level is prefetched a few
// rings ahead, so that the encoder does not wait. Forced inline: g++ drops calls of functions that only prefetch.
[[gnu::always_inline]] inline void prefetch_lines(const void* start, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += 64) __builtin_prefetch(static_cast<const char*>(start) + at);
  __builtin_prefetch(static_cast<const char*>(start) + bytes - 1);
}

// Iterates over the rings at the given places, with one access to the sequence for each.
class RingWalk {
 public:
  RingWalk(const tree::Tree& tree, const std::vector<std::size_t>& places) : tree_(tree), places_(places) {
    for (std::size_t i = 0; i < std::min(kAhead, places_.size()); ++i) see(i);
  }

  // Prefetches the data of the next rings, a few steps ahead.
  [[gnu::always_inline]] void prefetch(std::size_t i) {
    if (i + kAhead < places_.size()) see(i + kAhead);
    if (i + 3 * kStep < places_.size()) {
      const auto entries = ring(i + 3 * kStep).entries();
      prefetch_lines(entries.data(), entries.size() * sizeof(Subtree::Entry));
    }
    if (i + 2 * kStep < places_.size()) {
      for (const Subtree::Entry& entry : ring(i + 2 * kStep).entries()) prefetch_lines(entry.node, kRecord);
    }
    if (i + kStep < places_.size()) {
      for (const Subtree::Entry& entry : ring(i + kStep).entries())
        prefetch_lines(entry.node->payload(), sizeof(tree::Payload));
    }
  }

  // Valid for rings at most kAhead before or after the last prefetched one.
  const Subtree& ring(std::size_t i) const { return *seen_[i % kSeen]; }

  RingLinks links(std::size_t i) const {
    // Spliced turns are fed apart from their neighbours.
    const bool has_neighbours =
        i > 0 && i + 1 < places_.size() && places_[i - 1] + 1 == places_[i] && places_[i] + 1 == places_[i + 1];
    if (!has_neighbours) return links_of(tree_, places_[i]);
    return {older_slot(ring_id(ring(i + 1).container())), ring_id(ring(i - 1).container())};
  }

 private:
  static constexpr std::size_t kStep = 4;
  static constexpr std::size_t kRecord = 160;  // size of the record of a message, with the optional parts
  static constexpr std::size_t kAhead = 4 * kStep;
  static constexpr std::size_t kSeen = 32;

  [[gnu::always_inline]] void see(std::size_t i) {
    seen_[i % kSeen] = &*tree_.rings[places_[i]];
    prefetch_lines(seen_[i % kSeen]->address(), 64);
  }

  const tree::Tree& tree_;
  const std::vector<std::size_t>& places_;
  std::array<const Subtree*, kSeen> seen_{};
};

WarpId ring_at(const tree::Tree& tree, std::size_t place) { return ring_id(tree.rings[place]->container()); }

// The first place whose ring is not below `from`, among the turns whose cycles ascend. Searches in doubling steps back
// from the newest: old turns may not be loaded, and are rarely wanted.
std::size_t first_place(const tree::Tree& tree, const WarpId& from) {
  std::size_t high = tree.rings.size();
  std::size_t low = high;
  for (std::size_t step = 1; low > 0 && ring_at(tree, low - 1) >= from; step *= 2) {
    high = low - 1;
    low = low > step ? low - step : 0;
  }
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (ring_at(tree, middle) < from) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Places of the rings whose ids are not below `from`, ascending by id.
std::vector<std::size_t> places_from(const tree::Tree& tree, const std::optional<WarpId>& from) {
  std::vector<std::size_t> places;
  if (tree.displaced().empty()) {
    for (std::size_t at = from ? first_place(tree, *from) : 0; at < tree.rings.size(); ++at) places.push_back(at);
    return places;
  }
  // The remaining turns are at the end of the list; spliced turns are checked one by one.
  for (std::size_t at = tree.rings.size(); at-- > 0;) {
    if (tree::is_displaced(tree, tree.rings[at]->container())) continue;
    if (from && ring_at(tree, at) < *from) break;
    places.push_back(at);
  }
  for (const tree::Node* turn : tree.displaced()) {
    if (from && ring_id(*turn) < *from) continue;
    // A turn that could not be read is not found; the source of its page has the error.
    if (const auto place = tree::find_ring(tree, *turn)) places.push_back(*place);
  }
  std::sort(places.begin(), places.end(),
            [&tree](std::size_t a, std::size_t b) { return ring_at(tree, a) < ring_at(tree, b); });
  return places;
}

}  // namespace

StateRoot advance_root(ResumableRoot& root, const tree::Tree& tree, const std::vector<ChangedRing>& changes) {
  root.rewind(changes.empty() ? trunk_id() : changes.front().warp);
  const std::vector<std::size_t> places = places_from(tree, root.next());
  InstanceEncoder encoder;
  RingWalk walk(tree, places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    walk.prefetch(i);
    const Subtree& ring = walk.ring(i);
    const RingLinks links = walk.links(i);
    // The newest ring is the one the next commit changes: its parent moves.
    const bool is_newest = places[i] + 1 == tree.rings.size();
    BinaryWriter& out = root.begin(ring_id(ring.container()), is_newest ? Boundary::NextChange : Boundary::Ordinary);
    encoder.encode(out, ring_id(ring.container()), {ring, links.parent, 0, older_edge(), links.older});
  }
  encode_trunk(encoder, root.begin(trunk_id(), Boundary::EveryChange), tree);
  return root.finish();
}

}  // namespace latewood::warp
