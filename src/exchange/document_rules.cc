#include "exchange/document_rules.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/quick_hash.h"
#include "canon/quick_table.h"
#include "tree/placement.h"

namespace latewood::exchange {
namespace {

using tree::NodeClass;
using Index = std::uint32_t;

std::string quoted(std::string_view id) { return "'" + excerpt(id) + "'"; }

Error refused(std::string_view rule, std::string message, const Place& place) {
  Error error = broken(rule, std::move(message));
  error.place = place;
  return error;
}

// The error of a check that does not know where in the text it is.
Result<void> placed(Result<void> result, const Place& place) {
  if (result) return result;
  Error error = std::move(result).error();
  error.place = place;
  return error;
}

// By id, and those of the same id by their place.
std::vector<Index> sorted_by_id(const std::vector<NodeDocument>& nodes) {
  std::vector<Index> sorted(nodes.size());
  std::iota(sorted.begin(), sorted.end(), Index{0});
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&nodes](Index a, Index b) { return nodes[a].fields.id < nodes[b].fields.id; });
  return sorted;
}

class DocumentRules {
 public:
  explicit DocumentRules(const std::vector<NodeDocument>& nodes) : nodes_(nodes) {}

  Result<void> check() const {
    LW_TRY(check_regions());
    LW_TRY(check_ids());
    for (Index at = 0; at < nodes_.size(); ++at) {
      LW_TRY(check_parent(at));
      LW_TRY(check_members(nodes_[at]));
    }
    return {};
  }

 private:
  bool has_twins() const;
  Result<void> check_ids() const;
  Result<void> check_parent(Index at) const;
  Result<void> check_claim(Index at) const;
  static Result<void> check_members(const NodeDocument& node);
  Result<void> check_regions() const;
  bool is_within(std::string_view id, Index ancestor) const;

  const std::vector<NodeDocument>& nodes_;
};

bool DocumentRules::has_twins() const {
  QuickTable seen(nodes_.size());
  for (Index at = 0; at < nodes_.size(); ++at) {
    const std::string_view id = nodes_[at].fields.id;
    const std::uint64_t quick = quick_hash(id);
    if (seen.find(quick, [&](std::uint32_t other) { return nodes_[other].fields.id == id; })) return true;
    seen.add(quick, at);
  }
  return false;
}

// Of nodes with the same id the one later in the text is at fault; of several faults the
// first.
Result<void> DocumentRules::check_ids() const {
  for (const NodeDocument& node : nodes_) LW_TRY(placed(tree::check_id(node.fields.id), node.place));
  if (!has_twins()) return {};
  const std::vector<Index> sorted = sorted_by_id(nodes_);
  const NodeDocument* fault = nullptr;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const NodeDocument& node = nodes_[sorted[i]];
    if (nodes_[sorted[i - 1]].fields.id != node.fields.id) continue;
    if (fault == nullptr || node.place.offset < fault->place.offset) fault = &node;
  }
  return refused(kDuplicateId, "id " + quoted(fault->fields.id) + " stands twice", fault->place);
}

Result<void> DocumentRules::check_parent(Index at) const {
  const NodeDocument& node = nodes_[at];
  const NodeClass node_class = node.node_class;
  if (at == 0) return check_claim(at);
  const NodeClass parent = nodes_[node.parent].node_class;
  const bool in_turn = parent == NodeClass::Turn || parent == NodeClass::Ah;
  // A block there belongs to a core that is not written (D-01).
  const bool in_virtual_core = node_class == NodeClass::Block && in_turn && node.fields.traits.offset == 0;
  if (!in_virtual_core)
    LW_TRY(placed(tree::check_placement(node_class, node.fields.traits.offset, parent), node.place));
  return check_claim(at);
}

// A node that names its own descendant as its parent would be above itself.
Result<void> DocumentRules::check_claim(Index at) const {
  const NodeDocument& node = nodes_[at];
  if (!node.parent_id || (at != 0 && *node.parent_id == nodes_[node.parent].fields.id)) return {};
  const std::string message = quoted(node.fields.id) + " names " + quoted(*node.parent_id) + " as its parent";
  if (is_within(*node.parent_id, at)) return refused(kTreeCycle, message + ", which is below it", node.place);
  return refused(kPlacementInvalid, message + ", and stands elsewhere", node.place);
}

bool DocumentRules::is_within(std::string_view id, Index ancestor) const {
  const auto found =
      std::find_if(nodes_.begin(), nodes_.end(), [&](const NodeDocument& node) { return node.fields.id == id; });
  if (found == nodes_.end()) return false;
  for (Index at = static_cast<Index>(found - nodes_.begin());; at = nodes_[at].parent) {
    if (at == ancestor) return true;
    if (at == 0) return false;
  }
}

Result<void> DocumentRules::check_members(const NodeDocument& node) {
  const NodeClass node_class = node.node_class;
  if (node_class == NodeClass::Block) return {};
  const auto who = [&] { return quoted(node.fields.id) + " is of class " + std::string(tree::name_of(node_class)); };
  if (node.fields.removable.value_or(false)) {
    return Error{Code::InvalidArgument, who() + " and cannot be removable", {}, node.place};
  }
  if (node_class == NodeClass::Turn && node.fields.traits.offset != 0) {
    return refused(kPlacementInvalid, who() + " and has its offset from its place", node.place);
  }
  if (node.ttl) return refused(kTtlInvalid, who() + " and does not expire", node.place);
  return {};
}

// Completion saw to it that each is there at least once.
Result<void> DocumentRules::check_regions() const {
  std::vector<NodeClass> seen;
  for (const NodeDocument& node : nodes_) {
    const NodeClass node_class = node.node_class;
    const bool is_region = node_class == NodeClass::Sys || node_class == NodeClass::Seq || node_class == NodeClass::Ah;
    if (!is_region) continue;
    if (std::find(seen.begin(), seen.end(), node_class) != seen.end()) {
      return refused(kPlacementInvalid, "a second " + std::string(tree::name_of(node_class)), node.place);
    }
    seen.push_back(node_class);
  }
  return {};
}

}  // namespace

Result<void> check_documents(const std::vector<NodeDocument>& nodes) { return DocumentRules(nodes).check(); }

Error no_core(const tree::Node& turn, const Place& place) {
  return refused(kPlacementInvalid, "turn " + quoted(turn.id()) + " has no core", place);
}

Error second_core(const tree::Node& turn, const tree::Node& child, const Place& place) {
  return refused(kPlacementInvalid,
                 quoted(child.id()) + " is at offset 0 of " + quoted(turn.id()) + ", which has its core there", place);
}

}  // namespace latewood::exchange
