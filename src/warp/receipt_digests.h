// Digests over the plan, the decisions and the rewrites of a tick. They are stored beside a commit and are not part of
// its id (COMMIT-06). Layout: docs/format/digests.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "latewood/digest.h"
#include "warp/graph/ids.h"
#include "warp/graph/tick_patch.h"

namespace latewood::warp {

using ScopeHash = Bytes32<struct ScopeHashTag>;
using PlanDigest = Bytes32<struct PlanDigestTag>;
using DecisionDigest = Bytes32<struct DecisionDigestTag>;
using RewritesDigest = Bytes32<struct RewritesDigestTag>;

// The digest of an empty list: BLAKE3 of eight zero bytes, not of no bytes (DIGEST-01).
Blake3Digest empty_list_digest();

// BLAKE3 of rule, instance and node (D-59).
ScopeHash scope_hash(const RuleId& rule, const NodeKey& scope);

struct PlanEntry {
  ScopeHash scope_hash;
  RuleId rule;
};

// All candidates of a tick, in plan order.
PlanDigest plan_digest(std::span<const PlanEntry> entries);

enum class Disposition : std::uint8_t { Applied = 1, RejectedFootprintConflict = 2 };

struct DecisionEntry {
  RuleId rule;
  ScopeHash scope_hash;
  NodeId scope;
  Disposition disposition = Disposition::Applied;
};

// The digest of the decision on each candidate, in plan order. Version 1 of the layout (D-57).
DecisionDigest decision_digest(std::span<const DecisionEntry> entries);

struct RewriteEntry {
  RuleId rule;
  ScopeHash scope_hash;
  NodeKey scope;
};

// The candidates that were applied, in plan order.
RewritesDigest rewrites_digest(std::span<const RewriteEntry> entries);

// A set of rules: given in any order, with repetitions (PATCH-05).
RulePackId rule_pack_id(std::vector<RuleId> rules);

}  // namespace latewood::warp
