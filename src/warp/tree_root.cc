#include "warp/tree_root.h"

#include <algorithm>

#include "tree/node_header.h"
#include "warp/state_encoding.h"
#include "warp/tree_state.h"

namespace latewood::warp {
namespace {

using tree::Subtree;

// Writes rings without building them as graphs: the nodes sorted by their hash, then for
// every node with children its edges, sorted likewise. One encoder serves many rings, so
// that it allocates nothing for most of them.
class RingEncoder {
 public:
  void encode(BinaryWriter& out, const Subtree& ring, const WarpId& warp, const RingLinks& links) {
    load(ring);
    encode_instance_header(out, warp, node_id(ring.container()), links.parent);
    for (const Subtree::Index at : order_) encode_vertex(out, ring.node(at));
    for (const Subtree::Index at : order_) encode_bucket(out, ring, at, links);
  }

 private:
  void load(const Subtree& ring) {
    order_.resize(ring.entries().size());
    for (Subtree::Index at = 0; at < order_.size(); ++at) order_[at] = at;
    std::sort(order_.begin(), order_.end(), [&ring](Subtree::Index a, Subtree::Index b) {
      return node_id(ring.node(a)) < node_id(ring.node(b));
    });
  }

  static void encode_vertex(BinaryWriter& out, const tree::Node& node) {
    const std::size_t header = tree::header_size(node);
    out.block(32 + 32 + 1 + 1 + 32 + 8 + header, [&](BinaryCursor& cursor) {
      cursor.id(node_id(node));
      cursor.id(type_id(node.node_class));
      cursor.u8(1);  // present
      cursor.u8(1);  // an atom
      cursor.id(header_type());
      cursor.u64(header);
      tree::encode_header(cursor, node);
    });
  }

  void encode_bucket(BinaryWriter& out, const Subtree& ring, Subtree::Index at, const RingLinks& links) {
    const bool is_turn = at == 0;
    if (!is_turn && !ring.has_children(at)) return;
    children_.clear();
    for (auto child = ring.first_child(at); child < ring.entries()[at].end; child = ring.next(child)) {
      children_.push_back(&ring.node(child));
    }
    std::sort(children_.begin(), children_.end(),
              [](const tree::Node* a, const tree::Node* b) { return child_edge_id(*a) < child_edge_id(*b); });
    encode_bucket_header(out, node_id(ring.node(at)), children_.size() + (is_turn ? 1 : 0));
    bool chain_pending = is_turn;
    for (const tree::Node* child : children_) {
      if (chain_pending && older_edge() < child_edge_id(*child)) {
        encode_chain(out, ring.node(at), links);
        chain_pending = false;
      }
      encode_child(out, *child);
    }
    if (chain_pending) encode_chain(out, ring.node(at), links);
  }

  static void encode_child(BinaryWriter& out, const tree::Node& child) {
    out.block(3 * 32 + 1, [&](BinaryCursor& cursor) {
      cursor.id(child_edge_id(child));
      cursor.id(child_type());
      cursor.id(node_id(child));
      cursor.u8(0);  // nothing attached
    });
  }

  static void encode_chain(BinaryWriter& out, const tree::Node& turn, const RingLinks& links) {
    const Slot slot = links.older ? Slot(Descend{*links.older}) : Slot();
    encode_edge(out, older_edge(), {node_id(turn), node_id(turn), chain_type(), slot});
  }

  std::vector<Subtree::Index> order_;
  std::vector<const tree::Node*> children_;
};

void encode_trunk(BinaryWriter& out, const tree::Tree& tree) {
  State trunk;
  trunk.put(trunk_id(), trunk_instance(tree));
  const Reachable reachable = reachable_from(trunk, root_key(tree));
  encode_instances(out, reachable);
}

// A ring to be fed, with the place that gives its links.
struct Feed {
  WarpId warp;
  std::size_t place = 0;
};

// The rings whose ids are not below `from`, ascending. Turns in the order of their cycles
// are a stretch at the end; spliced ones are sorted in.
std::vector<Feed> rings_from(const tree::Tree& tree, const std::optional<WarpId>& from) {
  std::vector<Feed> feeds;
  for (std::size_t place = tree.rings.size(); place-- > 0;) {
    const tree::Node& turn = tree.rings[place]->container();
    if (tree::is_displaced(tree, turn)) continue;
    const WarpId warp = ring_id(turn);
    if (from && warp < *from) break;
    feeds.push_back({warp, place});
  }
  std::reverse(feeds.begin(), feeds.end());
  if (tree.displaced->empty()) return feeds;
  for (const tree::Node* turn : *tree.displaced) {
    const WarpId warp = ring_id(*turn);
    if (!from || warp >= *from) feeds.push_back({warp, *tree::find_ring(tree, *turn)});
  }
  std::sort(feeds.begin(), feeds.end(), [](const Feed& a, const Feed& b) { return a.warp < b.warp; });
  return feeds;
}

}  // namespace

StateRoot advance_root(ResumableRoot& root, const tree::Tree& tree, const std::vector<ChangedRing>& changes) {
  root.rewind(changes.empty() ? trunk_id() : changes.front().warp);
  const std::vector<Feed> feeds = rings_from(tree, root.next());
  RingEncoder encoder;
  for (const Feed& feed : feeds) {
    // The newest ring is the one the next commit changes: its parent moves.
    const bool is_newest = &feed == &feeds.back();
    BinaryWriter& out = root.begin(feed.warp, is_newest ? Boundary::NextChange : Boundary::Ordinary);
    encoder.encode(out, *tree.rings[feed.place], feed.warp, links_of(tree, feed.place));
  }
  encode_trunk(root.begin(trunk_id()), tree);
  return root.finish();
}

}  // namespace latewood::warp
