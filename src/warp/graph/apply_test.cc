#include "warp/graph/apply.h"

#include <gtest/gtest.h>

#include "warp/graph/portal_rules.h"

namespace latewood::warp {
namespace {

const WarpId kOuter = make_warp_id("outer");
const WarpId kInner = make_warp_id("inner");
const NodeId kOwner = make_node_id("owner");
const NodeId kRoot = make_node_id("root");
const TypeId kType = make_type_id("type");
const TypeId kOther = make_type_id("other");

// An outer instance with one node, whose slot may descend into an inner instance that has no root node.
State state_without_inner_root() {
  const AttachmentKey key = alpha_of(kOuter, kOwner);
  State state;
  Instance outer(kOwner, std::nullopt);
  outer.put_node(kOwner, {kType, Descend{kInner}});
  state.put(kOuter, outer);
  state.put(kInner, Instance(kRoot, key));
  return state;
}

TickPatch opens_inner(std::optional<TypeId> root_type, std::vector<TickOp> more = {}) {
  PatchParts parts;
  parts.ops = std::move(more);
  parts.ops.emplace_back(OpenPortal{alpha_of(kOuter, kOwner), kInner, kRoot, root_type});
  return TickPatch(std::move(parts));
}

// PATCH-23, AUD-03.
TEST(OpenPortal, AUD_03_WithEmptyCreatesTheRootOfAChildThatHasNone) {
  State state = state_without_inner_root();
  ASSERT_TRUE(check_portals(state));
  ASSERT_TRUE(apply(state, opens_inner(kOther)));
  const Node* root = state.find(kInner)->find_node(kRoot);
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(*root, (Node{kOther, {}}));
  EXPECT_EQ(state.find(kInner)->parent(), alpha_of(kOuter, kOwner));
}

TEST(OpenPortal, AUD_03_WithEmptyTakesARootThatIsThereOnlyWithItsType) {
  State state = state_without_inner_root();
  state.find(kInner)->put_node(kRoot, {kType, {}});
  const State before = state;
  EXPECT_EQ(apply(state, opens_inner(kOther)).error().rule, kPortalInvariantViolation);
  EXPECT_TRUE(state == before);
  EXPECT_TRUE(apply(state, opens_inner(kType)));
  EXPECT_TRUE(state == before);
}

TEST(OpenPortal, AUD_03_WithoutEmptyWantsTheRootToBeThere) {
  State state = state_without_inner_root();
  EXPECT_EQ(apply(state, opens_inner(std::nullopt)).error().rule, kMissingNode);
}

TEST(OpenPortal, AUD_03_TheRootThatARefusedPatchCreatedIsTakenBack) {
  State state = state_without_inner_root();
  const State before = state;
  EXPECT_EQ(apply(state, opens_inner(kOther, {DeleteNode{kOuter, kRoot}})).error().rule, kMissingNode);
  EXPECT_TRUE(state == before);
}

}  // namespace
}  // namespace latewood::warp
