#include "render/parts/markers.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "tree/edit/marker.h"

namespace latewood::render {
namespace {

using tree::Node;
using tree::Subtree;

// Calls fn(id) for each id that an attribute names.
template <class Fn>
void for_each_id(const Node& node, std::string_view attribute, Fn fn) {
  const JsonValue* value = node.find_attribute(attribute);
  if (value == nullptr) return;
  if (const std::string* id = value->as_string()) fn(std::string_view(*id));
  const JsonValue::Array* ids = value->as_array();
  if (ids == nullptr) return;
  for (const JsonValue& item : *ids) {
    if (const std::string* id = item.as_string()) fn(std::string_view(*id));
  }
}

// Follows `step` until it returns null. Stops before a node that was visited already.
template <class Step>
const Node* last_of_chain(const Node& start, Step step) {
  std::set<const Node*> seen = {&start};
  const Node* last = &start;
  for (const Node* next = step(*last); next != nullptr && seen.insert(next).second; next = step(*last)) last = next;
  return last;
}

bool is_newer(const Node& a, const Node& b) {
  const auto rank = [](const Node& node) {
    return std::tuple(node.cycle(), node.created_at_ns(), node.creation_index());
  };
  return rank(a) > rank(b);
}

}  // namespace

Markers::Markers(const tree::Tree& tree, const std::vector<std::size_t>& turns, const FindNode& find_node) {
  const Subtree* const system = &*tree.sys;
  note_all(*system, nullptr);
  for (const std::size_t turn : turns) {
    note_all(*tree.rings[turn], system);
    note_namings(*tree.rings[turn], turn);
  }
  note_all(*tree.ah, system);
  note_namings(*tree.ah, tree.rings.size());
  if (empty()) return;
  hide_below_redacted(*tree.sys);
  for (const std::size_t turn : turns) hide_markers(*tree.rings[turn]);
  hide_below_redacted(*tree.ah);
  for (const auto& [id, replacement] : replaced_by_) {
    const auto place = find_node(id);
    if (place && place->region != tree::Region::Frame) with_original_.insert(replacement);
  }
}

void Markers::note_all(const Subtree& subtree, const Subtree* out_of_reach) {
  for (Subtree::Index at = 0; at < subtree.entries().size(); ++at) {
    const Node& node = subtree.node(at);
    if (node.extra() == nullptr) continue;
    note(node, out_of_reach);
    if (subtree.has_children(at) && is_marker(node)) parents_[&node] = {&subtree, at};
  }
}

bool Markers::name_any_of(const Subtree& subtree) const {
  const auto is_named = [this](const Subtree::Entry& entry) {
    const Node& node = *entry.node;
    return find(redacted_by_, node) || find(replaced_by_, node) || find(covered_by_, node);
  };
  return std::any_of(subtree.entries().begin(), subtree.entries().end(), is_named);
}

bool Markers::is_marker(const Node& node) {
  return node.extra() != nullptr && (is_redaction(node) || is_replacement(node) || node.find_attribute("data_covers"));
}

bool Markers::is_redaction(const Node& node) {
  return node.type() == "cb:redaction" && node.find_attribute("data_redacts") != nullptr;
}

bool Markers::is_replacement(const Node& node) {
  return tree::is_replacement(node) && node.find_attribute("data_replaces") != nullptr;
}

void Markers::note(const Node& node, const Subtree* out_of_reach) {
  has_any_ = has_any_ || is_marker(node);
  const auto into = [&node](ById& by_id, const Subtree* except) {
    return [&by_id, &node, except](std::string_view id) {
      if (except == nullptr || !except->find(id)) by_id.insert_or_assign(id, &node);
    };
  };
  const auto into_newest = [this, &node, out_of_reach](std::string_view id) {
    if (out_of_reach != nullptr && out_of_reach->find(id)) return;
    const Node*& known = replaced_by_[id];
    if (known == nullptr || !is_newer(*known, node)) known = &node;
  };
  if (is_redaction(node)) for_each_id(node, "data_redacts", into(redacted_by_, nullptr));
  if (is_replacement(node)) for_each_id(node, "data_replaces", into_newest);
  for_each_id(node, "data_covers", into(covered_by_, out_of_reach));
}

void Markers::note_namings(const Subtree& subtree, std::size_t turn) {
  for (const Subtree::Entry& entry : subtree.entries()) {
    if (entry.node->extra() == nullptr || !is_marker(*entry.node)) continue;
    for (const std::string_view attribute : {"data_redacts", "data_replaces", "data_covers"}) {
      for_each_id(*entry.node, attribute, [&](std::string_view id) { namings_.push_back({turn, id}); });
    }
  }
}

// Redacts all nodes below redacted nodes. The redacted node may be the region itself.
void Markers::hide_below_redacted(const Subtree& region) {
  Subtree::Index hidden_until = 0;
  const Node* hidden_by = nullptr;
  for (Subtree::Index at = 0; at < region.entries().size(); ++at) {
    const Node* redaction = redaction_of(region.node(at));
    if (at < hidden_until) {
      redacted_by_.insert_or_assign(region.node(at).id(), hidden_by);
    } else if (redaction != nullptr) {
      hidden_until = region.next(at);
      hidden_by = redaction;
    }
  }
}

// Redacts the markers below redacted nodes: a marker may be shown elsewhere. Other nodes there are not visited.
void Markers::hide_markers(const Subtree& turn) {
  for (Subtree::Index at = 1; at < turn.entries().size(); ++at) {
    const Node& node = turn.node(at);
    if (!is_marker(node)) continue;
    const Node* outermost = nullptr;
    for (Subtree::Index above = at; above != 0;) {
      above = turn.entries()[above].parent;
      if (const Node* redaction = redaction_of(turn.node(above))) outermost = redaction;
    }
    if (outermost != nullptr) redacted_by_.insert_or_assign(node.id(), outermost);
  }
}

const Node* Markers::find(const ById& by_id, const Node& node) {
  const auto found = by_id.find(node.id());
  return found == by_id.end() ? nullptr : found->second;
}

const Markers::Stand* Markers::below(const Node& marker) const {
  const auto found = parents_.find(&marker);
  return found == parents_.end() ? nullptr : &found->second;
}

const Node& Markers::replacement_of(const Node& node) const {
  return *last_of_chain(node, [this](const Node& each) { return find(replaced_by_, each); });
}

const Node* Markers::summary_of(const Node& node) const {
  const Node* last = last_of_chain(node, [this](const Node& each) { return find(covered_by_, each); });
  return last == &node ? nullptr : last;
}

}  // namespace latewood::render
