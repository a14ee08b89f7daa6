// The test of one step on a single node: class, type, attributes and zones. Made once for a plan. A query binds it to
// its cycle and remembers the result for each set of traits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "selector/attribute.h"
#include "selector/language/ast.h"
#include "selector/zone.h"
#include "tree/node.h"

namespace latewood::selector {

struct Predicate {
  std::optional<tree::NodeClass> node_class;
  std::vector<PseudoKind> zones;  // Pre, Core, Post
  std::vector<TraitTest> traits;
  std::vector<IntegerTest> integers;
  std::vector<TextTest> texts;
  bool is_never = false;           // contradicts itself
  bool takes_virtual_core = true;  // D-01
};

// Everything of a step but its id, its depths and what stands from its first positional pseudo on.
Predicate make_predicate(const Step& step);

class BoundPredicate {
 public:
  // `predicate` must outlive this.
  BoundPredicate(const Predicate& predicate, const tree::SeenAt& seen);

  bool holds(const tree::Node& node) { return passes_record(node) && passes_traits(node.traits()); }

  // Calls fn(test) with a test(node) that gives the same answers as `holds`, shaped to what the
  // predicate has, so that a loop over many nodes does no more than it must.
  template <class Fn>
  void with_test(Fn fn);

 private:
  bool passes_record(const tree::Node& node) const;
  bool passes_traits(const tree::Traits& traits);
  bool traits_verdict(const tree::Traits& traits) const;
  template <class Value, class Fn>
  void with_integer_test(Value value, Fn fn);

  struct Slot {
    const tree::Traits* traits = nullptr;
    bool passes = false;
  };
  // A chat has a few dozen traits. Each has one slot; where two share it the later stays, so
  // that trees with many traits cost questions and not memory.
  static constexpr std::size_t kSlots = 64;

  const Predicate* predicate_;
  std::vector<IntegerTest> integers_;  // Ttl as Expiry
  bool has_class_only_;                // no question but the class is asked of traits
  std::vector<Slot> slots_;            // filled with the first question
};

// ---- implementation of with_test ----

template <class Value, class Fn>
void BoundPredicate::with_integer_test(Value value, Fn fn) {
  const Membership membership = integers_.front().membership;
  if (has_class_only_ && predicate_->node_class) {
    const tree::NodeClass node_class = *predicate_->node_class;
    fn([=](const tree::Node& node) { return membership.has(value(node)) && node.node_class() == node_class; });
  } else {
    fn([=, this](const tree::Node& node) { return membership.has(value(node)) && passes_traits(node.traits()); });
  }
}

template <class Fn>
void BoundPredicate::with_test(Fn fn) {
  const bool has_one_integer = integers_.size() == 1 && predicate_->texts.empty() && !predicate_->is_never;
  const bool has_expiry = has_one_integer && integers_.front().field == IntegerField::Expiry;
  const bool has_created_at = has_one_integer && integers_.front().field == IntegerField::CreatedAt;
  const bool has_traits_only = integers_.empty() && predicate_->texts.empty() && !predicate_->is_never;
  if (has_expiry) return with_integer_test([](const tree::Node& node) { return node.expiry(); }, fn);
  if (has_created_at) return with_integer_test([](const tree::Node& node) { return node.created_at_ns(); }, fn);
  if (has_traits_only && has_class_only_ && predicate_->node_class) {
    const tree::NodeClass node_class = *predicate_->node_class;
    return fn([node_class](const tree::Node& node) { return node.node_class() == node_class; });
  }
  if (has_traits_only) return fn([this](const tree::Node& node) { return passes_traits(node.traits()); });
  fn([this](const tree::Node& node) { return holds(node); });
}

}  // namespace latewood::selector
