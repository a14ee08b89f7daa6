// Laws of the commit on random histories: the graph and the tree tell the same story, nothing
// that was sealed changes, a failure leaves nothing behind.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "engine/branch/branch.h"
#include "engine/branch/commit.h"
#include "engine/query/node_view.h"
#include "history/snapshot_data.h"
#include "latewood/clock.h"
#include "support/law.h"
#include "support/plain/patch.h"
#include "support/random/edits.h"
#include "tree/edit/permissions.h"
#include "warp/commit_header.h"
#include "warp/graph/apply.h"
#include "warp/graph/portal_rules.h"
#include "warp/graph/slice.h"
#include "warp/graph/state_encoding.h"
#include "warp/mapping/tree_patch.h"
#include "warp/mapping/tree_state.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;
using test::expect_law;
using test::Random;

std::shared_ptr<Clock> logical_clock() { return make_logical_clock(); }

tree::Permissions random_permissions(Random& random) {
  return {random.chance(60), random.chance(30), random.chance(50) ? "tester" : ""};
}

void edit_some(Branch& branch, Random& random) {
  const tree::Permissions permissions = random_permissions(random);
  for (std::size_t i = random.below(8); i > 0; --i) RC_LOG() << test::random_edit(random, branch, permissions) << '\n';
}

Result<const SnapshotData*> commit_some(Branch& branch, Random& random) {
  return branch.commit({.options = test::random_commit_options(random)});
}

const tree::Tree& tree_before(const SnapshotData& snapshot) { return snapshot.older(); }

warp::TickPatch patch_of(const SnapshotData& snapshot) {
  const tree::Tree& before = tree_before(snapshot);
  return warp::TickPatch(warp::tree_patch(before, snapshot.tree, warp::changed_rings(before, snapshot.tree)));
}

// PATCH-25, PATCH-26, WARP-21, COMMIT-08: patch, root and id of one commit, checked against the
// whole graph.
void check_commit(const SnapshotData& snapshot) {
  const warp::State after = warp::state_of(snapshot.tree);
  const warp::NodeKey root = warp::root_key(snapshot.tree);
  RC_ASSERT(warp::check_portals(after).has_value());
  RC_ASSERT(warp::state_root(after, root) == snapshot.state_root());
  warp::State replayed = warp::state_of(tree_before(snapshot));
  const warp::TickPatch patch = patch_of(snapshot);
  const auto applied = warp::apply(replayed, patch);
  if (!applied) RC_LOG() << "refused: " << applied.error().message << '\n';
  RC_ASSERT(applied.has_value());
  RC_ASSERT(replayed == after);
  RC_ASSERT(patch.ops() == test::plain_tree_ops(tree_before(snapshot), snapshot.tree));
  RC_ASSERT(warp::patch_digest(patch) == snapshot.patch_digest());
  warp::CommitHeader header{{}, snapshot.state_root(), snapshot.patch_digest(), patch.policy_id()};
  if (snapshot.parent != nullptr) header.parents.push_back(snapshot.parent->commit_id());
  RC_ASSERT(warp::commit_id(header) == snapshot.commit_id());
}

TEST(CommitLaws, EveryCommitsPatchRootAndIdAgreeWithTheWholeGraph) {
  expect_law("patch, root, id", [](Random& random) {
    Branch branch({logical_clock()});
    for (int cycle = 0; cycle < 8; ++cycle) {
      edit_some(branch, random);
      const auto snapshot = commit_some(branch, random);
      RC_ASSERT(snapshot.has_value());
      check_commit(**snapshot);
    }
  });
}

// ---- slices ----

// Every slot that a state of the history has.
std::set<warp::SlotId> slots_of(const std::vector<warp::State>& states) {
  std::set<warp::SlotId> slots;
  for (const warp::State& state : states) {
    for (const auto& [warp, instance] : state.instances()) {
      for (const auto& [id, node] : instance.nodes()) {
        slots.insert(warp::NodeSlot{warp, id});
        slots.insert(warp::AttachmentSlot{warp::alpha_of(warp, id)});
      }
      for (const auto& [id, edge] : instance.edges()) {
        slots.insert(warp::EdgeSlot{warp, id});
        slots.insert(warp::AttachmentSlot{warp::beta_of(warp, id)});
      }
    }
  }
  return slots;
}

// Whether both states have the same in that slot; a slot whose owner is gone holds nothing.
bool holds_the_same(const warp::State& a, const warp::State& b, const warp::SlotId& slot) {
  const auto value = [&slot](const warp::State& state) {
    std::tuple<std::optional<warp::TypeId>, warp::NodeId, warp::NodeId, warp::Slot> found;
    if (const auto* node = std::get_if<warp::NodeSlot>(&slot)) {
      const warp::Instance* instance = state.find(node->warp);
      const warp::Node* there = instance == nullptr ? nullptr : instance->find_node(node->node);
      if (there != nullptr) std::get<0>(found) = there->type;
    } else if (const auto* edge = std::get_if<warp::EdgeSlot>(&slot)) {
      const warp::Instance* instance = state.find(edge->warp);
      const warp::Edge* there = instance == nullptr ? nullptr : instance->find_edge(edge->edge);
      if (there != nullptr) found = {there->type, there->from, there->to, {}};
    } else if (const warp::Slot* there = state.find_slot(std::get<warp::AttachmentSlot>(slot).key)) {
      std::get<3>(found) = *there;
    }
    return found;
  };
  return value(a) == value(b);
}

// PATCH-28, PATCH-29, PATCH-30: the ticks of the slice, applied alone to what the first commit applied to.
warp::State replay_ticks(const warp::State& genesis, const std::vector<warp::TickPatch>& patches,
                         const std::vector<std::size_t>& ticks) {
  warp::State state = genesis;
  for (const std::size_t tick : ticks) RC_ASSERT(warp::apply(state, patches[tick]).has_value());
  return state;
}

TEST(CommitLaws, AUD_02_ReplayingASliceAloneGivesTheSlotItsValue) {
  std::size_t deleted = 0;
  expect_law("slices of histories", [&deleted](Random& random) {
    Branch branch({logical_clock()});
    PrunePolicy policy;
    policy.nodes_per_turn = 2;
    policy.keep_turns = 0;
    if (random.chance(30)) branch.set_policy(policy);
    std::vector<warp::State> states;
    std::vector<warp::TickPatch> patches;
    for (int cycle = 0; cycle < 5; ++cycle) {
      edit_some(branch, random);
      const SnapshotData* snapshot = *commit_some(branch, random);
      if (states.empty()) states.push_back(warp::state_of(tree_before(*snapshot)));
      states.push_back(warp::state_of(snapshot->tree));
      patches.push_back(patch_of(*snapshot));
      for (const warp::TickOp& op : patches.back().ops()) deleted += std::holds_alternative<warp::DeleteNode>(op);
    }
    std::vector<warp::Footprint> footprints;
    for (const warp::TickPatch& patch : patches) footprints.push_back({patch.in_slots(), patch.out_slots()});
    std::map<std::vector<std::size_t>, warp::State> replayed;
    for (const warp::SlotId& slot : slots_of(states)) {
      const std::vector<std::size_t> ticks = warp::slice(footprints, slot);
      if (!replayed.contains(ticks)) replayed.emplace(ticks, replay_ticks(states.front(), patches, ticks));
      RC_ASSERT(holds_the_same(replayed.at(ticks), states.back(), slot));
    }
  });
  EXPECT_GT(deleted, 500U) << "histories without deletions prove nothing";
}

// SNAP-05, MUT-01: every snapshot stays what it was.
TEST(CommitLaws, NoLaterEditChangesAnEarlierSnapshot) {
  expect_law("immutability", [](Random& random) {
    Branch branch({logical_clock()});
    std::vector<std::pair<const SnapshotData*, std::vector<NodeView>>> seen;
    for (int cycle = 0; cycle < 6; ++cycle) {
      edit_some(branch, random);
      const SnapshotData* snapshot = *branch.commit();
      seen.emplace_back(snapshot, views_of(snapshot->tree, snapshot->cycle()));
      for (const auto& [old, views] : seen) RC_ASSERT(views_of(old->tree, old->cycle()) == views);
    }
  });
}

// SNAP-04, COMMIT-07: the same edits give the same bytes.
TEST(CommitLaws, TheSameEditsGiveTheSameCommitIds) {
  expect_law("determinism", [](Random& random) {
    const std::uint64_t seed = random.number();
    std::vector<CommitId> ids[2];
    for (auto& run : ids) {
      Random again(seed);
      Branch branch({logical_clock()});
      for (int cycle = 0; cycle < 4; ++cycle) {
        edit_some(branch, again);
        run.push_back((*branch.commit())->commit_id());
      }
    }
    RC_ASSERT(ids[0] == ids[1]);
  });
}

// WARP-21: two snapshots differ in any persistent member if and only if their roots differ.
TEST(CommitLaws, RootsAreEqualExactlyWhenSnapshotsAre) {
  expect_law("mapping", [](Random& random) {
    Branch branch({logical_clock()});
    edit_some(branch, random);
    const SnapshotData* base = *branch.commit();
    const auto left = branch.fork(*base, engine::Receipts::No);
    const auto right = branch.fork(*base, engine::Receipts::No);
    edit_some(*left, random);
    if (random.chance(60)) edit_some(*right, random);
    const SnapshotData* a = *left->commit();
    const SnapshotData* b = *right->commit();
    const bool same =
        views_of(a->tree, a->cycle()) == views_of(b->tree, b->cycle()) && a->tree.pins() == b->tree.pins();
    RC_ASSERT(same == (a->state_root() == b->state_root()));
  });
}

// SNAP-03, ERR-09: a failure at any step leaves the working state, and the commit after it is
// what it would have been.
TEST(CommitLaws, AFailureAtAnyStepLeavesTheOldState) {
  expect_law("failed commits", [](Random& random) {
    const std::uint64_t seed = random.number();
    CommitId expected;
    std::vector<std::string> steps;
    {
      Random again(seed);
      Branch branch({logical_clock()});
      edit_some(branch, again);
      branch.set_before_step([&steps](std::string_view step) -> Result<void> {
        steps.emplace_back(step);
        return {};
      });
      expected = (*branch.commit())->commit_id();
    }
    RC_ASSERT(steps.size() >= 4);
    for (const std::string& failing : steps) {
      Random again(seed);
      Branch branch({logical_clock()});
      edit_some(branch, again);
      const auto before = views_of(branch.working(), 1);
      branch.set_before_step([&failing](std::string_view step) -> Result<void> {
        if (step == failing) return Error{Code::Unavailable, "injected", {}, {}};
        return {};
      });
      RC_ASSERT(!branch.commit().has_value());
      RC_ASSERT(branch.head() == nullptr);
      RC_ASSERT(views_of(branch.working(), 1) == before);
      branch.set_before_step({});
      RC_ASSERT((*branch.commit())->commit_id() == expected);
    }
  });
}

// A fork is a history of its own from that point on.
TEST(CommitLaws, ForksAtAnyCycleAreIsolatedAndAgreeWithTheWholeGraph) {
  expect_law("forks", [](Random& random) {
    Branch branch({logical_clock()});
    std::vector<const SnapshotData*> snapshots;
    for (int cycle = 0; cycle < 4; ++cycle) {
      edit_some(branch, random);
      snapshots.push_back(*commit_some(branch, random));
    }
    const SnapshotData* point = random.pick(snapshots);
    const auto fork = branch.fork(*point, engine::Receipts::No);
    RC_ASSERT(views_of(fork->working(), 9) == views_of(point->tree, 9));
    const CommitId head = branch.head()->commit_id();
    for (int cycle = 0; cycle < 3; ++cycle) {
      edit_some(*fork, random);
      const SnapshotData* snapshot = *commit_some(*fork, random);
      check_commit(*snapshot);
      RC_ASSERT(snapshot->cycle() == point->cycle() + 1 + static_cast<std::uint64_t>(cycle));
      edit_some(branch, random);
    }
    RC_ASSERT(branch.head()->commit_id() == head);
    check_commit(**branch.commit());
  });
}

// A refused mutation changes nothing (MUT-16, ERR-09).
TEST(CommitLaws, ARefusedEditChangesNothing) {
  expect_law("refused edits", [](Random& random) {
    Branch branch({logical_clock()});
    for (int step = 0; step < 40; ++step) {
      const auto before = views_of(branch.working(), 1);
      const std::string told = test::random_edit(random, branch, random_permissions(random));
      RC_LOG() << told << '\n';
      if (!told.ends_with(": ok")) RC_ASSERT(views_of(branch.working(), 1) == before);
      if (random.chance(10)) branch.commit().value();
    }
  });
}

}  // namespace
}  // namespace latewood::engine
