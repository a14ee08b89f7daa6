// Laws of slices: what a node rests on is enough to make it again, and nothing of it can be spared.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/why/slice.h"
#include "intake/contexts.h"
#include "intake/partial_state.h"
#include "latewood/why.h"
#include "support/law.h"

namespace latewood {
namespace {

using engine::Access;
using intake::HeldNode;
using intake::PartialState;
using test::expect_law;
using test::Random;

// The node as these candidates alone make it; nothing if one of them misses something.
std::optional<HeldNode> rebuilt(const std::vector<ReasonedCandidate>& slice, const std::string& id,
                                std::optional<std::size_t> without = {}) {
  PartialState state([](std::string_view) { return std::optional<HeldNode>(); });
  for (std::size_t at = 0; at < slice.size(); ++at) {
    if (at == without) continue;
    if (const auto applied = state.apply(slice[at].candidate); !applied) {
      if (!without) RC_LOG() << "cycle " << slice[at].cycle << ": " << applied.error().message << '\n';
      return std::nullopt;
    }
  }
  return state.find(id);
}

Context random_history(Random& random) {
  Context context = test::context_with_receipts();
  test::maybe_prune(context, random);
  for (int cycle = 0; cycle < 6; ++cycle) {
    test::edit_some(context, random);
    RC_ASSERT(context.commit().has_value());
  }
  return context;
}

bool is_frame(const NodeView& node) { return node.node_type.starts_with("^"); }

void expect_every_node_rebuilt(const Context& context) {
  const history::SnapshotData& head = *Access::branch(context).head();
  for (const NodeView& node : context.latest()->nodes().value()) {
    if (is_frame(node)) continue;
    const auto slice = why_slice(context, node.id);
    RC_ASSERT(slice.has_value());
    RC_LOG() << node.id << " rests on " << slice->size() << '\n';
    RC_ASSERT(rebuilt(*slice, node.id) == engine::held_in(head.tree, node.id, *head.ids));
  }
}

// Of a thousand seeds: thousands of histories.
constexpr int kHistoriesPerSeed = 3;

// PATCH-30 over single candidates (design, section 3).
TEST(SliceLaws, ReApplyingOnlyTheSliceRebuildsTheNode) {
  expect_law("slices rebuild", [](Random& random) {
    for (int history = 0; history < kHistoriesPerSeed; ++history) expect_every_node_rebuilt(random_history(random));
  });
}

// A change keeps what it is not told to change, so it rests on the one before it although it writes the whole header.
// Sealing takes what stands in the active head, so it rests on the move that put a node there although it writes
// the place anew. Written states alone do not show either.
bool can_be_written_over(const Candidate& candidate) {
  return std::all_of(candidate.rewrites.begin(), candidate.rewrites.end(), [](const Rewrite& rewrite) {
    return rewrite.kind == RewriteKind::Changed || rewrite.kind == RewriteKind::Placed;
  });
}

TEST(SliceLaws, NothingOfASliceCanBeSpared) {
  expect_law("slices are minimal", [](Random& random) {
    const Context context = random_history(random);
    const std::vector<NodeView> nodes = context.latest()->nodes().value();
    const NodeView& node = nodes[random.below(nodes.size())];
    if (is_frame(node)) return;
    const auto slice = why_slice(context, node.id);
    const auto whole = rebuilt(*slice, node.id);
    for (std::size_t at = 0; at < slice->size(); ++at) {
      if (can_be_written_over((*slice)[at].candidate)) continue;
      RC_LOG() << node.id << " without " << at << " of " << to_json(*slice) << '\n';
      RC_ASSERT(rebuilt(*slice, node.id, at) != whole);
    }
  });
}

// Every node that ever was has an answer: who made it, and if it is gone, what took it.
TEST(SliceLaws, WhyKnowsEveryNodeOfTheHistory) {
  expect_law("why", [](Random& random) {
    const Context context = random_history(random);
    for (std::uint64_t cycle = 1; cycle <= context.cycle(); ++cycle) {
      for (const NodeView& node : context.at(cycle)->nodes().value()) {
        if (is_frame(node)) continue;
        const auto answer = why(context, node.id);
        RC_ASSERT(answer.has_value());
        RC_ASSERT(!answer->steps.empty());
        const std::vector<NodeView> now = context.latest()->nodes().value();
        const bool is_there =
            std::any_of(now.begin(), now.end(), [&node](const NodeView& each) { return each.id == node.id; });
        RC_ASSERT(answer->left.has_value() == !is_there);
        if (answer->left) RC_ASSERT(answer->left->cycle > cycle);
        if (answer->left) RC_ASSERT(answer->left->rule != "edit");
      }
    }
  });
}

}  // namespace
}  // namespace latewood
