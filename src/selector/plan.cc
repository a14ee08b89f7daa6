#include "selector/plan.h"

#include <algorithm>

namespace latewood::selector {
namespace {

using tree::NodeClass;

bool is_depth(const Pseudo& pseudo) { return pseudo.kind == PseudoKind::Depth; }
bool has_zone(const Pseudo& pseudo) { return is_zone(pseudo.kind); }
bool has_position(const Pseudo& pseudo) { return is_positional(pseudo.kind); }

bool is_zones_only(const Step& step) {
  const bool is_bare = !step.is_any && !step.root && !step.id && !step.type && step.attributes.empty();
  return is_bare && !step.pseudos.empty() && std::all_of(step.pseudos.begin(), step.pseudos.end(), has_zone);
}

// `#id`, or an attribute test that asks for the same.
std::optional<std::string> id_of(const Step& step) {
  if (step.id) return step.id;
  for (const AttributeTest& test : step.attributes) {
    const Constant constant(test.literal);
    if (test.key == "id" && test.op == Op::Equal && !constant.is_null()) return constant.text();
  }
  return std::nullopt;
}

Access access_of(const StepPlan& step, const Step& written) {
  if (step.id) return Access::Id;
  if (written.root) return Access::Region;
  if (std::any_of(step.pseudos.begin(), step.pseudos.end(), is_depth)) return Access::Depth;
  return step.may_be_turn && !step.may_be_inner ? Access::Turns : Access::Scan;
}

void find_possible_places(StepPlan& plan) {
  const auto& node_class = plan.predicate.node_class;
  const bool is_zoned = std::any_of(plan.pseudos.begin(), plan.pseudos.end(), has_zone);
  const bool is_deep = std::any_of(plan.pseudos.begin(), plan.pseudos.end(), is_depth);
  const bool is_turn = node_class == NodeClass::Turn;
  const bool is_inner = node_class == NodeClass::Core || node_class == NodeClass::Block;
  const bool is_region = node_class && !is_turn && !is_inner;
  const bool is_possible = !plan.predicate.is_never;
  plan.may_be_region = is_possible && !is_zoned && !is_deep && (!node_class || is_region);
  plan.may_be_turn = is_possible && !is_zoned && (!node_class || is_turn);
  plan.may_be_inner = is_possible && !is_deep && (!node_class || is_inner);
}

StepPlan plan_step(const Step& step) {
  StepPlan plan;
  plan.predicate = make_predicate(step);
  plan.id = id_of(step);
  if (step.id) {
    plan.predicate.texts.push_back({TextField::Id, Op::Equal, Constant(Text{*step.id, true})});
  }
  plan.pseudos = step.pseudos;
  plan.tail.assign(std::find_if(plan.pseudos.begin(), plan.pseudos.end(), has_position), plan.pseudos.end());
  find_possible_places(plan);
  if (!plan.may_be_inner) plan.predicate.takes_virtual_core = false;
  plan.access = access_of(plan, step);
  plan.passes_itself = is_zones_only(step);
  return plan;
}

}  // namespace

std::string_view name_of(Access access) {
  switch (access) {
    case Access::Id: return "id";
    case Access::Region: return "region";
    case Access::Depth: return "depth";
    case Access::Turns: return "turns";
    case Access::Scan: break;
  }
  return "scan";
}

ChainPlan plan_chain(const Chain& chain) {
  ChainPlan plan;
  plan.combinators = chain.combinators;
  for (const Step& step : chain.steps) plan.steps.push_back(plan_step(step));
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    StepPlan& step = plan.steps[i];
    const bool is_last = i + 1 == plan.steps.size();
    // A virtual core is an ordinary node in any step but the last (E-18).
    if (is_last) step.predicate.takes_virtual_core = false;
    plan.takes_virtual_core = plan.takes_virtual_core || step.predicate.takes_virtual_core;
    plan.counts_inner = plan.counts_inner || (step.may_be_inner && !step.tail.empty());
    const bool is_before_space = !is_last && plan.combinators[i] == Combinator::Descendant;
    step.passes_itself = step.passes_itself && is_before_space;
  }
  return plan;
}

}  // namespace latewood::selector
