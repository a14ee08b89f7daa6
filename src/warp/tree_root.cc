#include "warp/tree_root.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "tree/node_header.h"
#include "warp/state_encoding.h"
#include "warp/tree_state.h"

namespace latewood::warp {
namespace {

using tree::Subtree;

// An instance as the encoder needs it: its nodes as a subtree, and the self edge of one of
// them that holds the chain of rings.
struct Shape {
  const Subtree& nodes;
  std::optional<AttachmentKey> parent;
  Subtree::Index chain_at = 0;
  const EdgeId& chain_edge;
  std::optional<WarpId> chain_child;
  std::string_view root_tail = {};  // follows the header in the atom of the root
};

// Writes instances without building them as graphs: the nodes sorted by their hash, then for
// every node with edges its edges, sorted likewise. One encoder serves many instances, so
// that it allocates nothing for most of them.
class InstanceEncoder {
 public:
  void encode(BinaryWriter& out, const WarpId& warp, const Shape& shape) {
    sort_nodes(shape.nodes);
    encode_instance_header(out, warp, node_id(shape.nodes.container()), shape.parent);
    for (const Subtree::Index at : order_) {
      encode_vertex(out, shape.nodes.node(at), at == 0 ? shape.root_tail : std::string_view());
    }
    for (const Subtree::Index at : order_) encode_bucket(out, shape, at);
  }

 private:
  void sort_nodes(const Subtree& nodes) {
    order_.resize(nodes.entries().size());
    for (Subtree::Index at = 0; at < order_.size(); ++at) order_[at] = at;
    std::sort(order_.begin(), order_.end(),
              [&nodes](Subtree::Index a, Subtree::Index b) { return node_id(nodes.node(a)) < node_id(nodes.node(b)); });
  }

  static void encode_vertex(BinaryWriter& out, const tree::Node& node, std::string_view tail) {
    const std::size_t atom = tree::header_size(node) + tail.size();
    out.block(32 + 32 + 1 + 1 + 32 + 8 + atom, [&](BinaryCursor& cursor) {
      cursor.id(node_id(node));
      cursor.id(type_id(node.node_class()));
      cursor.u8(1);  // present
      cursor.u8(1);  // an atom
      cursor.id(header_type());
      cursor.u64(atom);
      tree::encode_header(cursor, node);
      cursor.raw(tail);
    });
  }

  void encode_bucket(BinaryWriter& out, const Shape& shape, Subtree::Index at) {
    const Subtree& nodes = shape.nodes;
    bool chain_pending = at == shape.chain_at;
    if (!chain_pending && !nodes.has_children(at)) return;
    children_.clear();
    for (auto child = nodes.first_child(at); child < nodes.entries()[at].end; child = nodes.next(child)) {
      children_.push_back(&nodes.node(child));
    }
    std::sort(children_.begin(), children_.end(),
              [](const tree::Node* a, const tree::Node* b) { return child_edge_id(*a) < child_edge_id(*b); });
    encode_bucket_header(out, node_id(nodes.node(at)), children_.size() + (chain_pending ? 1 : 0));
    for (const tree::Node* child : children_) {
      if (chain_pending && shape.chain_edge < child_edge_id(*child)) {
        encode_chain(out, shape);
        chain_pending = false;
      }
      encode_child(out, *child);
    }
    if (chain_pending) encode_chain(out, shape);
  }

  static void encode_child(BinaryWriter& out, const tree::Node& child) {
    out.block(3 * 32 + 1, [&](BinaryCursor& cursor) {
      cursor.id(child_edge_id(child));
      cursor.id(child_type());
      cursor.id(node_id(child));
      cursor.u8(0);  // nothing attached
    });
  }

  static void encode_chain(BinaryWriter& out, const Shape& shape) {
    const NodeId owner = node_id(shape.nodes.node(shape.chain_at));
    const Slot slot = shape.chain_child ? Slot(Descend{*shape.chain_child}) : Slot();
    encode_edge(out, shape.chain_edge, {owner, owner, chain_type(), slot});
  }

  std::vector<Subtree::Index> order_;
  std::vector<const tree::Node*> children_;
};

void encode_trunk(InstanceEncoder& encoder, BinaryWriter& out, const tree::Tree& tree) {
  const Subtree nodes =
      Subtree(tree.root).with_child(0, *tree.sys).with_child(0, Subtree(tree.seq)).with_child(0, *tree.ah);
  std::optional<WarpId> newest;
  if (!tree.rings.empty()) newest = ring_id(tree.rings.back()->container());
  const std::string atom = root_atom(tree).bytes;
  const std::string_view tail = std::string_view(atom).substr(tree::header_size(*tree.root));
  const auto seq = static_cast<Subtree::Index>(1 + tree.sys->entries().size());
  encoder.encode(out, trunk_id(), {nodes, std::nullopt, seq, newest_edge(), newest, tail});
}

// Feeding a long history walks records that lie anywhere in memory, four steps deep. Each
// step is asked for a few rings before it is needed, so that none is waited for. Inlined by
// force: g++ drops calls of functions that only prefetch.
[[gnu::always_inline]] inline void prefetch_lines(const void* start, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += 64) __builtin_prefetch(static_cast<const char*>(start) + at);
}

[[gnu::always_inline]] inline void prefetch_ahead(const tree::Tree& tree, std::size_t place) {
  constexpr std::size_t kSteps = 4;
  const auto ring_at = [&tree](std::size_t at) -> const Subtree& { return *tree.rings[at]; };
  if (place + 4 * kSteps < tree.rings.size()) prefetch_lines(ring_at(place + 4 * kSteps).address(), 64);
  if (place + 3 * kSteps < tree.rings.size()) {
    const auto& entries = ring_at(place + 3 * kSteps).entries();
    prefetch_lines(entries.data(), entries.size() * sizeof(Subtree::Entry));
  }
  if (place + 2 * kSteps < tree.rings.size()) {
    for (const Subtree::Entry& entry : ring_at(place + 2 * kSteps).entries()) {
      prefetch_lines(entry.node, sizeof(tree::Node));
    }
  }
  if (place + kSteps < tree.rings.size()) {
    for (const Subtree::Entry& entry : ring_at(place + kSteps).entries()) prefetch_lines(entry.node->payload(), 64);
  }
}

WarpId ring_at(const tree::Tree& tree, std::size_t place) { return ring_id(tree.rings[place]->container()); }

// The first place whose ring is not below `from`, where the cycles of the turns ascend.
std::size_t first_place(const tree::Tree& tree, const WarpId& from) {
  std::size_t low = 0;
  std::size_t high = tree.rings.size();
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
  if (tree.displaced->empty()) {
    for (std::size_t at = from ? first_place(tree, *from) : 0; at < tree.rings.size(); ++at) places.push_back(at);
    return places;
  }
  // The others are a stretch at the end; spliced turns are looked at one by one.
  for (std::size_t at = tree.rings.size(); at-- > 0;) {
    if (tree::is_displaced(tree, tree.rings[at]->container())) continue;
    if (from && ring_at(tree, at) < *from) break;
    places.push_back(at);
  }
  for (const tree::Node* turn : *tree.displaced) {
    if (!from || ring_id(*turn) >= *from) places.push_back(*tree::find_ring(tree, *turn));
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
  for (const std::size_t place : places) {
    prefetch_ahead(tree, place);
    const Subtree& ring = *tree.rings[place];
    const RingLinks links = links_of(tree, place);
    // The newest ring is the one the next commit changes: its parent moves.
    const bool is_newest = place + 1 == tree.rings.size();
    BinaryWriter& out = root.begin(ring_id(ring.container()), is_newest ? Boundary::NextChange : Boundary::Ordinary);
    encoder.encode(out, ring_id(ring.container()), {ring, links.parent, 0, older_edge(), links.older});
  }
  encode_trunk(encoder, root.begin(trunk_id(), Boundary::EveryChange), tree);
  return root.finish();
}

}  // namespace latewood::warp
