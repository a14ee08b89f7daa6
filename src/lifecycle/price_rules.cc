#include "lifecycle/price_rules.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "lifecycle/break_point.h"
#include "lifecycle/expire.h"
#include "lifecycle/prune_unit.h"
#include "lifecycle/summary_cover.h"
#include "tree/ring_alignment.h"

namespace latewood::lifecycle {
namespace {

using tree::Place;
using tree::Region;
using tree::Subtree;
using tree::Tree;

// Budgets that ask for everything that may leave.
constexpr Budget kAll = {0, 0, 0};

std::uint64_t amount_of(std::int64_t size) { return size < 0 ? 0 : static_cast<std::uint64_t>(size); }

bool is_above(const std::optional<std::uint64_t>& limit, std::int64_t size) {
  return limit && amount_of(size) > *limit;
}

class PricedPruning {
 public:
  explicit PricedPruning(const PruneScene& scene) : scene_(scene), policy_(scene.policy) {
    result_.outcome.tree = scene.tree;
  }

  Result<PruneOutcome> run() {
    if (policy_.summaries) take_covered();
    prune_to_budgets();
    LW_TRY(prune_to_limit());
    if (policy_.free_rides) ride_along();
    report_kept();
    return std::move(result_);
  }

 private:
  const Tree& tree() const { return result_.outcome.tree; }
  Totals totals() const { return scene_.totals_of(tree()); }
  std::optional<Place> find(std::string_view id) const { return tree::find_place(tree(), id, *scene_.lookup.around); }

  PruneOutcome pruned(const PrunePolicy& policy, const MayLeave& may_leave = {}) const {
    return prune(tree(), totals(), policy, scene_.counter, scene_.lookup, may_leave);
  }

  void keep(PruneOutcome outcome) {
    result_.outcome.tree = std::move(outcome.outcome.tree);
    std::vector<Departure>& left = result_.outcome.departures;
    left.insert(left.end(), std::make_move_iterator(outcome.outcome.departures.begin()),
                std::make_move_iterator(outcome.outcome.departures.end()));
    result_.kept.insert(result_.kept.end(), outcome.kept.begin(), outcome.kept.end());
  }

  // The same rules about what may leave at all, without budgets.
  PrunePolicy without_budgets() const {
    PrunePolicy policy = policy_;
    policy.bytes = policy.tokens = policy.turns = std::nullopt;
    policy.nodes_per_turn = std::nullopt;
    policy.sys = policy.seq = policy.ah = {};
    std::erase_if(policy.priority_bands, [](const PriorityBand& band) { return !band.keep; });
    return policy;
  }

  // ---- summaries ----

  // The ids that summaries of this cycle cover: they are in the active head, or in a turn that is new or changed.
  std::set<std::string> newly_covered() const {
    std::set<std::string> covered;
    const auto add = [&](const Subtree& subtree) {
      for (const Subtree::Entry& entry : subtree.entries()) {
        if (!is_summary(*entry.node)) continue;
        for (const std::string_view id : covered_by(*entry.node)) covered.emplace(id);
      }
    };
    add(*tree().ah);
    for (const tree::RingPair& pair : tree::differing_rings(scene_.base, tree())) {
      if (pair.newer) add(*tree().rings[*pair.newer]);
    }
    return covered;
  }

  void take_covered() {
    const std::set<std::string> covered = newly_covered();
    if (covered.empty()) return;
    const auto is_covered = [&covered](const Tree& tree, const Place& place) {
      if (place.region == Region::Ah) return false;
      const Subtree& subtree = tree::subtree_at(tree, place);
      for (Subtree::Index at = place.at;; at = subtree.entries()[at].parent) {
        if (covered.contains(std::string(subtree.node(at).id()))) return true;
        if (at == 0) return false;
      }
    };
    // A turn leaves as a whole if nothing in it stays.
    const MayLeave may_leave = [&](const Tree& tree, const Place& place) {
      if (place.at != 0 || is_covered(tree, place)) return is_covered(tree, place);
      const Subtree& turn = tree::subtree_at(tree, place);
      bool has_blocks = false;
      for (Subtree::Index at = 1; at < turn.entries().size(); ++at) {
        if (turn.node(at).node_class() != tree::NodeClass::Block) continue;
        has_blocks = true;
        if (!is_covered(tree, {place.region, place.ring, at})) return false;
      }
      return has_blocks;
    };
    PrunePolicy policy = without_budgets();
    policy.count_exchanges = false;
    policy.keep_turns = std::min<std::uint64_t>(policy.keep_turns, 1);
    policy.turns = kAll;
    policy.bytes = kAll;
    keep(pruned(policy, may_leave));
  }

  // ---- budgets ----

  std::uint64_t size_in(const Totals& totals) const {
    return amount_of(scene_.counter != nullptr ? totals.tokens : totals.bytes);
  }

  std::uint64_t sent_anew(const Tree& tree) const {
    const auto break_point = find_break(scene_.base, tree, *scene_.lookup.around);
    return size_in(measure_behind(tree, break_point, scene_.counter));
  }

  void prune_to_budgets() {
    PruneOutcome outcome = pruned(policy_);
    if (policy_.pay_back && !outcome.outcome.departures.empty()) {
      const std::uint64_t before = sent_anew(tree());
      const std::uint64_t after = sent_anew(outcome.outcome.tree);
      const std::uint64_t removed = size_in(totals()) - size_in(scene_.totals_of(outcome.outcome.tree));
      if (!pays_back(*policy_.pay_back, after > before ? after - before : 0, removed)) return;
    }
    keep(std::move(outcome));
  }

  // ---- the hard limit ----

  bool is_over_limit() const {
    if (policy_.limit.is_empty()) return false;
    const Totals now = totals();
    return is_above(policy_.limit.bytes, now.bytes) || is_above(policy_.limit.tokens, now.tokens);
  }

  // The budget that the limit stands for: down to the target of the policy's own budget.
  static std::optional<Budget> budget_of(const std::optional<std::uint64_t>& limit, const std::optional<Budget>& own) {
    if (!limit) return std::nullopt;
    return Budget{*limit, own ? std::min(own->target, *limit) : *limit, 0};
  }

  Result<void> prune_to_limit() {
    if (!is_over_limit()) return {};
    PrunePolicy policy = without_budgets();
    policy.bytes = budget_of(policy_.limit.bytes, policy_.bytes);
    policy.tokens = budget_of(policy_.limit.tokens, policy_.tokens);
    keep(pruned(policy));
    if (!is_over_limit()) return {};
    policy.priority_bands.clear();
    policy.keep_turns = std::min<std::uint64_t>(policy.keep_turns, 1);
    keep(pruned(policy));
    if (!is_over_limit()) return {};
    const Totals now = totals();
    const bool is_bytes = is_above(policy_.limit.bytes, now.bytes);
    return broken(kLimitExceeded, "the snapshot of cycle " + std::to_string(scene_.cycle) + " would have " +
                                      std::to_string(is_bytes ? now.bytes : now.tokens) +
                                      (is_bytes ? " bytes" : " tokens") + ", and the limit is " +
                                      std::to_string(is_bytes ? *policy_.limit.bytes : *policy_.limit.tokens));
  }

  // ---- free rides ----

  void ride_along() {
    const auto break_point = find_break(scene_.base, tree(), *scene_.lookup.around);
    if (!break_point) return;
    if (policy_.free_rides->soon > 0) expire_soon(*break_point);
    PrunePolicy policy = without_budgets();
    const auto at_target = [](const std::optional<Budget>& own) {
      return own ? std::optional(Budget{own->target, own->target, 0}) : std::nullopt;
    };
    policy.bytes = at_target(policy_.bytes);
    policy.tokens = at_target(policy_.tokens);
    policy.turns = at_target(policy_.turns);
    const MayLeave is_free = [&](const Tree&, const Place& place) { return is_behind(place, *break_point); };
    PruneOutcome outcome = pruned(policy, is_free);
    outcome.kept.clear();  // the budgets are not exceeded
    keep_if_free(std::move(outcome), *break_point);
  }

  // A container before the break may go when it is emptied, or a marker with what it names. That would not be free.
  void keep_if_free(PruneOutcome outcome, const Place& break_point) {
    const auto moved = find_break(scene_.base, outcome.outcome.tree, *scene_.lookup.around);
    if (moved && is_behind(*moved, break_point)) keep(std::move(outcome));
  }

  bool may_expire(const std::string& id, const Place& break_point) const {
    const auto place = find(id);
    if (!place || !is_behind(*place, break_point)) return false;
    if (place->region == Region::Seq && keeps_ring(tree(), place->ring, policy_)) return false;
    return place->region != Region::Sys || policy_.prune_system;
  }

  // Nodes whose ttl ends within the next cycles leave now. What a pin or a reference holds stays as it is.
  void expire_soon(const Place& break_point) {
    const std::uint64_t until = scene_.cycle + policy_.free_rides->soon;
    std::vector<std::string> due = scene_.due_until(until);
    std::erase_if(due, [&](const std::string& id) { return !may_expire(id, break_point); });
    Outcome outcome = expire(tree(), until, due, scene_.lookup);
    while (!outcome.deferred.empty()) {
      const std::set<std::string> held(outcome.deferred.begin(), outcome.deferred.end());
      std::erase_if(due, [&](const std::string& id) { return held.contains(id); });
      outcome = expire(tree(), until, due, scene_.lookup);
    }
    for (Departure& left : outcome.departures) {
      if (left.cause == Cause::Ttl) left.cause = Cause::Prune;
    }
    keep_if_free({std::move(outcome), {}}, break_point);
  }

  // Reports each node once, without nodes that left after all.
  void report_kept() {
    std::set<std::string> known;
    std::erase_if(result_.kept, [&](const std::string& id) { return !known.insert(id).second || !find(id); });
  }

  const PruneScene& scene_;
  const PrunePolicy& policy_;
  PruneOutcome result_;
};

}  // namespace

bool pays_back(const PayBack& rule, std::uint64_t sent_anew, std::uint64_t removed) {
  // Sizes may be as large as numbers get, and the products must be exact.
  __extension__ using Wide = unsigned __int128;
  const Wide cost = Wide{sent_anew} * (rule.written - rule.cached);
  return cost <= Wide{removed} * rule.cached * rule.requests;
}

Result<PruneOutcome> prune_by_price(const PruneScene& scene) { return PricedPruning(scene).run(); }

}  // namespace latewood::lifecycle
