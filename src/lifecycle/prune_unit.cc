#include "lifecycle/prune_unit.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "canon/json_reader.h"
#include "lifecycle/summary_cover.h"
#include "tree/edit/marker.h"

namespace latewood::lifecycle {
namespace {

using tree::Node;
using tree::Subtree;
using tree::Tree;

// The id of the call of a block: for a call the id in its content, for a result `lw:call_id`.
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

// The rank of a unit after `block` was added at its end.
PruneRank joined_rank(const std::optional<PruneRank>& rank, const Node& block) {
  if (!rank) return {block.priority(), block.created_at_ns(), block.id()};
  return {std::max(rank->priority, block.priority()), std::min(rank->age, block.created_at_ns()), rank->id};
}

// Collects blocks and containers in document order and joins those of one unit.
class Collector {
 public:
  explicit Collector(const Tree& tree) {
    containers_[tree.root()->id()] = tree.root();
    containers_[tree.seq()->id()] = tree.seq();
  }

  void add(const Subtree& subtree, bool is_protected) {
    for (const Subtree::Entry& entry : subtree.entries()) {
      if (entry.node->node_class() == tree::NodeClass::Block) {
        if (is_summary(*entry.node)) summaries_.push_back(entry.node);
        add_block(*entry.node, is_protected);
      } else {
        containers_[entry.node->id()] = entry.node;
      }
    }
  }

  const std::vector<const Node*>& summaries() const { return summaries_; }

  // The parts of one unit have the same root.
  std::vector<PruneUnit> take(std::map<std::string, std::size_t, std::less<>>& joined) {
    join_markers();
    std::vector<PruneUnit> units;
    std::vector<std::size_t> unit_of(parts_.size());
    for (std::size_t at = 0; at < parts_.size(); ++at) {
      const std::size_t root = root_of(at);
      if (root == at) units.emplace_back();
      unit_of[at] = root == at ? units.size() - 1 : unit_of[root];
      add_part(units[unit_of[at]], parts_[at]);
      if (parts_[at].is_joined) joined.emplace(parts_[at].node->id(), unit_of[at]);
    }
    return units;
  }

 private:
  struct Part {
    const Node* node = nullptr;
    std::size_t above = 0;  // an earlier part of the same unit; the first part names itself
    bool is_protected = false;
    bool is_joined = false;
  };

  static void add_part(PruneUnit& unit, const Part& part) {
    unit.is_protected = unit.is_protected || part.is_protected;
    if (part.node->node_class() != tree::NodeClass::Block) {
      unit.containers.emplace_back(part.node->id());
      return;
    }
    unit.rank = joined_rank(unit.rank, *part.node);
    unit.ids.emplace_back(part.node->id());
  }

  void add_block(const Node& node, bool is_protected) {
    const std::size_t at = parts_.size();
    parts_.push_back({&node, at, is_protected, false});
    if (!tree::marked_by(node).empty()) markers_.push_back(at);
    const auto call = call_of(node);
    if (!call) return;
    const auto [known, is_first] = by_call_.emplace(*call, at);
    if (!is_first) join(known->second, at);
  }

  // PRUNE-08: the root and the regions are never removed.
  static bool never_goes(const Node& container) {
    return container.node_class() != tree::NodeClass::Turn && container.node_class() != tree::NodeClass::Core;
  }

  // Joins each marker with the nodes it names, so that it is not removed before them: without its redaction a text
  // would be sent again. A marker that names a turn or core belongs to it; one that names a region stays.
  void join_markers() {
    if (markers_.empty()) return;
    std::map<std::string_view, std::size_t> at;
    for (std::size_t i = 0; i < parts_.size(); ++i) at.emplace(parts_[i].node->id(), i);
    for (const std::size_t marker : markers_) {
      for (const std::string_view id : tree::marked_by(*parts_[marker].node)) {
        const auto container = containers_.find(id);
        if (container != containers_.end() && !at.contains(id)) {
          at.emplace(container->first, parts_.size());
          parts_.push_back({container->second, parts_.size(), never_goes(*container->second), false});
        }
        if (const auto named = at.find(id); named != at.end()) join(named->second, marker);
      }
    }
  }

  void join(std::size_t a, std::size_t b) {
    parts_[a].is_joined = parts_[b].is_joined = true;
    const auto [first, second] = std::minmax({root_of(a), root_of(b)});
    parts_[second].above = first;
  }

  std::size_t root_of(std::size_t at) {
    while (parts_[at].above != at) at = parts_[at].above = parts_[parts_[at].above].above;
    return at;
  }

  std::vector<Part> parts_;
  std::map<std::string, std::size_t> by_call_;
  std::vector<std::size_t> markers_;
  std::vector<const Node*> summaries_;
  std::map<std::string_view, const Node*> containers_;
};

}  // namespace

PruneRank rank_of_turn(const Subtree& turn) {
  std::optional<PruneRank> rank;
  for (const Subtree::Entry& entry : turn.entries()) {
    if (entry.node->node_class() == tree::NodeClass::Block) rank = joined_rank(rank, *entry.node);
  }
  return rank ? *rank : joined_rank({}, turn.container());
}

bool is_in(const PriorityBand& band, std::int64_t priority) {
  return (!band.from || *band.from <= priority) && (!band.to || priority <= *band.to);
}

bool keeps_ring(const Tree& tree, std::size_t ring, const PrunePolicy& policy) {
  return tree.rings.size() - ring < policy.keep_turns;
}

PruneUnits::PruneUnits(const Tree& tree, const PrunePolicy& policy) {
  Collector collector(tree);
  collector.add(*tree.sys, !policy.prune_system);
  for (std::size_t ring = 0; ring < tree.rings.size(); ++ring) {
    collector.add(*tree.rings[ring], keeps_ring(tree, ring, policy));
  }
  collector.add(*tree.ah, policy.keep_turns > 0);
  units_ = collector.take(joined_);
  protect_kept(policy.priority_bands);
  if (policy.summaries || policy.count_exchanges) protect_summaries(collector.summaries());
}

// Protects every summary that no other summary covers: it stands for what left before.
void PruneUnits::protect_summaries(const std::vector<const Node*>& summaries) {
  std::set<std::string_view> covered;
  for (const Node* summary : summaries) {
    for (const std::string_view id : covered_by(*summary)) {
      if (id != summary->id()) covered.insert(id);
    }
  }
  std::set<std::string_view> standing;
  for (const Node* summary : summaries) {
    if (!covered.contains(summary->id())) standing.insert(summary->id());
  }
  if (standing.empty()) return;
  for (std::size_t at = 0; at < units_.size(); ++at) {
    PruneUnit& unit = units_[at];
    const auto stands = [&](const std::string& id) { return standing.contains(id); };
    if (std::none_of(unit.ids.begin(), unit.ids.end(), stands)) continue;
    unit.is_protected = true;
    for (const std::string& id : unit.ids) joined_.emplace(id, at);
  }
}

// Protects the units of kept bands. All their blocks are indexed, so that the nodes above them stay too.
void PruneUnits::protect_kept(const std::vector<PriorityBand>& bands) {
  for (const PriorityBand& band : bands) {
    if (!band.keep) continue;
    for (std::size_t at = 0; at < units_.size(); ++at) {
      PruneUnit& unit = units_[at];
      if (!unit.rank || !is_in(band, unit.rank->priority)) continue;
      unit.is_protected = true;
      for (const std::string& id : unit.ids) joined_.emplace(id, at);
    }
  }
}

std::vector<const PruneUnit*> PruneUnits::in_order() const {
  std::vector<const PruneUnit*> line;
  for (const PruneUnit& unit : units_) line.push_back(&unit);
  std::sort(line.begin(), line.end(), [](const PruneUnit* a, const PruneUnit* b) { return a->rank < b->rank; });
  return line;
}

const PruneUnit* PruneUnits::find_joined(std::string_view id) const {
  const auto found = joined_.find(id);
  return found == joined_.end() ? nullptr : &units_[found->second];
}

}  // namespace latewood::lifecycle
