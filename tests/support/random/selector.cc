#include "support/random/selector.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include "selector/language/token.h"
#include "support/random/attribute.h"

namespace latewood::test {
namespace {

using namespace selector;

bool is_turn(const NodeView& node) { return node.node_type == "mt"; }
bool is_region(const NodeView& node) { return node.node_type.starts_with('^'); }

// ---- pseudo-classes ----

std::int64_t random_depth(Random& random) {
  if (random.chance(3)) return std::numeric_limits<std::int64_t>::max();
  if (random.chance(3)) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(random.below(7)) - 1;
}

Pseudo random_depths(Random& random) {
  Pseudo pseudo;
  pseudo.kind = PseudoKind::Depth;
  for (std::size_t count = 1 + random.below(3); count > 0; --count) {
    const std::int64_t low = random_depth(random);
    pseudo.depths.push_back({low, random.chance(50) ? low : random_depth(random)});
  }
  return pseudo;
}

Pseudo random_position(Random& random) {
  Pseudo pseudo;
  pseudo.kind = random.pick(std::vector{PseudoKind::First, PseudoKind::Last, PseudoKind::Nth});
  if (pseudo.kind == PseudoKind::Nth) pseudo.nth = 1 + random.below(3);
  return pseudo;
}

Pseudo zone_of(Random& random, const NodeView& node) {
  Pseudo pseudo;
  pseudo.kind = node.offset < 0 ? PseudoKind::Pre : node.offset > 0 ? PseudoKind::Post : PseudoKind::Core;
  if (random.chance(10)) pseudo.kind = random.pick(std::vector{PseudoKind::Pre, PseudoKind::Core, PseudoKind::Post});
  return pseudo;
}

Pseudo random_pseudo(Random& random, const NodeView& node) {
  if (is_turn(node) && random.chance(60)) return random_depths(random);
  if (random.chance(60)) return random_position(random);
  return random.chance(90) ? zone_of(random, node) : random_depths(random);
}

// ---- types ----

std::string class_token(Random& random, const NodeView& node) {
  if (is_turn(node)) return random.chance(70) ? "mt" : "seg";
  if (node.node_type == "mc") return random.chance(70) ? "mc" : "cont";
  return random.chance(70) ? "cb" : "block";
}

TypeTest type_test(const std::string& name) { return {name, meaning_of(kClasses, name)}; }

TypeTest random_type_test(Random& random, const NodeView& node) {
  const std::string& exact = node.node_type;
  const bool is_token = is_identifier(exact) && type_length(exact) == exact.size();
  if (is_token && random.chance(40)) return type_test(exact);
  if (random.chance(3)) return type_test("cb:");
  return type_test(class_token(random, node));
}

std::optional<Root> root_of(const NodeView& node) {
  return is_region(node) ? meaning_of(kRoots, node.node_type.substr(1)) : std::nullopt;
}

bool is_restricted(const Step& step) {
  return step.root || step.id || step.type || !step.attributes.empty() || !step.pseudos.empty();
}

// ---- chains ----

using Path = std::vector<const NodeView*>;

// From the root to `node`.
Path path_to(const std::vector<NodeView>& nodes, const NodeView& node) {
  Path path = {&node};
  while (path.front()->parent_id) {
    const auto parent = std::find_if(nodes.begin(), nodes.end(),
                                     [&](const NodeView& other) { return other.id == path.front()->parent_id; });
    if (parent == nodes.end()) break;
    path.insert(path.begin(), &*parent);
  }
  return path;
}

Combinator random_combinator(Random& random, bool is_parent) {
  if (random.chance(5)) return Combinator::Child;
  return is_parent && random.chance(50) ? Combinator::Child : Combinator::Descendant;
}

void append_step(Chain& chain, Combinator combinator, Step step) {
  if (!chain.steps.empty()) chain.combinators.push_back(combinator);
  chain.steps.push_back(std::move(step));
}

// `.mc`, which also finds the core that a turn without one is taken to have.
Step core_step(Random& random) {
  Step step;
  if (random.chance(10)) {
    step.is_any = true;
  } else if (random.chance(20)) {
    step.pseudos.push_back({PseudoKind::Core, {}, 0});
  } else {
    step.type = type_test("mc");
  }
  if (!step.is_any && random.chance(15)) step.pseudos.push_back(random_position(random));
  return step;
}

Chain random_chain(Random& random, const std::vector<NodeView>& nodes) {
  const Path path = path_to(nodes, random.pick(nodes));
  Chain chain;
  const NodeView* last = nullptr;
  for (const NodeView* node : path) {
    const bool is_target = node == path.back();
    if (!is_target && random.chance(55)) continue;
    const bool is_parent = last != nullptr && node->parent_id == last->id;
    append_step(chain, random_combinator(random, is_parent), random_step(random, *node));
    last = node;
    const bool may_have_core = is_turn(*node) || node->node_type == "^ah";
    if (!is_target && may_have_core && random.chance(30)) {
      append_step(chain, random_combinator(random, true), core_step(random));
    }
  }
  return chain;
}

Moment random_moment(Random& random, TimeKind kind) {
  if (random.chance(3)) return {kind, std::numeric_limits<std::uint64_t>::max()};
  return {kind, random.below(9)};
}

}  // namespace

Step random_step(Random& random, const NodeView& node) {
  Step step;
  if (is_region(node) && random.chance(80)) step.root = root_of(node);
  if (is_id(node.id) && random.chance(15)) step.id = node.id;
  if (!is_region(node) && random.chance(60)) step.type = random_type_test(random, node);
  while (random.chance(30)) step.attributes.push_back(random_attribute_test(random, node));
  while (random.chance(30)) step.pseudos.push_back(random_pseudo(random, node));
  // An id right before a pseudo-class would take it in.
  if (!step.type && step.attributes.empty() && !step.pseudos.empty()) step.id.reset();
  step.is_any = !is_restricted(step);
  return step;
}

Query random_query(Random& random, const std::vector<NodeView>& nodes) {
  Query query;
  do {
    query.groups.push_back(random_chain(random, nodes));
  } while (random.chance(20));
  return query;
}

Time random_time(Random& random) {
  const TimeKind kind = random.chance(50) ? TimeKind::Relative : TimeKind::Absolute;
  switch (random.below(4)) {
    case 0: return std::nullopt;
    case 1: return random_moment(random, kind);
    case 2: return EveryMoment();
    default: return MomentRange{random_moment(random, kind), random_moment(random, kind)};
  }
}

}  // namespace latewood::test
