// Laws of the way back from bytes to trees, on random histories: what was committed is rebuilt
// with the same ids, and goes on like the original.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>

#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/branch/commit.h"
#include "engine/branch/timeline.h"
#include "history/snapshot_data.h"
#include "latewood/bundle.h"
#include "support/document/bundle_bytes.h"
#include "support/law.h"
#include "support/random/edits.h"
#include "tree/edit/draft.h"
#include "tree/edit/permissions.h"
#include "tree/node_pool.h"
#include "warp/graph/state_encoding.h"
#include "warp/mapping/tree_replay.h"
#include "warp/mapping/tree_root.h"
#include "warp/mapping/tree_state.h"

namespace latewood {
namespace {

using engine::Access;
using engine::Branch;
using test::bundle_of;
using test::expect_law;
using test::import_bytes;
using test::Random;

std::optional<PrunePolicy> random_turn_policy(Random& random) {
  if (random.chance(50)) return std::nullopt;
  PrunePolicy policy;
  policy.turns = Budget{2 + random.below(3), 2, 0};
  if (random.chance(50)) policy.bytes = Budget{200, 100, 0};
  return policy;
}

// The same numbers give the same edits on contexts that are the same.
void commit_under_policies(Branch& branch, Random& random, int cycles) {
  const tree::Permissions permissions{random.chance(80), random.chance(30), random.chance(50) ? "tester" : ""};
  branch.set_policy(random_turn_policy(random));
  for (int cycle = 0; cycle < cycles; ++cycle) {
    for (std::size_t i = random.below(8); i > 0; --i)
      RC_LOG() << test::random_edit(random, branch, permissions) << '\n';
    RC_ASSERT(branch.commit({.options = test::random_commit_options(random)}).has_value());
  }
}

Context edited(Random& random) {
  auto branch = std::make_unique<Branch>(engine::BranchSetup{make_logical_clock()});
  commit_under_policies(*branch, random, static_cast<int>(random.below(7)));
  return Access::context(test::logical_context(), std::move(branch));
}

// Edits, forks, imports, and any of them after one another.
Context random_bundled_context(Random& random) {
  Context context = edited(random);
  for (int step = 0; step < 2; ++step) {
    if (random.chance(30) && context.latest()) {
      context = *context.fork(context.back(random.below(context.cycle()))->cycle());
    }
    if (random.chance(30)) {
      ImportOptions options;
      options.context = test::logical_context();
      context = *import_history(export_history(context).value(), options);
    }
    if (random.chance(50)) commit_under_policies(Access::branch(context), random, static_cast<int>(random.below(4)));
  }
  return context;
}

Context must_import_bundle(const std::string& bytes, std::size_t piece = 1000) {
  auto context = import_bytes(bytes, piece);
  if (!context) RC_LOG() << context.error().message << '\n';
  RC_ASSERT(context.has_value());
  return *std::move(context);
}

void check_same_report(const CommitReport& a, const CommitReport& b) {
  RC_ASSERT(a.cycle == b.cycle && a.turn_id == b.turn_id && a.policy_id == b.policy_id);
  RC_ASSERT(a.departures == b.departures && a.deferred == b.deferred && a.kept == b.kept);
  RC_ASSERT(a.nodes_before == b.nodes_before && a.nodes_after == b.nodes_after);
  RC_ASSERT(a.bytes_before == b.bytes_before && a.bytes_after == b.bytes_after);
}

void check_same_bundled(const Snapshot& a, const Snapshot& b) {
  RC_ASSERT(a.commit_id() == b.commit_id());
  RC_ASSERT(a.state_root() == b.state_root());
  RC_ASSERT(a.patch_digest() == b.patch_digest());
  RC_ASSERT(a.parent() == b.parent());
  RC_ASSERT(a.patch_bytes().value() == b.patch_bytes().value());
  RC_ASSERT(a.nodes().value() == b.nodes().value());
  RC_ASSERT(a.provider_thread().value() == b.provider_thread().value());
  RC_ASSERT(export_snapshot(a).value() == export_snapshot(b).value());
  RC_ASSERT(serialize_snapshot(a).value() == serialize_snapshot(b).value());
  check_same_report(a.report(), b.report());
  const tree::Tree& tree = Access::data(b).tree;
  RC_ASSERT(warp::state_root(warp::state_of(tree), warp::root_key(tree)) == b.state_root());
}

void check_same_bundled(const Context& a, const Context& b) {
  RC_ASSERT(export_history(a).value() == export_history(b).value());
  std::uint64_t back = 0;
  for (; a.back(back); ++back) {
    RC_ASSERT(b.back(back).has_value());
    check_same_bundled(*a.back(back), *b.back(back));
  }
  RC_ASSERT(!b.back(back).has_value());
}

// IMPORT-02, IMPORT-04, COMMIT-08, SNAP-05, SNAP-06: every commit and every product of it.
TEST(BundleLaws, AHistoryComesBackWithItsCommitIds) {
  expect_law("export a bundle, then import it", [](Random& random) {
    const Context context = random_bundled_context(random);
    const std::string bytes = bundle_of(context);
    const Context again = must_import_bundle(bytes, 1 + random.below(300));
    check_same_bundled(context, again);
    RC_ASSERT(bundle_of(again) == bytes);
  });
}

// IMPORT-08: ids, stamps, expiry and pruning go on where they stopped.
TEST(BundleLaws, WorkGoesOnAsItWouldHave) {
  expect_law("edits after a bundle", [](Random& random) {
    const Context context = random_bundled_context(random);
    const Context again = must_import_bundle(bundle_of(context));
    const std::uint64_t seed = random.number();
    Random one(seed);
    Random other(seed);
    commit_under_policies(Access::branch(context), one, 3);
    commit_under_policies(Access::branch(again), other, 3);
    check_same_bundled(context, again);
  });
}

// ---- patches alone ----

// SNAP-04, PATCH-13: the patches of a history, one after the other, are the history.
void replay_all(const Context& context) {
  tree::NodePool pool;
  std::map<tree::PayloadDigest, const tree::Payload*> contents;
  const warp::PayloadLookup lookup = [&](const tree::PayloadDigest& digest) -> Result<const tree::Payload*> {
    return contents.at(digest);
  };
  const history::SnapshotData* head = Access::branch(context).head();
  tree::Tree tree;
  for (std::uint64_t left = head == nullptr ? 0 : head->position + 1; left > 0; --left) {
    const history::SnapshotData& data = history::ancestor(*head, left - 1);
    tree::for_each_node(data.tree, [&](const tree::Node& node, const tree::Node*) {
      if (node.payload() != nullptr) contents[node.payload()->digest()] = *pool.add_payload(node.payload()->json());
    });
    if (data.is_genesis()) tree = data.older();
    const std::string patch = Access::snapshot(Access::branch(context), data).patch_bytes().value();
    auto replayed = warp::replay(tree, patch, {pool, lookup});
    if (!replayed) RC_LOG() << replayed.error().message << '\n';
    RC_ASSERT(replayed.has_value());
    RC_ASSERT(warp::state_of(*replayed) == warp::state_of(data.tree));
    RC_ASSERT(replayed->cycle == data.tree.cycle && replayed->pins() == data.tree.pins());
    // What the patch does not touch is shared, not rebuilt.
    RC_ASSERT(warp::changed_rings(tree, *replayed).size() <= warp::changed_rings(data.older(), data.tree).size());
    tree = *std::move(replayed);
  }
}

TEST(ReplayLaws, PatchesGiveTheTreesTheyWereMadeFrom) {
  expect_law("replay", [](Random& random) { replay_all(random_bundled_context(random)); });
}

// Any patch of one history on any tree of it or of another: refused or, where it fits, a sound
// tree.
TEST(ReplayLaws, APatchOnAnotherTreeDoesNoHarm) {
  std::size_t accepted = 0;
  expect_law("replay elsewhere", [&accepted](Random& random) {
    const Context from = random_bundled_context(random);
    const Context other = random_bundled_context(random);
    const Context& onto = random.chance(50) ? from : other;
    if (!from.latest() || !onto.latest()) return;
    tree::NodePool pool;
    const tree::Payload* payload = *pool.add_payload("1");
    const warp::PayloadLookup lookup = [&](const tree::PayloadDigest&) -> Result<const tree::Payload*> {
      return payload;
    };
    const Snapshot source = *from.back(random.below(Access::branch(from).head()->position + 1));
    const tree::Tree& target = Access::data(*onto.back(random.below(Access::branch(onto).head()->position + 1))).tree;
    const auto replayed = warp::replay(target, source.patch_bytes().value(), {pool, lookup});
    accepted += replayed ? 1 : 0;
    if (!replayed) {
      RC_ASSERT(replayed.error().code == Code::Corruption);
      return;
    }
    warp::ResumableRoot root = engine::empty_root(*replayed);
    const auto all = warp::changed_rings(tree::empty_tree(pool), *replayed);
    RC_ASSERT(warp::advance_root(root, *replayed, all) ==
              warp::state_root(warp::state_of(*replayed), warp::root_key(*replayed)));
  });
  EXPECT_GT(accepted, 10U);
}

}  // namespace
}  // namespace latewood
