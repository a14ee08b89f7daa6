#include "selector/predicate.h"

#include <algorithm>
#include <utility>

namespace latewood::selector {
namespace {

using tree::NodeClass;

NodeClass class_of_root(Root root) {
  switch (root) {
    case Root::Root: return NodeClass::Root;
    case Root::Sys: return NodeClass::Sys;
    case Root::Seq: return NodeClass::Seq;
    case Root::Ah: break;
  }
  return NodeClass::Ah;
}

void require_class(Predicate& predicate, NodeClass node_class) {
  if (predicate.node_class.value_or(node_class) != node_class) predicate.is_never = true;
  predicate.node_class = node_class;
}

void require_type(Predicate& predicate, const TypeTest& type) {
  if (type.node_class) return require_class(predicate, *type.node_class);
  const AttributeTest exact{"nodeType", Op::Equal, Text{type.name, true}};
  predicate.traits.push_back(std::get<TraitTest>(prepare(exact)));
  predicate.takes_virtual_core = predicate.takes_virtual_core && virtual_core_passes(exact);
}

void require_attribute(Predicate& predicate, const AttributeTest& attribute) {
  PreparedTest test = prepare(attribute);
  if (auto* trait = std::get_if<TraitTest>(&test)) predicate.traits.push_back(std::move(*trait));
  if (auto* integer = std::get_if<IntegerTest>(&test)) predicate.integers.push_back(*integer);
  if (auto* text = std::get_if<TextTest>(&test)) predicate.texts.push_back(std::move(*text));
  predicate.takes_virtual_core = predicate.takes_virtual_core && virtual_core_passes(attribute);
}

std::int64_t value_of(IntegerField field, const tree::Node& node) {
  switch (field) {
    case IntegerField::Ttl:
    case IntegerField::Expiry: return node.expiry();
    case IntegerField::CreatedAt: return node.created_at_ns();
    case IntegerField::Cycle: return ordered(node.cycle());
    case IntegerField::CreationIndex: break;
  }
  return ordered(node.creation_index());
}

}  // namespace

Predicate make_predicate(const Step& step) {
  Predicate predicate;
  if (step.root) require_class(predicate, class_of_root(*step.root));
  if (step.type) require_type(predicate, *step.type);
  for (const AttributeTest& attribute : step.attributes) require_attribute(predicate, attribute);
  for (const Pseudo& pseudo : step.pseudos) {
    if (is_positional(pseudo.kind)) break;
    if (pseudo.kind != PseudoKind::Depth) predicate.zones.push_back(pseudo.kind);
  }
  const bool fits_class = predicate.node_class.value_or(NodeClass::Core) == NodeClass::Core;
  const bool fits_zones = std::all_of(predicate.zones.begin(), predicate.zones.end(),
                                      [](PseudoKind zone) { return zone == PseudoKind::Core; });
  if (!fits_class || !fits_zones || predicate.is_never || step.id) predicate.takes_virtual_core = false;
  return predicate;
}

BoundPredicate::BoundPredicate(const Predicate& predicate, const tree::SeenAt& seen)
    : predicate_(&predicate),
      integers_(predicate.integers),
      has_class_only_(predicate.traits.empty() && predicate.zones.empty()) {
  for (IntegerTest& test : integers_) {
    if (test.field == IntegerField::Ttl) test = expiry_test(test.membership, seen);
  }
}

bool BoundPredicate::passes_record(const tree::Node& node) const {
  if (predicate_->is_never) return false;
  for (const IntegerTest& test : integers_) {
    if (!test.membership.has(value_of(test.field, node))) return false;
  }
  for (const TextTest& test : predicate_->texts) {
    if (!passes(test, node)) return false;
  }
  return true;
}

bool BoundPredicate::traits_verdict(const tree::Traits& traits) const {
  if (predicate_->node_class && traits.node_class != *predicate_->node_class) return false;
  for (const PseudoKind zone : predicate_->zones) {
    if (!is_in_zone(zone, traits.node_class, traits.offset)) return false;
  }
  return std::all_of(predicate_->traits.begin(), predicate_->traits.end(),
                     [&traits](const TraitTest& test) { return passes(test, traits); });
}

bool BoundPredicate::passes_traits(const tree::Traits& traits) {
  if (has_class_only_) return traits_verdict(traits);
  if (slots_.empty()) slots_.resize(kSlots);
  // The address only picks a slot; the verdict is the same whichever it is.
  const auto address = reinterpret_cast<std::uintptr_t>(&traits);
  Slot& slot = slots_[(address ^ (address >> 6)) / 16 % kSlots];
  if (slot.traits != &traits) slot = {&traits, traits_verdict(traits)};
  return slot.passes;
}

}  // namespace latewood::selector
