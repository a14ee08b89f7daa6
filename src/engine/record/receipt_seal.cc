#include "engine/record/receipt_seal.h"

#include <array>
#include <string_view>
#include <utility>

#include "tree/node.h"
#include "warp/mapping/tree_ids.h"
#include "warp/receipt_digests.h"

namespace latewood::engine {
namespace {

// Hashes the built-in rules once per process.
warp::RuleId rule_id(std::string_view name) {
  static const auto known = [] {
    std::array<std::pair<std::string_view, warp::RuleId>, 8> rules;
    constexpr std::array<std::string_view, 8> kNames = {"insert", "replace", "move",  "delete",
                                                        "expire", "cascade", "prune", "seal"};
    for (std::size_t i = 0; i < kNames.size(); ++i) rules[i] = {kNames[i], warp::make_rule_id(kNames[i])};
    return rules;
  }();
  for (const auto& [rule, id] : known) {
    if (rule == name) return id;
  }
  return warp::make_rule_id(name);
}

warp::Disposition disposition_of(const Candidate& candidate) {
  return candidate.disposition == Disposition::Applied ? warp::Disposition::Applied
                                                       : warp::Disposition::RejectedFootprintConflict;
}

// Adds the slots of the node, its header and the edge from its parent. A turn has no such edge.
void add_slots(std::vector<warp::SlotId>& slots, const Instance& instance, const std::string& id) {
  const warp::WarpId warp = warp_of(instance);
  const warp::NodeId node = warp::make_node_id(id);
  slots.push_back(warp::NodeSlot{warp, node});
  slots.push_back(warp::AttachmentSlot{warp::alpha_of(warp, node)});
  if (id != instance.turn) slots.push_back(warp::EdgeSlot{warp, warp::make_edge_id(id)});
}

}  // namespace

warp::WarpId warp_of(const Instance& instance) {
  return instance.turn.empty() ? warp::trunk_id() : warp::WarpId{tree::ring_hash(instance.cycle, instance.turn)};
}

warp::NodeKey key_of(const NodeRef& ref) { return {warp_of(ref.instance), warp::make_node_id(ref.id)}; }

ReceiptDigests digests_of(const std::vector<Candidate>& candidates) {
  std::vector<warp::PlanEntry> plan;
  std::vector<warp::DecisionEntry> decisions;
  std::vector<warp::RewriteEntry> rewrites;
  plan.reserve(candidates.size());
  decisions.reserve(candidates.size());
  rewrites.reserve(candidates.size());
  warp::NodeKey scope;
  warp::ScopeHash named;
  for (const Candidate& candidate : candidates) {
    const warp::RuleId rule = rule_id(candidate.rule);
    // Most candidates of a cycle have the same rule and scope as the previous one, so its hashes are reused.
    const Candidate* before = &candidate == candidates.data() ? nullptr : &candidate - 1;
    if (before == nullptr || before->rule != candidate.rule || before->scope != candidate.scope) {
      scope = key_of(candidate.scope);
      named = warp::scope_hash(rule, scope);
    }
    plan.push_back({named, rule});
    decisions.push_back({rule, named, scope.node, disposition_of(candidate)});
    if (candidate.disposition == Disposition::Applied) rewrites.push_back({rule, named, scope});
  }
  return {{warp::plan_digest(plan).bytes},
          {warp::decision_digest(decisions).bytes},
          {warp::rewrites_digest(rewrites).bytes}};
}

CandidateSlots slots_of(const Candidate& candidate) {
  CandidateSlots slots;
  for (const Rewrite& rewrite : candidate.rewrites) {
    switch (rewrite.kind) {
      case RewriteKind::Made:
      case RewriteKind::Changed: add_slots(slots.out, rewrite.to, rewrite.id); break;
      case RewriteKind::Dropped: add_slots(slots.out, rewrite.from, rewrite.id); break;
      case RewriteKind::Placed:
        add_slots(slots.out, rewrite.from, rewrite.id);
        add_slots(slots.out, rewrite.to, rewrite.id);
        break;
      // Pins are stored in the root's header, which is structural, so they have no slot.
      case RewriteKind::Pinned:
      case RewriteKind::Unpinned: break;
    }
  }
  slots.in = slots.out;
  for (const NodeRef& read : candidate.reads) add_slots(slots.in, read.instance, read.id);
  slots.in = warp::canonical_slots(std::move(slots.in));
  slots.out = warp::canonical_slots(std::move(slots.out));
  return slots;
}

}  // namespace latewood::engine
