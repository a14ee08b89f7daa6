#include "warp/tree_root.h"

#include <algorithm>

#include "tree/node_header.h"
#include "warp/state_encoding.h"
#include "warp/tree_state.h"

namespace latewood::warp {
namespace {

using tree::Subtree;

// A node of the graph as the encoder needs it, found in the tree.
struct Vertex {
  const tree::Node* node = nullptr;
  Subtree::Index at = 0;
};

// Writes one ring without building it as a graph: its nodes sorted by their hash, then
// for every node with children its edges, sorted likewise.
class RingEncoder {
 public:
  RingEncoder(BinaryWriter& out, const Subtree& ring) : out_(out), ring_(ring) {
    vertices_.reserve(ring.entries().size());
    for (Subtree::Index at = 0; at < ring.entries().size(); ++at) vertices_.push_back({ring.entries()[at].node, at});
    std::sort(vertices_.begin(), vertices_.end(),
              [](const Vertex& a, const Vertex& b) { return a.node->node_hash < b.node->node_hash; });
  }

  void encode(const WarpId& warp, const RingLinks& links) {
    encode_instance_header(out_, warp, node_id(ring_.container()), links.parent);
    for (const Vertex& vertex : vertices_) encode_vertex(*vertex.node);
    for (const Vertex& vertex : vertices_) encode_edges(vertex, links);
  }

 private:
  void encode_vertex(const tree::Node& node) {
    const std::size_t header = tree::header_size(node);
    out_.block(32 + 32 + 1 + 1 + 32 + 8 + header, [&](BinaryCursor& cursor) {
      cursor.id(node_id(node));
      cursor.id(type_id(node.node_class));
      cursor.u8(1);  // present
      cursor.u8(1);  // an atom
      cursor.id(header_type());
      cursor.u64(header);
      tree::encode_header(cursor, node);
    });
  }

  void encode_edges(const Vertex& vertex, const RingLinks& links) {
    const bool is_turn = vertex.at == 0;
    if (!is_turn && !ring_.has_children(vertex.at)) return;
    std::vector<const tree::Node*>& children = children_;
    children.clear();
    for (auto at = ring_.first_child(vertex.at); at < ring_.entries()[vertex.at].end; at = ring_.next(at)) {
      children.push_back(&ring_.node(at));
    }
    std::sort(children.begin(), children.end(),
              [](const tree::Node* a, const tree::Node* b) { return a->edge_hash < b->edge_hash; });
    encode_bucket_header(out_, node_id(*vertex.node), children.size() + (is_turn ? 1 : 0));
    bool chain_pending = is_turn;
    for (const tree::Node* child : children) {
      if (chain_pending && older_edge() < child_edge_id(*child)) {
        encode_chain(*vertex.node, links);
        chain_pending = false;
      }
      encode_edge(out_, child_edge_id(*child), {node_id(*vertex.node), node_id(*child), child_type(), {}});
    }
    if (chain_pending) encode_chain(*vertex.node, links);
  }

  void encode_chain(const tree::Node& turn, const RingLinks& links) {
    const Slot slot = links.older ? Slot(Descend{*links.older}) : Slot();
    encode_edge(out_, older_edge(), {node_id(turn), node_id(turn), chain_type(), slot});
  }

  BinaryWriter& out_;
  const Subtree& ring_;
  std::vector<Vertex> vertices_;
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
  for (const Feed& feed : feeds) {
    // The newest ring is the one the next commit changes: its parent moves.
    const bool is_newest = &feed == &feeds.back();
    BinaryWriter& out = root.begin(feed.warp, is_newest ? Boundary::NextChange : Boundary::Ordinary);
    RingEncoder(out, *tree.rings[feed.place]).encode(feed.warp, links_of(tree, feed.place));
  }
  encode_trunk(root.begin(trunk_id()), tree);
  return root.finish();
}

}  // namespace latewood::warp
