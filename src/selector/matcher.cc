#include "selector/matcher.h"

#include <utility>

#include "selector/language/printer.h"
#include "selector/plan.h"
#include "selector/tree_match.h"

namespace latewood::selector {

struct Plan::Impl {
  std::vector<Chain> written;
  std::vector<ChainPlan> chains;
};

Plan::Plan(const Query& query) {
  auto impl = std::make_unique<Impl>();
  impl->written = query.groups;
  for (const Chain& chain : query.groups) impl->chains.push_back(plan_chain(chain));
  impl_ = std::move(impl);
}

Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;
Plan::~Plan() = default;

void Plan::for_each(const Scope& scope, const std::function<bool(const tree::Place& place)>& visit) const {
  TreeMatch(impl_->chains, scope).visit([&visit](const tree::Place& place) { return visit(place); });
}

std::vector<tree::Place> Plan::match(const Scope& scope) const {
  std::vector<tree::Place> places;
  TreeMatch(impl_->chains, scope).visit([&places](const tree::Place& place) {
    places.push_back(place);
    return true;
  });
  return places;
}

bool Plan::matches(const Scope& scope, const tree::Place& place) const {
  return TreeMatch(impl_->chains, scope).matches(place);
}

std::vector<StepCost> Plan::explain(const Scope& scope) const {
  TreeMatch match(impl_->chains, scope);
  match.visit([](const tree::Place&) { return true; });
  std::vector<StepCost> costs;
  auto written = impl_->written.begin();
  for (const ChainMatch& chain : match.chains()) {
    auto step = written++->steps.begin();
    for (const StepRun& run : chain.runs()) {
      costs.push_back({print(*step++), std::string(name_of(run.plan->access)), run.visited, run.kept});
    }
  }
  return costs;
}

}  // namespace latewood::selector
