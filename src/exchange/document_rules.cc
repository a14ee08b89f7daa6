#include "exchange/document_rules.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
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

NodeClass class_of(const NodeDocument& node) { return tree::class_of(node.fields.type); }

class DocumentRules {
 public:
  explicit DocumentRules(const std::vector<NodeDocument>& nodes) : nodes_(nodes) {}

  Result<void> check() {
    LW_TRY(check_regions());
    LW_TRY(check_ids());
    for (Index at = 0; at < nodes_.size(); ++at) {
      LW_TRY(check_parent(at));
      LW_TRY(check_members(nodes_[at]));
    }
    return {};
  }

 private:
  void sort_by_id();
  Result<void> check_ids();
  Result<void> check_parent(Index at) const;
  Result<void> check_claim(Index at) const;
  static Result<void> check_members(const NodeDocument& node);
  Result<void> check_regions() const;
  bool is_within(std::string_view id, Index ancestor) const;

  const std::vector<NodeDocument>& nodes_;
  std::vector<Index> by_id_;
};

// The first bytes of an id as a number, whose order is that of the bytes.
std::uint64_t head_of(std::string_view id) {
  std::uint64_t head = 0;
  for (std::size_t i = 0; i < sizeof(head); ++i)
    head = head << 8 | (i < id.size() ? static_cast<unsigned char>(id[i]) : 0U);
  return head;
}

// By id, and those of the same id by their place. Ids are compared by their first bytes, which
// lie next to each other, as long as these differ.
void DocumentRules::sort_by_id() {
  std::vector<std::pair<std::uint64_t, Index>> order(nodes_.size());
  for (Index at = 0; at < nodes_.size(); ++at) order[at] = {head_of(nodes_[at].fields.id), at};
  std::sort(order.begin(), order.end(), [this](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    const int difference = nodes_[a.second].fields.id.compare(nodes_[b.second].fields.id);
    return difference != 0 ? difference < 0 : a.second < b.second;
  });
  for (std::size_t i = 0; i < order.size(); ++i) by_id_[i] = order[i].second;
}

// Of nodes with the same id the one later in the text is at fault; of several faults the
// first.
Result<void> DocumentRules::check_ids() {
  by_id_.resize(nodes_.size());
  for (Index at = 0; at < nodes_.size(); ++at) {
    LW_TRY(placed(tree::check_id(nodes_[at].fields.id), nodes_[at].place));
  }
  sort_by_id();
  const NodeDocument* fault = nullptr;
  for (std::size_t i = 1; i < by_id_.size(); ++i) {
    const NodeDocument& node = nodes_[by_id_[i]];
    if (nodes_[by_id_[i - 1]].fields.id != node.fields.id) continue;
    if (fault == nullptr || node.place.offset < fault->place.offset) fault = &node;
  }
  if (fault == nullptr) return {};
  return refused(kDuplicateId, "id " + quoted(fault->fields.id) + " stands twice", fault->place);
}

Result<void> DocumentRules::check_parent(Index at) const {
  const NodeDocument& node = nodes_[at];
  const NodeClass node_class = class_of(node);
  if (at == 0) return check_claim(at);
  const NodeClass parent = class_of(nodes_[node.parent]);
  const bool in_turn = parent == NodeClass::Turn || parent == NodeClass::Ah;
  // A block there belongs to a core that is not written (D-01).
  const bool in_virtual_core = node_class == NodeClass::Block && in_turn && node.fields.offset == 0;
  if (!in_virtual_core) LW_TRY(placed(tree::check_placement(node_class, node.fields.offset, parent), node.place));
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
  const auto found = std::lower_bound(by_id_.begin(), by_id_.end(), id,
                                      [this](Index at, std::string_view key) { return nodes_[at].fields.id < key; });
  if (found == by_id_.end() || nodes_[*found].fields.id != id) return false;
  for (Index at = *found;; at = nodes_[at].parent) {
    if (at == ancestor) return true;
    if (at == 0) return false;
  }
}

Result<void> DocumentRules::check_members(const NodeDocument& node) {
  const NodeClass node_class = class_of(node);
  if (node_class == NodeClass::Block) return {};
  const std::string who = quoted(node.fields.id) + " is of class " + std::string(tree::name_of(node_class));
  if (node.fields.removable.value_or(false)) {
    return Error{Code::InvalidArgument, who + " and cannot be removable", {}, node.place};
  }
  if (node_class == NodeClass::Turn && node.fields.offset != 0) {
    return refused(kPlacementInvalid, who + " and has its offset from its place", node.place);
  }
  if (node.ttl) return refused(kTtlInvalid, who + " and does not expire", node.place);
  return {};
}

// Completion saw to it that each is there at least once.
Result<void> DocumentRules::check_regions() const {
  std::vector<NodeClass> seen;
  for (const NodeDocument& node : nodes_) {
    const NodeClass node_class = class_of(node);
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
