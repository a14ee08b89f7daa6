#include "lifecycle/prune_unit.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "canon/json_reader.h"
#include "tree/marker.h"

namespace latewood::lifecycle {
namespace {

using tree::Node;
using tree::Subtree;
using tree::Tree;

// The call a block belongs to: a call by the id in its content, a result by `lw:call_id`.
std::optional<std::string> call_of(const Node& node) {
  if (node.kind() == nullptr) return std::nullopt;
  if (*node.kind() == "result") {
    const JsonValue* id = node.find_attribute("lw:call_id");
    const std::string* text = id == nullptr ? nullptr : id->as_string();
    return text == nullptr ? std::nullopt : std::optional(*text);
  }
  if (*node.kind() != "call" || node.payload() == nullptr) return std::nullopt;
  const auto content = parse_json(node.payload()->json());
  const JsonValue* id = content ? content->find("id") : nullptr;
  const std::string* text = id == nullptr ? nullptr : id->as_string();
  return text == nullptr ? std::nullopt : std::optional(*text);
}

class Collector {
 public:
  void add(const Subtree& subtree, bool is_protected) {
    for (const Subtree::Entry& entry : subtree.entries()) {
      if (entry.node->node_class() == tree::NodeClass::Block) {
        add_block(*entry.node, is_protected);
      } else {
        containers_.insert(entry.node->id());
      }
    }
  }

  std::vector<PruneUnit> take() {
    join_markers();
    std::erase_if(units_, [](const PruneUnit& unit) { return unit.ids.empty(); });
    std::sort(units_.begin(), units_.end(), [](const PruneUnit& a, const PruneUnit& b) {
      return std::tuple(a.first->priority(), a.first->created_at_ns(), a.first->id()) <
             std::tuple(b.first->priority(), b.first->created_at_ns(), b.first->id());
    });
    return std::move(units_);
  }

 private:
  void add_block(const Node& node, bool is_protected) {
    if (!tree::marked_by(node).empty()) markers_.push_back(&node);
    const auto call = call_of(node);
    const auto known = call ? by_call_.find(*call) : by_call_.end();
    if (known == by_call_.end()) {
      if (call) by_call_[*call] = units_.size();
      units_.push_back({&node, {std::string(node.id())}, is_protected});
      return;
    }
    PruneUnit& unit = units_[known->second];
    unit.ids.emplace_back(node.id());
    unit.is_protected = unit.is_protected || is_protected;
  }

  // A marker goes with what it names and not before it: without its redaction a text would
  // be sent again. That of a turn or core is as good as part of it.
  void join_markers() {
    if (markers_.empty()) return;
    std::map<std::string, std::size_t, std::less<>> unit_of;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      for (const std::string& id : units_[i].ids) unit_of.emplace(id, i);
    }
    for (const Node* marker : markers_) {
      for (const std::string_view id : tree::marked_by(*marker)) {
        const auto named = unit_of.find(id);
        const std::size_t own = unit_of.find(marker->id())->second;
        if (named != unit_of.end()) join(named->second, own, unit_of);
        if (containers_.contains(id)) units_[own].is_protected = true;
      }
    }
  }

  // Moves the members of the later unit to the earlier one, whose first member comes first.
  void join(std::size_t a, std::size_t b, std::map<std::string, std::size_t, std::less<>>& unit_of) {
    if (a == b) return;
    const auto [into, from] = std::minmax(a, b);
    PruneUnit& unit = units_[into];
    for (std::string& id : units_[from].ids) {
      unit_of.find(id)->second = into;
      unit.ids.push_back(std::move(id));
    }
    units_[from].ids.clear();
    unit.is_protected = unit.is_protected || units_[from].is_protected;
  }

  std::vector<PruneUnit> units_;
  std::map<std::string, std::size_t> by_call_;
  std::vector<const Node*> markers_;
  std::set<std::string_view> containers_;
};

}  // namespace

bool keeps_ring(const Tree& tree, std::size_t ring, const PrunePolicy& policy) {
  return tree.rings.size() - ring < policy.keep_turns;
}

std::vector<PruneUnit> prune_units(const Tree& tree, const PrunePolicy& policy) {
  Collector collector;
  collector.add(*tree.sys, !policy.prune_system);
  for (std::size_t ring = 0; ring < tree.rings.size(); ++ring) {
    collector.add(*tree.rings[ring], keeps_ring(tree, ring, policy));
  }
  collector.add(*tree.ah, policy.keep_turns > 0);
  return collector.take();
}

}  // namespace latewood::lifecycle
