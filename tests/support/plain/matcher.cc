#include "support/plain/matcher.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>

#include "support/plain/attribute.h"

namespace latewood::test {
namespace {

using selector::Chain;
using selector::Combinator;
using selector::Pseudo;
using selector::PseudoKind;
using selector::Query;
using selector::Root;
using selector::Step;

enum class Class { Root, Sys, Seq, Ah, Turn, Core, Block };

// What stands before the first colon, if that names a class, else a block (D-07).
Class class_of_type(const std::string& type) {
  static const std::map<std::string, Class> kRegions = {
      {"^root", Class::Root}, {"^sys", Class::Sys}, {"^seq", Class::Seq}, {"^ah", Class::Ah}};
  if (kRegions.contains(type)) return kRegions.at(type);
  const std::string prefix = type.substr(0, type.find(':'));
  if (prefix == "mt") return Class::Turn;
  if (prefix == "mc") return Class::Core;
  return Class::Block;
}

// A node, or the virtual core of a turn that has none (D-01).
struct Item {
  const NodeView* node = nullptr;  // null: a virtual core
  Class node_class = Class::Core;
  std::optional<std::size_t> parent;        // nothing for the root
  std::optional<std::size_t> virtual_core;  // of a core's block, also its parent
};

class Document {
 public:
  explicit Document(const std::vector<NodeView>& nodes) {
    for (const NodeView& node : nodes) {
      if (starts_virtual_core(nodes, node)) add_virtual_core(node);
      add(node);
    }
  }

  std::size_t size() const { return items_.size(); }
  const Item& operator[](std::size_t at) const { return items_[at]; }

  bool is_child(std::size_t child, std::size_t parent) const {
    return items_[child].parent == parent || items_[child].virtual_core == parent;
  }

  bool is_below(std::size_t item, std::size_t above) const {
    for (std::optional<std::size_t> at = item; at; at = items_[*at].parent) {
      if (is_child(*at, above)) return true;
    }
    return false;
  }

  // Of a turn in `^seq`, the newest being 1; nothing for anything else.
  std::optional<std::int64_t> depth_of(std::size_t item) const {
    if (!is_sealed_turn(item)) return std::nullopt;
    std::int64_t depth = 0;
    for (std::size_t at = item; at < size(); ++at) depth += is_sealed_turn(at) ? 1 : 0;
    return depth;
  }

 private:
  bool is_sealed_turn(std::size_t item) const {
    const Item& turn = items_[item];
    return turn.node_class == Class::Turn && turn.parent && items_[*turn.parent].node_class == Class::Seq;
  }

  static bool may_have_virtual_core(const NodeView& node) {
    const Class node_class = class_of_type(node.node_type);
    return node_class == Class::Turn || node_class == Class::Ah;
  }

  static bool is_core_block(const NodeView& node) {
    return class_of_type(node.node_type) == Class::Block && node.offset == 0;
  }

  // Whether `node` is the first block at offset 0 of a container that has no explicit core.
  static bool starts_virtual_core(const std::vector<NodeView>& nodes, const NodeView& node) {
    if (!is_core_block(node)) return false;
    for (const NodeView& other : nodes) {
      if (other.id == node.parent_id && !may_have_virtual_core(other)) return false;
      if (other.parent_id != node.parent_id) continue;
      if (class_of_type(other.node_type) == Class::Core) return false;
    }
    const auto first = std::find_if(nodes.begin(), nodes.end(), [&node](const NodeView& other) {
      return other.parent_id == node.parent_id && is_core_block(other);
    });
    return first->id == node.id;
  }

  void add_virtual_core(const NodeView& first_block) {
    Item core;
    core.parent = at_.at(*first_block.parent_id);
    cores_[*first_block.parent_id] = items_.size();
    items_.push_back(core);
  }

  void add(const NodeView& node) {
    Item item;
    item.node = &node;
    item.node_class = class_of_type(node.node_type);
    if (node.parent_id) {
      item.parent = at_.at(*node.parent_id);
      const auto core = cores_.find(*node.parent_id);
      if (core != cores_.end() && is_core_block(node)) item.virtual_core = core->second;
    }
    at_[node.id] = items_.size();
    items_.push_back(item);
  }

  std::vector<Item> items_;  // in document order, a virtual core right before its first block
  std::map<std::string, std::size_t> at_;
  std::map<std::string, std::size_t> cores_;  // by the id of their container
};

using Items = std::set<std::size_t>;

// ---- one step ----

bool has_root(const Item& item, Root root) {
  switch (root) {
    case Root::Root: return item.node_class == Class::Root;
    case Root::Sys: return item.node_class == Class::Sys;
    case Root::Seq: return item.node_class == Class::Seq;
    case Root::Ah: return item.node_class == Class::Ah;
  }
  return false;
}

// The token decides, not what the parser made of it.
bool has_type(const Item& item, const std::string& token) {
  if (token == "mt" || token == "seg") return item.node_class == Class::Turn;
  if (token == "mc" || token == "cont") return item.node_class == Class::Core;
  if (token == "cb" || token == "block") return item.node_class == Class::Block;
  return item.node != nullptr && item.node->node_type == token;
}

bool has_parts(const Item& item, const Step& step) {
  if (step.is_any) return true;
  if (step.root && !has_root(item, *step.root)) return false;
  if (step.id && (item.node == nullptr || item.node->id != *step.id)) return false;
  if (step.type && !has_type(item, step.type->name)) return false;
  return std::all_of(step.attributes.begin(), step.attributes.end(),
                     [&item](const auto& test) { return plain_holds(test, item.node); });
}

// Offsets of root, regions and turns are fillers (D-02).
bool has_zone(const Item& item, PseudoKind zone) {
  if (item.node_class != Class::Core && item.node_class != Class::Block) return false;
  const std::int64_t offset = item.node == nullptr ? 0 : item.node->offset;
  if (zone == PseudoKind::Pre) return offset < 0;
  if (zone == PseudoKind::Post) return offset > 0;
  return offset == 0;
}

bool has_depth(const Document& document, std::size_t item, const Pseudo& pseudo) {
  const auto depth = document.depth_of(item);
  if (!depth) return false;
  return std::any_of(pseudo.depths.begin(), pseudo.depths.end(), [&depth](const selector::DepthRange& range) {
    return std::min(range.low, range.high) <= *depth && *depth <= std::max(range.low, range.high);
  });
}

// Where `item` is among its siblings in `kept`, from 1, and how many there are (E-19).
struct Position {
  std::uint64_t number = 0;
  std::uint64_t count = 0;
};

Position position_of(const Document& document, const Items& kept, std::size_t item) {
  Position position;
  for (const std::size_t other : kept) {
    if (document[other].parent != document[item].parent) continue;
    ++position.count;
    if (other <= item) ++position.number;
  }
  return position;
}

bool has_pseudo(const Document& document, const Items& kept, std::size_t item, const Pseudo& pseudo) {
  switch (pseudo.kind) {
    case PseudoKind::Pre:
    case PseudoKind::Core:
    case PseudoKind::Post: return has_zone(document[item], pseudo.kind);
    case PseudoKind::Depth: return has_depth(document, item, pseudo);
    case PseudoKind::First:
    case PseudoKind::Last:
    case PseudoKind::Nth: break;
  }
  const Position position = position_of(document, kept, item);
  if (pseudo.kind == PseudoKind::First) return position.number == 1;
  if (pseudo.kind == PseudoKind::Last) return position.number == position.count;
  return position.number == pseudo.nth;
}

// What of `reached` the step keeps. Pseudos apply one after the other, each to what the ones
// before it kept (D-35).
Items kept_by(const Document& document, const Step& step, const Items& reached) {
  Items kept;
  for (const std::size_t item : reached) {
    if (has_parts(document[item], step)) kept.insert(item);
  }
  for (const Pseudo& pseudo : step.pseudos) {
    Items left;
    for (const std::size_t item : kept) {
      if (has_pseudo(document, kept, item, pseudo)) left.insert(item);
    }
    kept = left;
  }
  return kept;
}

// ---- chains ----

bool is_zone(const Pseudo& pseudo) {
  return pseudo.kind == PseudoKind::Pre || pseudo.kind == PseudoKind::Core || pseudo.kind == PseudoKind::Post;
}

// A step of `:pre`, `:core`, `:post` and nothing else (D-35).
bool is_bare_zone(const Step& step) {
  const bool has_others = step.is_any || step.root || step.id || step.type || !step.attributes.empty();
  return !has_others && !step.pseudos.empty() && std::all_of(step.pseudos.begin(), step.pseudos.end(), is_zone);
}

bool reaches(const Document& document, const Chain& chain, std::size_t step, std::size_t from, std::size_t to) {
  if (chain.combinators[step] == Combinator::Child) return document.is_child(to, from);
  return document.is_below(to, from) || (from == to && is_bare_zone(chain.steps[step]));
}

// What the step after `step` can choose from, `kept` being what that one kept.
Items reached_from(const Document& document, const Chain& chain, std::size_t step, const Items& kept) {
  Items reached;
  for (std::size_t to = 0; to < document.size(); ++to) {
    if (std::any_of(kept.begin(), kept.end(),
                    [&](std::size_t from) { return reaches(document, chain, step, from, to); })) {
      reached.insert(to);
    }
  }
  return reached;
}

// Virtual cores are ordinary nodes in every step but the last (E-18).
Items without_virtual_cores(const Document& document, const Items& items) {
  Items real;
  for (const std::size_t item : items) {
    if (document[item].node != nullptr) real.insert(item);
  }
  return real;
}

Items match_chain(const Document& document, const Chain& chain) {
  Items reached;
  for (std::size_t item = 0; item < document.size(); ++item) reached.insert(item);
  Items kept;
  for (std::size_t step = 0; step < chain.steps.size(); ++step) {
    if (step > 0) reached = reached_from(document, chain, step - 1, kept);
    if (step + 1 == chain.steps.size()) reached = without_virtual_cores(document, reached);
    kept = kept_by(document, chain.steps[step], reached);
  }
  return kept;
}

}  // namespace

std::vector<std::string> plain_match(const Query& query, const std::vector<NodeView>& nodes) {
  const Document document(nodes);
  Items found;
  for (const Chain& chain : query.groups) found.merge(match_chain(document, chain));
  std::vector<std::string> ids;
  for (const std::size_t item : found) ids.push_back(document[item].node->id);
  return ids;
}

}  // namespace latewood::test
