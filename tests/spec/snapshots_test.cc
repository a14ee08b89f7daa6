// Commits and snapshots: one per cycle, whole, immutable, the same for the same inputs.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "engine/branch/branch.h"
#include "engine/branch/branch_edit.h"
#include "engine/query/node_view.h"
#include "history/snapshot_data.h"
#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_ttl;
using test::child_ids;
using test::has_node;
using test::Ids;
using test::latest_nodes;
using test::must;
using test::Nodes;
using test::open_context;
using test::open_system_context;
using test::verdict;

// SNAP-01.
TEST(Snapshots, SNAP_01_EveryCommitMakesOneSnapshot) {
  Context context = open_context();
  for (std::uint64_t cycle = 1; cycle <= 4; ++cycle) {
    if (cycle % 2 == 0) must(context.insert(block(std::to_string(cycle))));
    must(context.commit());
    EXPECT_TRUE(context.at(cycle));
    EXPECT_EQ(verdict(context.at(cycle + 1)), "E_SNAPSHOT_NOT_FOUND");
  }
}

// SNAP-02.
TEST(Snapshots, SNAP_02_ASnapshotHoldsTheWholeTree) {
  Context context = open_system_context();
  must(context.insert(block("system"), -1));
  must(context.insert(block("first")));
  must(context.commit());
  must(context.insert(block("second")));
  must(context.commit());
  const Ids expected = {"root", "sys", "system", "seq", "mt:1", "mc:1", "first", "mt:2", "mc:2", "second", "ah"};
  EXPECT_EQ(test::ids_of(latest_nodes(context)), expected);
}

// A branch with a snapshot, and edits and an expiry to commit.
struct BranchWithEdits {
  engine::Branch branch{{make_logical_clock()}};

  BranchWithEdits() {
    insert(block_with_ttl("expiring", 1));
    EXPECT_TRUE(branch.commit());
    insert(block("a"));
    insert(block("b", 1));
  }

  void insert(const Component& component) {
    must(branch.edit({}, [&](tree::Editor& editor) { return editor.insert(component, 0); }));
  }
  Nodes working() const { return engine::views_of(branch.working(), branch.head()->cycle() + 1); }
};

// SNAP-03. A commit that fails anywhere leaves everything as it was, and the next one is as
// if there had been no failure.
TEST(Snapshots, ACommitThatFailsAtAnyStepChangesNothing) {
  BranchWithEdits untouched;
  std::vector<std::string> steps;
  untouched.branch.set_before_step([&](std::string_view step) -> Result<void> {
    steps.emplace_back(step);
    return {};
  });
  const CommitId expected = must(untouched.branch.commit())->commit_id();
  ASSERT_GE(steps.size(), 3U);
  for (const std::string& failing : steps) {
    SCOPED_TRACE(failing);
    BranchWithEdits tried;
    const Nodes before = tried.working();
    const auto* head = tried.branch.head();
    tried.branch.set_before_step([&](std::string_view step) -> Result<void> {
      if (step == failing) return Error{Code::Unavailable, "failed on purpose", {}, {}};
      return {};
    });
    EXPECT_FALSE(tried.branch.commit());
    EXPECT_EQ(tried.working(), before);
    EXPECT_EQ(tried.branch.head(), head);
    tried.branch.set_before_step({});
    EXPECT_EQ(must(tried.branch.commit())->commit_id(), expected);
  }
}

void edit_at_length(Context& context) {
  must(context.insert(block("system"), -1));
  Component derived = block_with_ttl("", 2);
  derived.id.reset();
  must(context.insert(derived));
  must(context.insert(block("a", -1)));
  const std::string turn = must(context.commit()).turn_id;
  must(context.insert_under(block_with_ttl("late", 1, 1), turn));
  must(context.insert(block("spliced"), 2));
  must(context.pin("a"));
  must(context.commit());
  must(context.delete_nodes({"spliced"}));
  must(context.move({turn}, 1));
  must(context.commit());
}

// SNAP-04.
TEST(Snapshots, TheSameInputsGiveTheSameSnapshots) {
  Context one = open_system_context();
  Context other = open_system_context();
  edit_at_length(one);
  edit_at_length(other);
  for (std::uint64_t cycle = 1; cycle <= one.cycle(); ++cycle) {
    EXPECT_EQ(must(one.at(cycle)).commit_id(), must(other.at(cycle)).commit_id());
    EXPECT_EQ(must(one.at(cycle)).nodes().value(), must(other.at(cycle)).nodes().value());
    EXPECT_EQ(must(one.at(cycle)).patch_bytes().value(), must(other.at(cycle)).patch_bytes().value());
  }
}

// SNAP-04. Edits that were taken back are no inputs.
TEST(Snapshots, WhatWasResetLeavesNoTrace) {
  Context one = open_system_context();
  Context other = open_system_context();
  must(other.insert(block("system"), -1));
  must(other.insert(block_with_ttl("x", 1)));
  must(other.pin("x"));
  ASSERT_TRUE(other.reset());
  EXPECT_EQ(other.working().value(), one.working().value());
  edit_at_length(one);
  edit_at_length(other);
  EXPECT_EQ(must(one.latest()).commit_id(), must(other.latest()).commit_id());
}

// SNAP-04, SNAP-03. An edit that was refused is no input either.
TEST(Snapshots, ARefusedEditLeavesNoTrace) {
  Context one = open_context();
  Context other = open_context();
  for (Context* context : {&one, &other}) must(context->insert(block("a")));
  EXPECT_FALSE(other.insert(block("a")));
  EXPECT_FALSE(other.insert(block("b"), 5));
  EXPECT_FALSE(other.move({"a", "missing"}, 1));
  EXPECT_FALSE(other.delete_nodes({"a", "missing"}));
  for (Context* context : {&one, &other}) must(context->insert(block("c")));
  EXPECT_EQ(must(one.commit()).commit_id, must(other.commit()).commit_id);
}

// SNAP-05, MUT-01.
TEST(Snapshots, LaterEditsAndCommitsLeaveASnapshotAsItWas) {
  Context context = open_system_context();
  must(context.insert(block("system"), -1));
  must(context.insert(block("core")));
  must(context.insert(block_with_ttl("post", 2, 1)));
  const std::string turn = must(context.commit()).turn_id;
  const Snapshot kept = must(context.latest());
  const Nodes before = kept.nodes().value();
  must(context.replace("system", {"new", {}}));
  must(context.replace("core", {"new", {}}));
  must(context.delete_nodes({"core"}));
  must(context.detach("post"));
  must(context.insert(block("spliced"), 1));
  must(context.move({turn}, 1));
  must(context.pin("spliced"));
  must(context.commit());
  must(context.commit());
  EXPECT_EQ(kept.nodes().value(), before);
  EXPECT_TRUE(kept.pins().empty());
  EXPECT_EQ(must(context.at(1)).nodes().value(), before);
}

// SNAP-05.
TEST(Snapshots, ASnapshotOutlivesItsContext) {
  auto context = std::make_unique<Context>(open_context());
  must(context->insert(block("a")));
  must(context->commit());
  const Snapshot kept = must(context->latest());
  const Nodes before = kept.nodes().value();
  context.reset();
  EXPECT_EQ(kept.nodes().value(), before);
}

// SNAP-05.
TEST(Snapshots, AForkLeavesTheOtherAsItWas) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.commit());
  const Nodes before = latest_nodes(context);
  Context other = must(context.fork(1));
  must(other.insert(block("b")));
  must(other.delete_nodes({"a"}));
  must(other.commit());
  EXPECT_EQ(context.cycle(), 1U);
  EXPECT_EQ(latest_nodes(context), before);
  EXPECT_EQ(context.working().value(), before);
}

// SNAP-10, as far as it is about moments and not about their spelling.
TEST(Snapshots, AMomentIsNamedByItsCycleOrByTheCommitsSince) {
  Context context = open_context();
  for (int i = 0; i < 5; ++i) must(context.commit());
  for (std::uint64_t n = 0; n < 5; ++n) {
    EXPECT_EQ(must(context.back(n)).cycle(), 5 - n);
    EXPECT_EQ(must(context.at(5 - n)).commit_id(), must(context.back(n)).commit_id());
  }
  EXPECT_EQ(verdict(context.back(5)), "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(verdict(context.at(0)), "E_SNAPSHOT_NOT_FOUND");
}

// SNAP-11.
TEST(Snapshots, ASnapshotShowsTheStateAfterExpiryAndSealing) {
  Context context = open_context();
  must(context.insert(block_with_ttl("gone", 0)));
  must(context.insert(block("kept")));
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "gone"));
  EXPECT_EQ(test::turn_of(latest_nodes(context), "kept"), "mt:1");
}

// SNAP-12.
TEST(Snapshots, ASnapshotIsReadInOneOrder) {
  Context context = open_system_context();
  edit_at_length(context);
  const Snapshot snapshot = must(context.latest());
  const Snapshot again = must(context.at(3));
  EXPECT_EQ(snapshot.nodes().value(), snapshot.nodes().value());
  EXPECT_EQ(snapshot.nodes().value(), again.nodes().value());
}

// SNAP-13.
TEST(Snapshots, SNAP_13_TheFirstCommitIsCycleOneAndEachIsOneMore) {
  Context context = open_context();
  EXPECT_EQ(context.cycle(), 0U);
  for (std::uint64_t cycle = 1; cycle <= 3; ++cycle) {
    EXPECT_EQ(must(context.commit()).cycle, cycle);
    EXPECT_EQ(context.cycle(), cycle);
  }
}

TEST(Snapshots, SNAP_14_EveryCommitSealsATurnOfItsOwn) {
  Context context = open_context();
  Ids sealed;
  for (int i = 0; i < 4; ++i) {
    if (i == 2) must(context.insert(block("a")));
    sealed.push_back(must(context.commit()).turn_id);
    EXPECT_EQ(must(context.latest()).turns().value(), sealed);
  }
}

// CONC-04.
TEST(Snapshots, TheLatestIsTheOneOfTheLastCommit) {
  Context context = open_context();
  EXPECT_EQ(verdict(context.latest()), "E_SNAPSHOT_NOT_FOUND");
  for (int i = 0; i < 3; ++i) {
    const CommitReport report = must(context.commit());
    EXPECT_EQ(must(context.latest()).commit_id(), report.commit_id);
  }
}

// Whether the snapshot is just what `commit_numbered` made.
bool is_whole(const Snapshot& snapshot) {
  const Nodes nodes = snapshot.nodes().value();
  const std::string number = std::to_string(snapshot.cycle());
  const bool has_blocks = has_node(nodes, "core " + number) && has_node(nodes, "post " + number);
  const bool has_next = has_node(nodes, "core " + std::to_string(snapshot.cycle() + 1));
  return has_blocks && !has_next && child_ids(nodes, "seq").size() == snapshot.cycle() &&
         child_ids(nodes, "ah").empty();
}

void commit_numbered(Context& context) {
  const std::string number = std::to_string(context.cycle() + 1);
  must(context.insert(block("core " + number)));
  must(context.insert(block("post " + number, 1)));
  must(context.commit());
}

// CONC-02, CONC-03.
TEST(Snapshots, ReadersSeeWholeSnapshotsWhileOthersAreCommitted) {
  Context context = open_context();
  commit_numbered(context);
  std::atomic<bool> stop{false};
  std::atomic<int> torn{0};
  std::atomic<int> read{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      std::uint64_t last = 0;
      while (!stop) {
        const Snapshot snapshot = *context.latest();
        if (!is_whole(snapshot) || snapshot.cycle() < last) ++torn;
        last = snapshot.cycle();
        ++read;
      }
    });
  }
  for (int i = 0; i < 200; ++i) commit_numbered(context);
  while (read < 3) std::this_thread::yield();
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(torn, 0);
}

}  // namespace
}  // namespace latewood
