#include "exchange/document_rules.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
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

// Adds the place in the text to the error of a check that does not know it.
Result<void> placed(Result<void> result, const Place& place) {
  if (result) return result;
  Error error = std::move(result).error();
  error.place = place;
  return error;
}

bool is_region(NodeClass node_class) {
  return node_class == NodeClass::Sys || node_class == NodeClass::Seq || node_class == NodeClass::Ah;
}

// Sorts by id, and nodes with the same id by their place.
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
    LW_TRY(check_regions_and_ids());
    for (Index at = 0; at < nodes_.size(); ++at) {
      LW_TRY(check_parent(at));
      LW_TRY(check_members(nodes_[at]));
    }
    return {};
  }

 private:
  Result<void> check_regions_and_ids() const;
  Result<void> refuse_twins() const;
  Result<void> check_parent(Index at) const;
  Result<void> check_claim(Index at) const;
  static Result<void> check_members(const NodeDocument& node);
  bool is_within(std::string_view id, Index ancestor) const;

  const std::vector<NodeDocument>& nodes_;
};

// Finds all faults of regions and ids in one pass, without reading texts. Reports them in a fixed order: a duplicate
// region, an invalid id, duplicate ids. Completion has added missing regions.
Result<void> DocumentRules::check_regions_and_ids() const {
  QuickTable ids(nodes_.size());
  std::vector<NodeClass> regions;
  const NodeDocument* no_id = nullptr;
  bool has_twins = false;
  for (Index at = 0; at < nodes_.size(); ++at) {
    const NodeDocument& node = nodes_[at];
    if (is_region(node.node_class)) {
      if (std::find(regions.begin(), regions.end(), node.node_class) != regions.end()) {
        return refused(kPlacementInvalid, "a second " + std::string(tree::name_of(node.node_class)), node.place);
      }
      regions.push_back(node.node_class);
    }
    if (!node.is_id_sound && no_id == nullptr) no_id = &node;
    const auto is_twin = [&](std::uint32_t other) { return nodes_[other].fields.id == node.fields.id; };
    has_twins = has_twins || ids.find(node.quick_id, is_twin);
    ids.add(node.quick_id, at);
  }
  if (no_id != nullptr) return placed(tree::check_id(no_id->fields.id), no_id->place);
  return has_twins ? refuse_twins() : Result<void>();
}

// Refuses two nodes with the same id. The fault is the node later in the text; of several faults the first is reported.
Result<void> DocumentRules::refuse_twins() const {
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
  // A block at offset 0 directly below a turn belongs to an implicit core (D-01).
  const bool in_virtual_core = node_class == NodeClass::Block && in_turn && node.fields.traits.offset == 0;
  if (!in_virtual_core)
    LW_TRY(placed(tree::check_placement(node_class, node.fields.traits.offset, parent), node.place));
  return check_claim(at);
}

// Refuses a node whose `parent_id` is not the node it is in. Names the case of a descendant, which would be a cycle.
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
  if (node_class == NodeClass::Turn && (node.is_purged || node.fields.content_json.value_or("null") != "null")) {
    return refused(kPlacementInvalid, who() + " and has no content of its own: that is its core's", node.place);
  }
  // a turn may expire, with everything in it.
  if (node.ttl && node_class != NodeClass::Turn)
    return refused(kTtlInvalid, who() + " and does not expire", node.place);
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
