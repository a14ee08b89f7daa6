#include "support/sample_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "canon/json_writer.h"
#include "engine/query/node_view.h"
#include "selector/language/parser.h"
#include "tree/sibling_order.h"

namespace latewood::test {
namespace {

using tree::NodeClass;
using tree::NodeFields;
using tree::Place;
using tree::Region;
using tree::Subtree;

// ---- documents ----

std::int64_t integer_in(const JsonValue& object, std::string_view key) {
  const JsonValue* member = object.find(key);
  return member == nullptr || member->as_integer() == nullptr ? 0 : *member->as_integer();
}

std::optional<std::string> text_in(const JsonValue& object, std::string_view key) {
  const JsonValue* member = object.find(key);
  return member == nullptr || member->as_string() == nullptr ? std::nullopt : std::optional(*member->as_string());
}

NodeFields fields_of(const JsonValue& object, std::string type, std::uint64_t index) {
  NodeFields fields;
  fields.type = text_in(object, "nodeType").value_or(std::move(type));
  fields.id = text_in(object, "id").value_or(fields.type);
  fields.role = text_in(object, "role");
  fields.kind = text_in(object, "kind");
  if (const JsonValue* content = object.find("content")) fields.content_json = canonical_json(*content);
  fields.offset = integer_in(object, "offset");
  fields.priority = integer_in(object, "priority");
  fields.created_at_ns = integer_in(object, "created_at_ns");
  fields.creation_index = index;
  fields.provenance = text_in(object, "provenance");
  fields.key = text_in(object, "key");
  const JsonValue* removable = object.find("removable");
  if (removable != nullptr && removable->as_bool() != nullptr) fields.removable = *removable->as_bool();
  for (const JsonMember& member : *object.as_object()) {
    const bool is_custom = member.key.starts_with("data_") || member.key.find(':') != std::string::npos;
    if (is_custom) fields.attributes.push_back(member);
  }
  return fields;
}

SampleNode node_of(const JsonValue& object, std::string type, std::uint64_t cycle, std::uint64_t& index) {
  SampleNode node;
  node.fields = fields_of(object, std::move(type), index++);
  node.fields.cycle = cycle;
  const JsonValue* ttl = object.find("ttl");
  if (ttl != nullptr && ttl->as_integer() != nullptr) {
    node.fields.expiry = static_cast<std::int64_t>(cycle) + *ttl->as_integer();
  }
  const JsonValue* children = object.find("children");
  if (children == nullptr) return node;
  for (const JsonValue& child : *children->as_array()) node.children.push_back(node_of(child, "cb", cycle, index));
  return node;
}

std::vector<Place> places_in(const Subtree& subtree, Region region, std::size_t ring) {
  std::vector<Place> places;
  for (Subtree::Index at = 0; at < subtree.entries().size(); ++at) places.push_back({region, ring, at});
  return places;
}

}  // namespace

SampleTree::SampleTree(SampleNode root, std::uint64_t cycle)
    : pool_(std::make_unique<tree::NodePool>()), cycle_(cycle) {
  tree_.cycle = cycle;
  for (const SampleNode& region : root.children) add_region(region);
  add_missing_regions();
  root.fields.type = "^root";
  tree_.set_root(*pool_->add(std::move(root.fields)));
  list_places();
}

SampleTree SampleTree::from_json(const JsonValue& document) {
  const auto cycle = static_cast<std::uint64_t>(integer_in(document, "cycle"));
  std::uint64_t index = 0;
  return SampleTree(node_of(*document.find("root"), "^root", cycle, index), cycle);
}

Subtree SampleTree::subtree_of(const SampleNode& node) {
  Subtree subtree(*pool_->add(node.fields));
  for (const SampleNode& child : node.children) subtree = subtree.with_child(0, subtree_of(child));
  return subtree;
}

void SampleTree::add_region(const SampleNode& region) {
  switch (tree::class_of(region.fields.type)) {
    case NodeClass::Sys: tree_.sys = tree::Ring(subtree_of(region)); return;
    case NodeClass::Ah: tree_.ah = tree::Ring(subtree_of(region)); return;
    default: break;
  }
  tree_.set_seq(*pool_->add(region.fields));
  std::vector<Subtree> turns;
  for (const SampleNode& turn : region.children) turns.push_back(subtree_of(turn));
  std::sort(turns.begin(), turns.end(),
            [](const Subtree& a, const Subtree& b) { return tree::sibling_less(a.container(), b.container()); });
  for (Subtree& turn : turns) tree_.rings = tree_.rings.push_back(tree::Ring(std::move(turn)));
}

void SampleTree::add_missing_regions() {
  const auto region = [this](const char* name) {
    NodeFields fields;
    fields.id = name;
    fields.type = "^" + fields.id;
    return *pool_->add(fields);
  };
  if (tree_.seq() == nullptr) tree_.set_seq(region("seq"));
  if (!tree_.sys) tree_.sys = tree::Ring(Subtree(region("sys")));
  if (!tree_.ah) tree_.ah = tree::Ring(Subtree(region("ah")));
}

void SampleTree::list_places() {
  const auto list = [this](const std::vector<Place>& places) {
    places_.insert(places_.end(), places.begin(), places.end());
  };
  list({{Region::Frame, 0, tree::kRootAt}});
  list(places_in(*tree_.sys, Region::Sys, 0));
  list({{Region::Frame, 0, tree::kSeqAt}});
  for (std::size_t ring = 0; ring < tree_.rings.size(); ++ring) list(places_in(*tree_.rings[ring], Region::Seq, ring));
  list(places_in(*tree_.ah, Region::Ah, 0));
  for (const Place& place : places_) place_of_[id_at(place)] = place;
}

selector::Scope SampleTree::scope() const {
  return {tree_, cycle_, [this](std::string_view id) {
            const auto found = place_of_.find(id);
            return found == place_of_.end() ? std::nullopt : std::optional(found->second);
          }};
}

std::vector<NodeView> SampleTree::views() const { return engine::views_of(tree_, cycle_); }

std::string SampleTree::id_at(const Place& place) const { return std::string(tree::node_at(tree_, place).id()); }

std::vector<std::string> SampleTree::ids_at(const std::vector<Place>& places) const {
  std::vector<std::string> ids;
  for (const Place& place : places) ids.push_back(id_at(place));
  return ids;
}

std::vector<std::string> SampleTree::select(std::string_view text) const {
  const selector::Scope here = scope();
  return ids_at(selector::Plan(parsed(text)).match(here));
}

selector::Query parsed(std::string_view text) {
  auto query = selector::parse_selector(text);
  if (!query) ADD_FAILURE() << text << ": " << query.error().message;
  return query ? *std::move(query) : selector::Query{};
}

}  // namespace latewood::test
