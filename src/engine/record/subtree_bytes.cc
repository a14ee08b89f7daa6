#include "engine/record/subtree_bytes.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/corrupt.h"
#include "base/try.h"
#include "tree/node_header.h"
#include "tree/sibling_order.h"
#include "tree/subtree_rules.h"

namespace latewood::engine {
namespace {

using tree::Node;
using tree::Subtree;

// Collects entries in the order of the bytes and checks that this is document order.
class Layout {
 public:
  bool may_add(Subtree::Index parent) const {
    if (entries_.empty()) return parent == 0;
    // The parent must be the previous node or one of its ancestors.
    auto at = static_cast<Subtree::Index>(entries_.size() - 1);
    while (at > parent) at = entries_[at].parent;
    return at == parent;
  }

  // Returns whether the node sorts after the children that the parent already has.
  bool is_in_order(const Node& node, Subtree::Index parent) const {
    const Node* sibling = entries_.empty() ? nullptr : newest_child_[parent];
    return sibling == nullptr || tree::sibling_less(*sibling, node);
  }

  void add(const Node* node, Subtree::Index parent) {
    const bool is_container = entries_.empty();
    const auto place = static_cast<Subtree::Index>(entries_.size());
    entries_.push_back({node, parent, place + 1});
    newest_child_.push_back(nullptr);
    if (!is_container) newest_child_[parent] = node;
  }

  Subtree finish() {
    for (std::size_t at = entries_.size(); at-- > 1;) {
      Subtree::Entry& parent = entries_[entries_[at].parent];
      parent.end = std::max(parent.end, entries_[at].end);
    }
    return Subtree(entries_);
  }

 private:
  std::vector<Subtree::Entry> entries_;
  std::vector<const Node*> newest_child_;
};

// The smallest node: a parent index and a header without texts.
constexpr std::uint64_t kFewestBytes = 4 + 114;

}  // namespace

void encode_node(BinaryWriter& out, const Node& node) {
  out.block(tree::header_size(node), [&node](BinaryCursor& cursor) { tree::encode_header(cursor, node); });
}

void encode_subtree(BinaryWriter& out, const Subtree& subtree) {
  out.u64(subtree.entries().size());
  for (const Subtree::Entry& entry : subtree.entries()) {
    out.u32(entry.parent);
    encode_node(out, *entry.node);
  }
}

Result<const Node*> decode_node(BinaryReader& in, const warp::ReplaySource& source) {
  LW_TRY_ASSIGN(tree::DecodedHeader header, tree::decode_header(in));
  return warp::make_node(std::move(header), nullptr, source);
}

Result<void> scan_node(BinaryReader& in, const PayloadVisit& visit) {
  LW_TRY_ASSIGN(const tree::DecodedHeader header, tree::decode_header(in));
  if (header.has_content) visit(header.payload);
  return {};
}

Result<void> scan_subtree(BinaryReader& in, const PayloadVisit& visit) {
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(kFewestBytes));
  for (std::uint64_t i = 0; i < count; ++i) {
    LW_TRY(in.u32());
    LW_TRY(scan_node(in, visit));
  }
  return {};
}

Result<Subtree> decode_subtree(BinaryReader& in, tree::NodeClass wanted, const warp::ReplaySource& source) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(kFewestBytes));
  if (count == 0) return BinaryReader::invalid(start, 8, "a subtree without nodes");
  Layout layout;
  for (std::uint64_t i = 0; i < count; ++i) {
    LW_TRY_ASSIGN(const std::uint32_t parent, in.u32());
    LW_TRY_ASSIGN(const Node* node, decode_node(in, source));
    const bool is_placed = layout.may_add(parent) && layout.is_in_order(*node, parent);
    if (!is_placed) return corrupt("'" + std::string(node->id()) + "' is out of order");
    layout.add(node, parent);
  }
  Subtree subtree = layout.finish();
  if (auto checked = tree::check_subtree(subtree, wanted); !checked) return corrupt(checked.error().message);
  return subtree;
}

}  // namespace latewood::engine
