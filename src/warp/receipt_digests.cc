#include "warp/receipt_digests.h"

#include <algorithm>

#include "canon/binary_writer.h"
#include "canon/blake3.h"

namespace latewood::warp {
namespace {

// Both versions are part of hashed bytes: docs/format/digests.md, section 8.
constexpr std::uint16_t kDecisionVersion = 1;
constexpr std::uint16_t kRulePackVersion = 1;

template <class Digest>
Digest hash_of(const BinaryWriter& out) {
  return {blake3_of(out.view()).bytes};
}

}  // namespace

// Computed once, because most commits admit nothing and use this digest.
Blake3Digest empty_list_digest() {
  static const Blake3Digest digest = [] {
    BinaryWriter out;
    out.u64(0);
    return hash_of<Blake3Digest>(out);
  }();
  return digest;
}

ScopeHash scope_hash(const RuleId& rule, const NodeKey& scope) {
  BinaryWriter out;
  out.id(rule);
  out.id(scope.warp);
  out.id(scope.node);
  return hash_of<ScopeHash>(out);
}

PlanDigest plan_digest(std::span<const PlanEntry> entries) {
  BinaryWriter out;
  out.u64(entries.size());
  for (const PlanEntry& entry : entries) {
    out.id(entry.scope_hash);
    out.id(entry.rule);
  }
  return hash_of<PlanDigest>(out);
}

DecisionDigest decision_digest(std::span<const DecisionEntry> entries) {
  if (entries.empty()) return {empty_list_digest().bytes};
  BinaryWriter out;
  out.u16(kDecisionVersion);
  out.u64(entries.size());
  for (const DecisionEntry& entry : entries) {
    out.id(entry.rule);
    out.id(entry.scope_hash);
    out.id(entry.scope);
    out.u8(static_cast<std::uint8_t>(entry.disposition));
  }
  return hash_of<DecisionDigest>(out);
}

RewritesDigest rewrites_digest(std::span<const RewriteEntry> entries) {
  BinaryWriter out;
  out.u64(entries.size());
  for (const RewriteEntry& entry : entries) {
    out.id(entry.rule);
    out.id(entry.scope_hash);
    out.id(entry.scope.warp);
    out.id(entry.scope.node);
  }
  return hash_of<RewritesDigest>(out);
}

RulePackId rule_pack_id(std::vector<RuleId> rules) {
  std::sort(rules.begin(), rules.end());
  rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
  BinaryWriter out;
  out.u16(kRulePackVersion);
  out.u64(rules.size());
  for (const RuleId& rule : rules) out.id(rule);
  return hash_of<RulePackId>(out);
}

}  // namespace latewood::warp
