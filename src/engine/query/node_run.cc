#include "latewood/node_run.h"

#include <algorithm>

#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/query/node_view.h"
#include "engine/query/scope.h"
#include "tree/tree.h"

namespace latewood {
namespace {

using tree::Place;
using tree::Region;

// The places of a tree in document order, without the turns before `first_turn`.
class DocumentOrder {
 public:
  DocumentOrder(const tree::Tree& tree, std::uint64_t turns)
      : tree_(tree),
        first_turn_(tree.rings.size() - static_cast<std::size_t>(std::min<std::uint64_t>(turns, tree.rings.size()))) {}

  static Place first() { return {Region::Frame, 0, tree::kRootAt}; }

  // The place, or the one after it if it is in a turn that is left out.
  Place shown(const Place& place) const {
    const bool is_left_out = place.region == Region::Seq && place.ring < first_turn_;
    return is_left_out ? turn_or_head(first_turn_) : place;
  }

  std::optional<Place> after(const Place& place) const {
    if (place.region == Region::Frame) {
      return place.at == tree::kRootAt ? Place{Region::Sys, 0, 0} : turn_or_head(first_turn_);
    }
    const tree::Subtree::Index next = place.at + 1;
    if (next < tree::subtree_at(tree_, place).entries().size()) return Place{place.region, place.ring, next};
    if (place.region == Region::Sys) return Place{Region::Frame, 0, tree::kSeqAt};
    if (place.region == Region::Seq) return turn_or_head(place.ring + 1);
    return std::nullopt;
  }

  // 1 for the newest turn; 0 for a place that is not the start of a turn.
  std::uint64_t depth_of(const Place& place) const {
    const bool is_turn = place.region == Region::Seq && place.at == 0;
    return is_turn ? tree_.rings.size() - place.ring : 0;
  }

 private:
  Place turn_or_head(std::size_t ring) const {
    return ring < tree_.rings.size() ? Place{Region::Seq, ring, 0} : Place{Region::Ah, 0, 0};
  }

  const tree::Tree& tree_;
  std::size_t first_turn_;
};

std::optional<NodeRun> run_of(const selector::Scope& scope, const NodeRunOptions& options) {
  const DocumentOrder order(scope.tree, options.turns);
  std::optional<Place> at = options.start ? scope.find(*options.start) : DocumentOrder::first();
  if (!at) return std::nullopt;
  NodeRun run;
  for (at = order.shown(*at); at && run.nodes.size() < options.limit; at = order.after(*at)) {
    run.nodes.push_back(engine::view_at(scope.tree, *at, scope.cycle));
    run.depths.push_back(order.depth_of(*at));
  }
  if (at) run.next = std::string(node_at(scope.tree, *at).id());
  return run;
}

}  // namespace

Result<std::optional<NodeRun>> node_run(const Snapshot& snapshot, const NodeRunOptions& options) {
  auto run = run_of(engine::scope_of(engine::Access::data(snapshot)), options);
  return engine::Access::checked<std::optional<NodeRun>>(snapshot, std::move(run));
}

Result<std::optional<NodeRun>> working_run(const Context& context, const NodeRunOptions& options) {
  const engine::Branch& branch = engine::Access::branch(context);
  return branch.checked<std::optional<NodeRun>>(run_of(engine::scope_of_working(branch), options));
}

}  // namespace latewood
