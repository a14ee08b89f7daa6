#include "warp/mapping/subtree_replay.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/corrupt.h"
#include "base/try.h"
#include "tree/node_header.h"
#include "tree/sibling_order.h"
#include "warp/mapping/instance_edit.h"
#include "warp/mapping/tree_ids.h"

namespace latewood::warp {
namespace {

using tree::Subtree;

std::string quoted(std::string_view id) { return "'" + std::string(id) + "'"; }

// Collects nodes and their parents in any order, then makes a subtree of them.
class Assembly {
 public:
  explicit Assembly(const NodeId& root) : root_(root) {}

  void add(const tree::Node* node, const NodeId& parent) { items_.push_back({node, parent}); }
  Result<Subtree> finish();

 private:
  struct Item {
    const tree::Node* node;
    NodeId parent;
  };

  void sort();
  // The range of the children of a node, which are adjacent.
  std::pair<std::size_t, std::size_t> children_of(const NodeId& parent) const;
  bool is_root(const Item& item) const { return node_id(*item.node) == root_; }

  const NodeId root_;
  std::vector<Item> items_;
};

void Assembly::sort() {
  std::sort(items_.begin(), items_.end(), [this](const Item& a, const Item& b) {
    if (is_root(a) || is_root(b)) return is_root(a) && !is_root(b);
    if (a.parent != b.parent) return a.parent < b.parent;
    return tree::sibling_less(*a.node, *b.node);
  });
}

std::pair<std::size_t, std::size_t> Assembly::children_of(const NodeId& parent) const {
  const auto first = std::lower_bound(items_.begin() + 1, items_.end(), parent,
                                      [](const Item& item, const NodeId& key) { return item.parent < key; });
  const auto last = std::upper_bound(first, items_.end(), parent,
                                     [](const NodeId& key, const Item& item) { return key < item.parent; });
  return {static_cast<std::size_t>(first - items_.begin()), static_cast<std::size_t>(last - items_.begin())};
}

Result<Subtree> Assembly::finish() {
  sort();
  if (items_.empty() || !is_root(items_.front())) return corrupt("instance root " + root_.hex() + " is not there");
  std::vector<Subtree::Entry> entries;
  std::vector<std::pair<std::size_t, Subtree::Index>> pending = {{0, 0}};  // with the place of the parent
  while (!pending.empty()) {
    const auto [item, parent] = pending.back();
    pending.pop_back();
    const auto place = static_cast<Subtree::Index>(entries.size());
    entries.push_back({items_[item].node, parent, place + 1});
    const auto [first, last] = children_of(node_id(*items_[item].node));
    for (std::size_t child = last; child-- > first;) pending.emplace_back(child, place);
  }
  if (entries.size() != items_.size()) {
    return corrupt(std::to_string(items_.size() - entries.size()) + " nodes do not hang on " +
                   quoted(items_.front().node->id()));
  }
  for (std::size_t at = entries.size(); at-- > 1;) {
    Subtree::Entry& parent = entries[entries[at].parent];
    parent.end = std::max(parent.end, entries[at].end);
  }
  return Subtree(entries);
}

Result<const tree::Payload*> payload_of(const tree::DecodedHeader& header, const tree::Node* before,
                                        const ReplaySource& source) {
  if (!header.has_content) return static_cast<const tree::Payload*>(nullptr);
  const tree::Payload* known = before == nullptr ? nullptr : before->payload();
  if (known != nullptr && known->digest() == header.payload) return known;
  auto payload = source.find_payload(header.payload);
  if (!payload) {
    payload.error().message = quoted(header.parts.id) + ": " + payload.error().message;
    return payload;
  }
  if (*payload != nullptr && (*payload)->digest() == header.payload) return payload;
  return corrupt("the content of " + quoted(header.parts.id) + " is not that of digest " + header.payload.hex());
}

// Adds the existing nodes that the edit keeps, with their changes. Returns their ids, ascending.
Result<std::vector<NodeId>> add_known(Assembly& assembly, const Subtree& before, const InstanceEdit& edit,
                                      const ReplaySource& source) {
  std::vector<NodeId> known;
  known.reserve(before.entries().size());
  for (const Subtree::Entry& entry : before.entries()) {
    const NodeId vertex = node_id(*entry.node);
    known.push_back(vertex);
    if (edit.removes(vertex)) continue;
    const tree::Node* node = entry.node;
    if (const std::string_view* header = edit.find_header(vertex)) {
      LW_TRY_ASSIGN(const ReplayedNode replayed, replay_node(vertex, *header, node, source));
      node = replayed.node;
    }
    const NodeId* moved = edit.find_parent(vertex);
    assembly.add(node, moved != nullptr ? *moved : node_id(before.node(entry.parent)));
  }
  std::sort(known.begin(), known.end());
  return known;
}

}  // namespace

Result<const tree::Node*> make_node(tree::DecodedHeader header, const tree::Node* before, const ReplaySource& source) {
  LW_TRY_ASSIGN(const tree::Payload* payload, payload_of(header, before, source));
  const tree::Node* node = tree::add_node(source.pool, std::move(header), payload);
  if (node->content_hash() == header.content_hash) return node;
  return corrupt("the content_hash of " + quoted(node->id()) + " is wrong");
}

Result<ReplayedNode> replay_node(const NodeId& vertex, std::string_view header, const tree::Node* before,
                                 const ReplaySource& source) {
  BinaryReader in(header);
  auto decoded = tree::decode_header(in);
  if (!decoded) return corrupt("the header of vertex " + vertex.hex() + ": " + decoded.error().message);
  LW_TRY_ASSIGN(const tree::Node* node, make_node(*std::move(decoded), before, source));
  if (node_id(*node) != vertex) return corrupt("vertex " + vertex.hex() + " has the header of " + quoted(node->id()));
  return ReplayedNode{node, header.substr(in.offset())};
}

Result<Subtree> replay_subtree(const NodeId& root, const Subtree* before, const InstanceEdit& edit,
                               const ReplaySource& source) {
  Assembly assembly(root);
  std::vector<NodeId> known;
  if (before != nullptr) {
    LW_TRY_ASSIGN(known, add_known(assembly, *before, edit, source));
  }
  for (const auto& [vertex, header] : edit.headers) {
    if (std::binary_search(known.begin(), known.end(), vertex)) continue;
    LW_TRY_ASSIGN(const ReplayedNode replayed, replay_node(vertex, header, nullptr, source));
    const NodeId* parent = edit.find_parent(vertex);
    assembly.add(replayed.node, parent == nullptr ? vertex : *parent);
  }
  return assembly.finish();
}

}  // namespace latewood::warp
