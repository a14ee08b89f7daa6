// Every digest of the golden vectors, bit for bit. The vectors are output of the
// engine behind the commit specification.
#include <gtest/gtest.h>

#include <string>

#include "canon/hex.h"
#include "canon/json_field.h"
#include "support/test_files.h"
#include "warp/commit_header.h"
#include "warp/graph/apply.h"
#include "warp/graph/portal_rules.h"
#include "warp/graph/reachability.h"
#include "warp/graph/state_encoding.h"
#include "warp/patch_case.h"
#include "warp/receipt_case.h"
#include "warp/state_case.h"

namespace latewood::warp {
namespace {

std::string name_in(const JsonField& field) {
  const auto name = field.find("name");
  return name ? std::string(*name->text()) : std::string("unnamed");
}

// Calls `check` for every item of the array `member`, or of the document itself.
template <class Check>
void for_each_case(const char* file, const char* member, std::size_t expected_count, Check check) {
  const JsonValue document = test::read_json_data(file);
  const JsonField root(document);
  const auto cases = member == nullptr ? root.items() : root.member(member)->items();
  ASSERT_TRUE(cases.has_value());
  EXPECT_EQ(cases->size(), expected_count);
  for (const JsonField& one : *cases) {
    SCOPED_TRACE(name_in(one));
    check(one);
  }
}

State state_in(const JsonField& field, const char* member) {
  auto state = read_state(*field.member(member));
  EXPECT_TRUE(state.has_value()) << state.error().message;
  return *std::move(state);
}

NodeKey root_in(const JsonField& field) { return *read_node_key(*field.member("root")); }

// WARP-02, WARP-03, WARP-04, WARP-05, WARP-06, WARP-07, WARP-08, WARP-09, WARP-10, WARP-11, WARP-12, WARP-13, WARP-14,
// WARP-15, WARP-16, WARP-17, WARP-18: order, filters and layout are all pinned by these bytes.
TEST(WarpVectors, StateRootsReproduce) {
  for_each_case("vectors/state_root.json", nullptr, 52, [](const JsonField& one) {
    const State state = state_in(one, "warps");
    const std::string bytes = encode_state(state, root_in(one));
    EXPECT_EQ(bytes.size(), *one.member("encoding_len")->u64());
    const auto hex = one.find("encoding_hex");
    EXPECT_EQ(hex_of(bytes), hex ? *hex->text() : hex_of(bytes));
    EXPECT_EQ(state_root(state, root_in(one)).hex(), *one.member("state_root")->text());
  });
}

// WARP-02, WARP-05, WARP-06.
TEST(WarpVectors, WhatIsReachableIsCountedAsInTheVectors) {
  for_each_case("vectors/state_root.json", nullptr, 52, [](const JsonField& one) {
    const State state = state_in(one, "warps");
    const Reachable reachable = reachable_from(state, root_in(one));
    const JsonField counts = *one.member("reachable");
    EXPECT_EQ(reachable.instances.size(), *counts.member("warps")->u64());
    EXPECT_EQ(reachable.buckets.size(), *counts.member("buckets")->u64());
    EXPECT_EQ(reachable.edges.size(), *counts.member("edges")->u64());
  });
}

void expect_patch(const JsonField& field) {
  const auto patch = read_patch(field);
  ASSERT_TRUE(patch.has_value()) << patch.error().message;
  const std::string bytes = encode_patch(*patch);
  EXPECT_EQ(bytes.size(), *field.member("encoding_len")->u64());
  const auto hex = field.find("encoding_hex");
  EXPECT_EQ(hex_of(bytes), hex ? *hex->text() : hex_of(bytes));
  EXPECT_EQ(patch_digest(*patch).hex(), *field.member("digest")->text());
  const auto decoded = decode_patch(bytes);
  ASSERT_TRUE(decoded.has_value()) << decoded.error().message;
  EXPECT_EQ(*decoded, *patch);
}

// PATCH-01, PATCH-02, PATCH-03, PATCH-04, PATCH-05, PATCH-06, PATCH-07, PATCH-08, PATCH-09, PATCH-10, PATCH-11,
// PATCH-12, PATCH-13, PATCH-14, PATCH-15, PATCH-16, PATCH-17, PATCH-18, PATCH-19, PATCH-20, PATCH-21, PATCH-22,
// PATCH-23, PATCH-24, D-58, D-61.
TEST(WarpVectors, PatchDigestsReproduceAndDecode) {
  for_each_case("vectors/patch_digest.json", nullptr, 51, expect_patch);
}

// PATCH-12, PATCH-13, PATCH-14: the canonical list is named by indices into the given one.
TEST(WarpVectors, CanonicalOperationsAreTheOnesTheVectorsName) {
  for_each_case("vectors/patch_digest.json", nullptr, 51, [](const JsonField& one) {
    const TickPatch patch = *read_patch(one);
    const auto given = *one.member("ops")->items();
    const auto indices = *one.member("canonical_op_indices")->items();
    ASSERT_EQ(patch.ops().size(), indices.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
      EXPECT_EQ(patch.ops()[i], *read_tick_op(given[*indices[i].u64()]));
      EXPECT_EQ(tag_of(patch.ops()[i]), *(*one.member("canonical_op_tags")->items())[i].u64());
      EXPECT_EQ(name_of(patch.ops()[i]), *(*one.member("canonical_op_names")->items())[i].text());
    }
  });
}

// PATCH-08, PATCH-09.
TEST(WarpVectors, CanonicalSlotsAreTheOnesTheVectorsName) {
  for_each_case("vectors/patch_digest.json", nullptr, 51, [](const JsonField& one) {
    const auto given = *one.member("in_slots")->items();
    const auto indices = *one.member("canonical_in_slots")->items();
    const TickPatch patch = *read_patch(one);
    ASSERT_EQ(patch.in_slots().size(), indices.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
      EXPECT_EQ(patch.in_slots()[i], *read_slot_id(given[*indices[i].u64()]));
    }
  });
}

void expect_commit(const JsonField& one) {
  const auto header = read_commit_header(one);
  ASSERT_TRUE(header.has_value()) << header.error().message;
  EXPECT_EQ(hex_of(encode_commit_header(*header)), *one.member("encoding_hex")->text());
  EXPECT_EQ(commit_id(*header).hex(), *one.member("commit_id")->text());
  EXPECT_EQ(*decode_commit_header(encode_commit_header(*header)), *header);
}

// COMMIT-01, COMMIT-02, COMMIT-04.
TEST(WarpVectors, CommitIdsReproduce) { for_each_case("vectors/commit_id.json", nullptr, 17, expect_commit); }

// DIGEST-04, DIGEST-05, DIGEST-06; version 1 of the layout (D-57).
TEST(WarpVectors, DecisionDigestsReproduce) {
  for_each_case("vectors/receipts.json", "decision_digest", 10, [](const JsonField& one) {
    EXPECT_EQ(decision_digest(*read_decisions(one)).hex(), *one.member("prose_v1_decision_digest")->text());
  });
}

// DIGEST-02.
TEST(WarpVectors, PlanDigestsReproduce) {
  for_each_case("vectors/receipts.json", "plan_digest", 6, [](const JsonField& one) {
    EXPECT_EQ(plan_digest(*read_plan(one)).hex(), *one.member("plan_digest")->text());
  });
}

// DIGEST-03.
TEST(WarpVectors, RewritesDigestsReproduce) {
  for_each_case("vectors/receipts.json", "rewrites_digest", 6, [](const JsonField& one) {
    EXPECT_EQ(rewrites_digest(*read_rewrites(one)).hex(), *one.member("rewrites_digest")->text());
  });
}

// PATCH-05.
TEST(WarpVectors, RulePackIdsReproduce) {
  for_each_case("vectors/receipts.json", "rule_pack_id", 5, [](const JsonField& one) {
    EXPECT_EQ(rule_pack_id(*read_rule_ids(one)).hex(), *one.member("rule_pack_id")->text());
  });
}

TEST(WarpVectors, ScopeHashesReproduce) {
  for_each_case("vectors/receipts.json", "scope_hash", 6, [](const JsonField& one) {
    const NodeKey scope = *read_node_key(*one.member("scope"));
    EXPECT_EQ(scope_hash(*read_id<RuleId>(one, "rule_id"), scope).hex(), *one.member("scope_hash")->text());
  });
}

CommitHeader header_of(const JsonField& tick, const TickPatch& patch, const StateRoot& root) {
  CommitHeader header{{}, root, patch_digest(patch), patch.policy_id()};
  for (const JsonField& parent : *tick.member("parents")->items()) header.parents.push_back(*parent.id<CommitId>());
  return header;
}

// Applies the patch of `tick` and compares state, root, patch digest and commit id.
void expect_tick(State& state, const NodeKey& root, const JsonField& tick) {
  const JsonField patch_field = *tick.member("patch");
  expect_patch(patch_field);
  const TickPatch patch = *read_patch(patch_field);
  const auto applied = apply(state, patch);
  ASSERT_TRUE(applied.has_value()) << applied.error().message;
  EXPECT_EQ(state, state_in(tick, "state_after"));
  const StateRoot after = state_root(state, root);
  EXPECT_EQ(after.hex(), *tick.member("state_root")->text());
  EXPECT_EQ(commit_id(header_of(tick, patch, after)).hex(), *tick.member("commit_id")->text());
}

// PATCH-25, COMMIT-03, COMMIT-05, COMMIT-07.
TEST(WarpVectors, ReplaySequencesReproduceEveryStateRootAndCommit) {
  for_each_case("vectors/replay.json", "sequences", 14, [](const JsonField& one) {
    State state = state_in(one, "warps");
    EXPECT_TRUE(check_portals(state));
    EXPECT_EQ(state_root(state, root_in(one)).hex(), *one.member("initial_state_root")->text());
    for (const JsonField& tick : *one.member("ticks")->items()) expect_tick(state, root_in(one), tick);
  });
}

// PATCH-25, PATCH-27, ERR-09: every error kind, and nothing left behind.
TEST(WarpVectors, RefusedPatchesFailWithTheirKindAndChangeNothing) {
  for_each_case("vectors/replay.json", "errors", 58, [](const JsonField& one) {
    State state = state_in(one, "warps");
    const State before = state;
    const auto applied = apply(state, *read_patch(*one.member("patch")));
    ASSERT_FALSE(applied.has_value());
    EXPECT_EQ(applied.error().rule, *one.member("error")->member("kind")->text());
    EXPECT_EQ(state, before);
    EXPECT_EQ(state_root(state, root_in(one)).hex(), *one.member("initial_state_root")->text());
  });
}

// DIGEST-02, DIGEST-03, COMMIT-06: whole ticks as the engine ran them.
TEST(WarpVectors, EngineTicksReproduceEveryDigest) {
  for_each_case("vectors/receipts.json", "engine_ticks", 5, [](const JsonField& one) {
    for (const JsonField& tick : *one.member("ticks")->items()) {
      State state = state_in(tick, "state_before");
      expect_tick(state, root_in(one), tick);
      std::vector<PlanEntry> plan;
      std::vector<RewriteEntry> rewrites;
      for (const JsonField& entry : *tick.member("receipt_entries")->items()) {
        const RuleId rule = *read_id<RuleId>(entry, "rule_id");
        const NodeKey scope = *read_node_key(*entry.member("scope"));
        EXPECT_EQ(scope_hash(rule, scope), *read_id<ScopeHash>(entry, "scope_hash"));
        plan.push_back({scope_hash(rule, scope), rule});
        if (*entry.member("disposition")->text() == "applied") {
          rewrites.push_back({rule, plan.back().scope_hash, scope});
        }
      }
      EXPECT_EQ(plan_digest(plan).hex(), *tick.member("plan_digest")->text());
      EXPECT_EQ(rewrites_digest(rewrites).hex(), *tick.member("rewrites_digest")->text());
    }
  });
}

}  // namespace
}  // namespace latewood::warp
