// Keys: of the live instances of one key, the newest is the shallowest.
#include <gtest/gtest.h>

#include <limits>

#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_key;
using test::depth_of;
using test::has_node;
using test::latest_nodes;
using test::must;
using test::Nodes;
using test::open_context;
using test::open_system_context;
using test::verdict;

Context open_demoting_context() {
  ContextOptions options;
  options.demote_overlaps = true;
  return open_context(options);
}

// The depths of the holders of a key, in document order; those of `^sys` left out.
std::vector<std::size_t> depths_of_key(const Nodes& nodes, std::string_view key) {
  std::vector<std::size_t> depths;
  for (const NodeView& node : nodes) {
    if (node.key == key && node.parent_id != "sys") depths.push_back(depth_of(nodes, node.id));
  }
  return depths;
}

bool are_unique(std::vector<std::size_t> depths) {
  std::sort(depths.begin(), depths.end());
  return std::adjacent_find(depths.begin(), depths.end()) == depths.end();
}

// ODI-01, ODI-06.
TEST(Overlap, LiveNodesOfSeveralTurnsShareAKey) {
  Context context = open_context();
  for (const char* id : {"a", "b", "c"}) {
    must(context.insert(block_with_key(id, "K")));
    must(context.commit());
  }
  const std::vector<std::size_t> expected = {3, 2, 1};
  EXPECT_EQ(depths_of_key(latest_nodes(context), "K"), expected);
}

// ODI-02, ODI-03.
TEST(Overlap, AnInsertionBehindALiveInstanceIsRefused) {
  Context context = open_context();
  must(context.commit());
  must(context.insert(block_with_key("a", "K")));
  must(context.commit());
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.insert(block_with_key("b", "K"), 2)), "OverlapWouldViolateODI");
  EXPECT_EQ(verdict(context.insert(block_with_key("b", "K"), 3)), "OverlapWouldViolateODI");
  EXPECT_EQ(context.working().value(), before);
}

// ODI-02.
TEST(Overlap, AnInsertionBeforeALiveInstanceIsTaken) {
  Context context = open_context();
  must(context.insert(block_with_key("a", "K")));
  must(context.commit());
  must(context.commit());
  must(context.insert(block_with_key("b", "K"), 1));
  EXPECT_EQ(depth_of(context.working().value(), "a"), 3U);
  EXPECT_EQ(depth_of(context.working().value(), "b"), 1U);
}

// the splice itself pushes the one that is at exactly that depth.
TEST(Overlap, R_08_ASpliceAtTheDepthOfAnInstancePushesIt) {
  for (const bool demotes : {false, true}) {
    Context context = demotes ? open_demoting_context() : open_context();
    must(context.insert(block_with_key("a", "K")));
    must(context.commit());
    must(context.commit());
    must(context.insert(block_with_key("b", "K"), 2));
    EXPECT_EQ(depth_of(context.working().value(), "a"), 3U);
    EXPECT_EQ(depth_of(context.working().value(), "b"), 2U);
    must(context.commit());
    EXPECT_EQ(depths_of_key(latest_nodes(context), "K"), (std::vector<std::size_t>{4, 3}));
  }
}

//
TEST(Overlap, R_08_TheSettingCanBeChanged) {
  Context context = open_context();
  EXPECT_EQ(context.overlaps(), Overlaps::Refuse);
  must(context.insert(block_with_key("a", "K")));
  EXPECT_EQ(verdict(context.insert(block_with_key("b", "K"))), "OverlapWouldViolateODI");
  must(context.set_overlaps(Overlaps::Demote));
  must(context.insert(block_with_key("b", "K")));
  EXPECT_EQ(depth_of(context.working().value(), "a"), 1U);
  must(context.set_overlaps(Overlaps::Refuse));
  EXPECT_EQ(verdict(context.insert(block_with_key("c", "K"))), "OverlapWouldViolateODI");
}

// ODI-02: wherever in a turn the instance is put.
TEST(Overlap, AnAttachmentToATurnCountsAtItsDepth) {
  Context context = open_context();
  const std::string old = must(context.commit()).turn_id;
  must(context.insert(block_with_key("a", "K")));
  const std::string turn = must(context.commit()).turn_id;
  EXPECT_EQ(verdict(context.insert_under(block_with_key("b", "K", 1), turn)), "OverlapWouldViolateODI");
  EXPECT_EQ(verdict(context.insert_under(block_with_key("b", "K", 1), old)), "OverlapWouldViolateODI");
}

// ODI-02, D-26.
TEST(Overlap, TheSystemRegionIsOutsideTheAxis) {
  Context context = open_system_context();
  must(context.insert(block_with_key("system", "K"), -1));
  must(context.insert(block_with_key("other", "K"), -1));
  must(context.insert(block_with_key("a", "K")));
  EXPECT_EQ(depths_of_key(context.working().value(), "K"), std::vector<std::size_t>{0});
}

// ODI-02: keys are compared exactly.
TEST(Overlap, OtherKeysDoNotMatter) {
  Context context = open_context();
  for (const char* key : {"K", "k", "K2", ""}) must(context.insert(block_with_key(std::string("id ") + key, key)));
  EXPECT_EQ(test::block_ids(context.working().value()).size(), 4U);
}

// ODI-06, ODI-03.
TEST(Overlap, ASecondInstanceInTheSameHeadIsRefused) {
  Context context = open_context();
  must(context.insert(block_with_key("a", "K")));
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.insert(block_with_key("b", "K"))), "OverlapWouldViolateODI");
  EXPECT_EQ(verdict(context.insert_under(block_with_key("b", "K"), "a")), "OverlapWouldViolateODI");
  EXPECT_EQ(context.working().value(), before);
}

// ODI-06.
TEST(Overlap, AfterACommitTheKeyIsFreeInTheHead) {
  Context context = open_context();
  must(context.insert(block_with_key("a", "K")));
  must(context.commit());
  must(context.insert(block_with_key("b", "K")));
  EXPECT_EQ(depth_of(context.working().value(), "a"), 1U);
}

// ODI-03.
TEST(Overlap, DemotionMovesThePriorInstanceDeeper) {
  Context context = open_demoting_context();
  must(context.insert(block_with_key("a", "K")));
  must(context.insert(block_with_key("b", "K")));
  EXPECT_EQ(depth_of(context.working().value(), "a"), 1U);
  EXPECT_EQ(depth_of(context.working().value(), "b"), 0U);
  must(context.commit());
  EXPECT_EQ(depth_of(latest_nodes(context), "a"), 2U);
  EXPECT_EQ(depth_of(latest_nodes(context), "b"), 1U);
}

// ODI-03: also when an older cycle left an instance where the demoted one goes.
TEST(Overlap, DemotionPushesTheOlderInstancesDeeper) {
  Context context = open_demoting_context();
  for (const char* id : {"a", "b", "c"}) {
    must(context.insert(block_with_key(id, "K")));
    must(context.insert(block_with_key(id + std::string(" again"), "K")));
    must(context.insert(block_with_key(id + std::string(" once more"), "K")));
    must(context.commit());
  }
  EXPECT_EQ(depths_of_key(latest_nodes(context), "K").size(), 9U);
  EXPECT_TRUE(are_unique(depths_of_key(latest_nodes(context), "K")));
}

// ODI-03. What cannot be demoted is refused, under the same name.
TEST(Overlap, AnInstanceInASealedCoreIsNotDemoted) {
  Context context = open_demoting_context();
  must(context.insert(block_with_key("a", "K")));
  must(context.commit());
  must(context.commit());
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.insert(block_with_key("b", "K"), 3)), "OverlapWouldViolateODI");
  EXPECT_EQ(context.working().value(), before);
}

// ODI-03. The one to be demoted takes what is below it along, which may be the parent to be.
TEST(Overlap, AnInstanceBelowOneThatIsDemotedDoesNotShareItsDepth) {
  Context context = open_demoting_context();
  must(context.insert(block_with_key("a", "K")));
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.insert_under(block_with_key("b", "K"), "a")), "OverlapWouldViolateODI");
  EXPECT_EQ(context.working().value(), before);
}

// ODI-03, MUT-17: the depth is checked before anything is demoted.
TEST(Overlap, DemotionDoesNotReachBeyondTheOldestTurn) {
  Context context = open_demoting_context();
  must(context.insert(block_with_key("a", "K")));
  const auto deepest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(verdict(context.insert(block_with_key("b", "K"), deepest)), "E_DEPTH_RANGE");
}

// ODI-04.
TEST(Overlap, AMoveBehindALiveInstanceIsRefused) {
  Context context = open_context();
  must(context.insert(block_with_key("a", "K", 1)));
  must(context.commit());
  must(context.commit());
  must(context.insert(block_with_key("b", "K")));
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.move({"b"}, 3)), "OverlapWouldViolateODI");
  EXPECT_EQ(context.working().value(), before);
}

// ODI-04.
TEST(Overlap, AMoveToTheDepthOfALiveInstanceIsRefused) {
  Context context = open_context();
  must(context.insert(block_with_key("a", "K", 1)));
  must(context.commit());
  must(context.insert(block_with_key("b", "K")));
  EXPECT_EQ(verdict(context.move({"a"}, 0)), "OverlapWouldViolateODI");
}

// ODI-04: what is below a moved node counts.
TEST(Overlap, AMovedSubtreeIsHeldToItsKeys) {
  Context context = open_system_context();
  must(context.insert(block("box"), -1));
  must(context.insert_under(block_with_key("inner", "K"), "box"));
  must(context.insert(block_with_key("a", "K")));
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.move({"box"}, 0)), "OverlapWouldViolateODI");
  EXPECT_EQ(verdict(context.reparent("box", "ah")), "OverlapWouldViolateODI");
  EXPECT_EQ(verdict(context.reparent("inner", "ah")), "OverlapWouldViolateODI");
  EXPECT_EQ(context.working().value(), before);
}

// ODI-04.
TEST(Overlap, NodesOfOneKeyAreNotMovedIntoOneTurn) {
  Context context = open_context();
  for (const char* id : {"a", "b"}) {
    must(context.insert(block_with_key(id, "K", 1)));
    must(context.commit());
  }
  for (const int depth : {0, 1, 2}) {
    const auto result = context.move({"a", "b"}, depth);
    EXPECT_TRUE(verdict(result) == "OverlapWouldViolateODI" ||
                are_unique(depths_of_key(context.working().value(), "K")))
        << depth;
    ASSERT_TRUE(context.reset());
  }
}

// ODI-05.
TEST(Overlap, DeletingAnInstanceFreesNothingElse) {
  Context context = open_context();
  for (const char* id : {"a", "b"}) {
    must(context.insert(block_with_key(id, "K")));
    must(context.commit());
  }
  const std::vector<std::size_t> before = depths_of_key(context.working().value(), "K");
  must(context.delete_nodes({"a", "b"}));
  EXPECT_EQ(depths_of_key(context.working().value(), "K"), before);
}

// ODI-02 by D-26: a redacted instance is still live.
TEST(Overlap, ARedactedInstanceIsStillLive) {
  Context context = open_context();
  must(context.insert(block_with_key("a", "K")));
  must(context.commit());
  must(context.delete_nodes({"a"}));
  EXPECT_EQ(verdict(context.insert(block_with_key("b", "K"), 2)), "OverlapWouldViolateODI");
}

// ODI-02 by D-26: what was removed or has expired is not live.
TEST(Overlap, AnInstanceThatIsGoneIsNotLive) {
  Context context = open_context();
  must(context.insert(block_with_key("deleted", "K")));
  must(context.delete_nodes({"deleted"}));
  Component expiring = block_with_key("expiring", "K");
  expiring.ttl = 1;
  must(context.insert(expiring));
  must(context.commit());
  must(context.commit());
  must(context.insert(block_with_key("detached", "K", 1)));
  const std::string turn = must(context.commit()).turn_id;
  must(context.detach("detached"));
  must(context.insert_under(block_with_key("new", "K", 1), turn));
  EXPECT_EQ(depths_of_key(context.working().value(), "K"), std::vector<std::size_t>{1});
}

// ODI-02. An edit that was taken back gave nobody a key.
TEST(Overlap, AKeyOfAnEditThatWasResetIsFree) {
  Context context = open_context();
  must(context.insert(block_with_key("a", "K")));
  ASSERT_TRUE(context.reset());
  must(context.insert(block("a")));
  must(context.insert(block_with_key("b", "K")));
  EXPECT_TRUE(has_node(context.working().value(), "b"));
}

// ODI-02. What another branch does with an id is its own affair.
TEST(Overlap, AKeyOnAnotherBranchDoesNotMatter) {
  Context context = open_context();
  must(context.commit());
  Context other = must(context.fork(1));
  must(context.insert(block_with_key("a", "K")));
  must(other.insert(block("a")));
  must(other.insert(block_with_key("b", "K")));
  EXPECT_TRUE(has_node(other.working().value(), "b"));
}

}  // namespace
}  // namespace latewood
