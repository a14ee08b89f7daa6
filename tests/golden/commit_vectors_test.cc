// The byte layouts of the commit specification, written out. The objects are
// built here, the bytes and digests come from the fixture.
#include <gtest/gtest.h>

#include "canon/blake3.h"
#include "canon/hex.h"
#include "canon/json_field.h"
#include "support/test_files.h"
#include "warp/admission.h"
#include "warp/commit_header.h"
#include "warp/graph/state_encoding.h"
#include "warp/graph/tick_patch.h"
#include "warp/receipt_digests.h"

namespace latewood::warp {
namespace {

template <class Id>
Id filled(std::uint8_t byte) {
  Id id;
  id.bytes.fill(byte);
  return id;
}

struct Expected {
  std::string hex;
  std::string digest;
};

// The vector whose name starts with `start`.
Expected vector_named(std::string_view start) {
  const JsonValue document = test::read_json_data("fixtures/commit_vectors.json");
  const auto vectors = JsonField(document).member("vectors")->items();
  for (const JsonField& one : *vectors) {
    if (one.member("name")->text()->starts_with(start)) {
      return {std::string(*one.member("encoding_hex")->text()), std::string(*one.member("blake3")->text())};
    }
  }
  ADD_FAILURE() << "no vector " << start;
  return {};
}

TEST(CommitVectors, EveryEncodingHashesToItsDigest) {
  const JsonValue document = test::read_json_data("fixtures/commit_vectors.json");
  const auto vectors = JsonField(document).member("vectors")->items();
  EXPECT_EQ(vectors->size(), 17U);
  for (const JsonField& one : *vectors) {
    EXPECT_EQ(blake3_of(*one.member("encoding_hex")->hex_bytes()).hex(), *one.member("blake3")->text());
  }
}

// DIGEST-01, DIGEST-02, DIGEST-03, DIGEST-04, DIGEST-08.
TEST(CommitVectors, DigestsOfNothingAreTheEmptyListDigest) {
  const std::string empty = vector_named("DIGEST_LEN0_U64").digest;
  EXPECT_EQ(empty, "71e0a99173564931c0b8acc52d2685a8e39c64dc52e3d02390fdac2a12b155cb");
  EXPECT_EQ(empty_list_digest().hex(), empty);
  EXPECT_EQ(plan_digest({}).hex(), empty);
  EXPECT_EQ(decision_digest({}).hex(), empty);
  EXPECT_EQ(rewrites_digest({}).hex(), empty);
  EXPECT_EQ(admission_digest({}).hex(), empty);
}

// WARP-01, WARP-07, WARP-08, WARP-09, WARP-10, WARP-19, WARP-20.
TEST(CommitVectors, OneNode) {
  State state;
  Instance& instance = state.put(filled<WarpId>(0x11), Instance(filled<NodeId>(0x22), {}));
  instance.put_node(filled<NodeId>(0x22), Node{filled<TypeId>(0x33), {}});
  const NodeKey root{filled<WarpId>(0x11), filled<NodeId>(0x22)};
  const Expected expected = vector_named("state_root: one node");
  EXPECT_EQ(hex_of(encode_state(state, root)), expected.hex);
  EXPECT_EQ(state_root(state, root).hex(), expected.digest);
}

State two_instances() {
  State state;
  Instance& outer = state.put(filled<WarpId>(0x11), Instance(filled<NodeId>(0x22), {}));
  outer.put_node(filled<NodeId>(0x22), {filled<TypeId>(0x33), Atom{filled<TypeId>(0x70), "hello"}});
  outer.put_node(filled<NodeId>(0x21), {filled<TypeId>(0x33), {}});
  outer.put_node(filled<NodeId>(0x44), {filled<TypeId>(0x35), Descend{filled<WarpId>(0x10)}});
  outer.put_node(filled<NodeId>(0x99), {filled<TypeId>(0x33), {}});
  outer.put_edge(filled<EdgeId>(0x52),
                 {filled<NodeId>(0x22), filled<NodeId>(0x44), filled<TypeId>(0x80), Atom{filled<TypeId>(0x72), ""}});
  outer.put_edge(filled<EdgeId>(0x51), {filled<NodeId>(0x22), filled<NodeId>(0x21), filled<TypeId>(0x81), {}});
  Instance& inner = state.put(filled<WarpId>(0x10),
                              Instance(filled<NodeId>(0x60), alpha_of(filled<WarpId>(0x11), filled<NodeId>(0x44))));
  inner.put_node(filled<NodeId>(0x60), {filled<TypeId>(0x34), Atom{filled<TypeId>(0x71), "child"}});
  return state;
}

// WARP-03, WARP-04, WARP-05, WARP-06, WARP-11, WARP-12, WARP-14, WARP-15, WARP-16, WARP-17, WARP-20.
TEST(CommitVectors, TwoInstancesAndAnUnreachableNode) {
  const NodeKey root{filled<WarpId>(0x11), filled<NodeId>(0x22)};
  const Expected expected = vector_named("state_root: two instances");
  EXPECT_EQ(hex_of(encode_state(two_instances(), root)), expected.hex);
  EXPECT_EQ(state_root(two_instances(), root).hex(), expected.digest);
}

// WARP-13: a bucket that lost its last edge is gone from the bytes.
TEST(CommitVectors, ANodeWithoutEdgesHasNoBucket) {
  const NodeKey root{filled<WarpId>(0x11), filled<NodeId>(0x22)};
  State state = two_instances();
  const std::string before = encode_state(state, root);
  state.find(root.warp)->put_edge(filled<EdgeId>(0x53), {filled<NodeId>(0x44), filled<NodeId>(0x21), {}, {}});
  EXPECT_NE(encode_state(state, root), before);
  state.find(root.warp)->remove_edge(filled<EdgeId>(0x53));
  EXPECT_EQ(encode_state(state, root), before);
}

// PATCH-05, PATCH-32.
TEST(CommitVectors, RulePacks) {
  EXPECT_EQ(rule_pack_id({}).hex(), vector_named("rule_pack_id v1: empty").digest);
  EXPECT_EQ(rule_pack_id({filled<RuleId>(2), filled<RuleId>(1), filled<RuleId>(2)}).hex(),
            vector_named("rule_pack_id v1: ids").digest);
}

// PATCH-01, PATCH-02, PATCH-03, PATCH-04, PATCH-06, PATCH-07, PATCH-32.
TEST(CommitVectors, TheEmptyPatch) {
  PatchParts parts;
  parts.rule_pack_id = rule_pack_id({});
  const Expected expected = vector_named("patch_digest: no slots, no ops");
  EXPECT_EQ(hex_of(encode_patch(TickPatch(parts))), expected.hex);
  EXPECT_EQ(patch_digest(TickPatch(parts)).hex(), expected.digest);
}

// PATCH-10, PATCH-11, PATCH-15, PATCH-16, PATCH-17, PATCH-18, PATCH-19, PATCH-20, PATCH-21, PATCH-22, PATCH-23,
// PATCH-32.
TEST(CommitVectors, APatchWithEveryTag) {
  const WarpId warp = filled<WarpId>(0x11);
  const NodeId node = filled<NodeId>(0x22);
  PatchParts parts;
  parts.rule_pack_id = rule_pack_id({filled<RuleId>(1), filled<RuleId>(2)});
  parts.in_slots = {PortSlot{7}, AttachmentSlot{alpha_of(warp, node)}, EdgeSlot{warp, filled<EdgeId>(0x52)},
                    NodeSlot{warp, node}};
  parts.out_slots = {NodeSlot{warp, node}, NodeSlot{warp, filled<NodeId>(0x21)}};
  parts.ops = {SetAttachment{beta_of(warp, filled<EdgeId>(0x52)), {}},
               SetAttachment{alpha_of(warp, node), Atom{filled<TypeId>(0x70), "hello"}},
               UpsertEdge{warp, node, filled<EdgeId>(0x52), filled<NodeId>(0x44), filled<TypeId>(0x80)},
               UpsertNode{warp, filled<NodeId>(0x21), filled<TypeId>(0x33)},
               DeleteNode{warp, filled<NodeId>(0x55)},
               DeleteEdge{warp, node, filled<EdgeId>(0x51)},
               DeleteWarpInstance{filled<WarpId>(0x12)},
               UpsertWarpInstance{warp, node, {}},
               OpenPortal{alpha_of(warp, filled<NodeId>(0x44)), filled<WarpId>(0x10), filled<NodeId>(0x60),
                          filled<TypeId>(0x34)}};
  const Expected expected = vector_named("patch_digest: every slot tag");
  EXPECT_EQ(hex_of(encode_patch(TickPatch(parts))), expected.hex);
  EXPECT_EQ(patch_digest(TickPatch(parts)).hex(), expected.digest);
}

CommitHeader header_with(std::vector<CommitId> parents, std::string_view root, std::string_view patch) {
  return {std::move(parents), *StateRoot::from_hex(root), *PatchDigest::from_hex(patch), kNoPolicy};
}

// COMMIT-01, COMMIT-02, COMMIT-03, COMMIT-04, COMMIT-09. VER-07: a change of order, length or
// endianness breaks these bytes, and so needs another version.
TEST(CommitVectors, GenesisOneParentTwoParents) {
  const Expected genesis = vector_named("commit_id: genesis");
  const Expected one = vector_named("commit_id: one parent");
  const Expected two = vector_named("commit_id: two parents");
  const std::string small_root = vector_named("state_root: one node").digest;
  const std::string large_root = vector_named("state_root: two instances").digest;
  const std::string empty_patch = vector_named("patch_digest: no slots").digest;
  const std::string full_patch = vector_named("patch_digest: every").digest;
  const CommitHeader first = header_with({}, small_root, empty_patch);
  const CommitHeader second = header_with({commit_id(first)}, large_root, full_patch);
  const CommitHeader third = header_with({commit_id(second), commit_id(first)}, large_root, full_patch);
  EXPECT_EQ(hex_of(encode_commit_header(first)), genesis.hex);
  EXPECT_EQ(encode_commit_header(first).size(), 78U);
  EXPECT_EQ(commit_id(first).hex(), genesis.digest);
  EXPECT_EQ(hex_of(encode_commit_header(second)), one.hex);
  EXPECT_EQ(commit_id(second).hex(), one.digest);
  EXPECT_EQ(hex_of(encode_commit_header(third)), two.hex);
  EXPECT_EQ(commit_id(third).hex(), two.digest);
}

// DIGEST-05, DIGEST-06, DIGEST-07, DIGEST-21.
TEST(CommitVectors, DecisionPlanAndRewrites) {
  const std::vector<DecisionEntry> decisions = {
      {filled<RuleId>(1), filled<ScopeHash>(2), filled<NodeId>(3), Disposition::Applied},
      {filled<RuleId>(4), filled<ScopeHash>(5), filled<NodeId>(6), Disposition::RejectedFootprintConflict}};
  EXPECT_EQ(decision_digest(decisions).hex(), vector_named("decision_digest v1").digest);
  const std::vector<PlanEntry> plan = {{filled<ScopeHash>(2), filled<RuleId>(1)},
                                       {filled<ScopeHash>(5), filled<RuleId>(4)}};
  EXPECT_EQ(plan_digest(plan).hex(), vector_named("plan_digest").digest);
  const std::vector<RewriteEntry> rewrites = {
      {filled<RuleId>(1), filled<ScopeHash>(2), {filled<WarpId>(0x11), filled<NodeId>(3)}}};
  EXPECT_EQ(rewrites_digest(rewrites).hex(), vector_named("rewrites_digest").digest);
}

AdmissionRecord provider_record() {
  AdmissionRecord record;
  record.view_id = "view:a";
  record.stream_id = "provider";
  record.admit_at_tick = 3;
  record.policy_hash = filled<PolicyHash>(0xa1);
  record.budget_max_events = 16;
  record.admitted = SeqRange{5, 9};
  record.admitted_digest = filled<AdmittedDigest>(0xb1);
  return record;
}

AdmissionRecord user_record() {
  AdmissionRecord record = provider_record();
  record.stream_id = "user";
  record.budget_max_events.reset();
  record.budget_max_bytes = 4096;
  record.budget_max_work = 10;
  record.fairness_order_digest = filled<FairnessDigest>(0xc1);
  record.admitted = SeqList{{1, 4, 6}};
  record.admitted_digest = filled<AdmittedDigest>(0xb2);
  return record;
}

// DIGEST-09, DIGEST-10, DIGEST-11, DIGEST-12, DIGEST-13, DIGEST-14, DIGEST-15, DIGEST-16, DIGEST-21: given in the wrong
// order on purpose.
TEST(CommitVectors, AdmissionDigest) {
  const Expected expected = vector_named("admission_digest v1");
  EXPECT_EQ(admission_digest({user_record(), provider_record()}).hex(), expected.digest);
  EXPECT_EQ(admission_digest({provider_record(), user_record()}).hex(), expected.digest);
}

// DIGEST-17, DIGEST-21.
TEST(CommitVectors, DecisionId) {
  const Expected expected = vector_named("decision_id of the first");
  EXPECT_EQ(decision_id(provider_record()).hex(), expected.digest);
  EXPECT_TRUE(expected.hex.ends_with(hex_of(encode_admission_record(provider_record()))));
}

}  // namespace
}  // namespace latewood::warp
