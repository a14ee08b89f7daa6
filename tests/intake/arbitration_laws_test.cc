// Laws of arbitration: the outcome follows from the proposals, not from who came first.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <thread>

#include "engine/branch/access.h"
#include "engine/branch/commit.h"
#include "intake/contexts.h"
#include "latewood/intake.h"
#include "support/law.h"

namespace latewood {
namespace {

using engine::Access;
using test::context_with_receipts;
using test::expect_law;
using test::Random;

std::string random_node_id(Random& random, const std::vector<NodeView>& nodes) {
  return nodes[random.below(nodes.size())].id;
}

EditRequest random_request(Random& random, const std::vector<NodeView>& nodes) {
  Component component;
  if (random.chance(30)) component.id = "p" + std::to_string(random.below(4));
  if (random.chance(30)) component.key = "key" + std::to_string(random.below(2));
  component.content = JsonValue("offer " + std::to_string(random.below(5)));
  component.offset = static_cast<std::int64_t>(random.below(3)) - 1;
  switch (random.below(6)) {
    case 0: return InsertUnderEdit{component, random_node_id(random, nodes)};
    case 1: return ReplaceEdit{random_node_id(random, nodes), {component.content, {}}};
    case 2: return DeleteEdit{{random_node_id(random, nodes)}};
    case 3: return MoveEdit{{random_node_id(random, nodes)}, static_cast<std::int64_t>(random.below(3))};
    case 4: return PinEdit{random_node_id(random, nodes)};
    default: return InsertEdit{component, static_cast<std::int64_t>(random.below(2))};
  }
}

std::vector<Proposal> random_proposals(Random& random, const std::vector<NodeView>& nodes) {
  std::vector<Proposal> proposals;
  for (std::size_t i = 1 + random.below(6); i > 0; --i) {
    Proposal proposal;
    proposal.proposer = "agent" + std::to_string(random.below(3));
    if (random.chance(20)) proposal.rule = "agent.rule";
    for (std::size_t n = 1 + random.below(2); n > 0; --n) proposal.edits.push_back(random_request(random, nodes));
    proposals.push_back(std::move(proposal));
  }
  return proposals;
}

struct Outcome {
  CommitId id;
  Receipt receipt;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// The same history and direct edits, then these proposals in this order.
Outcome commit_with(std::uint64_t seed, const std::vector<Proposal>& proposals) {
  Context context = context_with_receipts();
  Random again(seed);
  for (int cycle = 0; cycle < 3; ++cycle) {
    test::edit_some(context, again);
    RC_ASSERT(context.commit().has_value());
  }
  test::edit_some(context, again);
  for (const Proposal& proposal : proposals) ignore(propose(context, proposal), "some cannot be made");
  const auto previewed = Access::branch(context).preview();
  RC_ASSERT(previewed.has_value());
  const auto report = context.commit();
  RC_ASSERT(report.has_value());
  RC_ASSERT(check_receipt(context, "@t0").has_value());
  return {report->commit_id, *receipt_of(context, "@t0")};
}

std::vector<NodeView> nodes_of(std::uint64_t seed) {
  Context context = context_with_receipts();
  Random again(seed);
  for (int cycle = 0; cycle < 3; ++cycle) {
    test::edit_some(context, again);
    RC_ASSERT(context.commit().has_value());
  }
  return context.latest()->nodes().value();
}

TEST(ArbitrationLaws, TheOrderOfArrivalMakesNoDifference) {
  expect_law("arrival", [](Random& random) {
    const std::uint64_t seed = random.number();
    std::vector<Proposal> proposals = random_proposals(random, nodes_of(seed));
    const Outcome first = commit_with(seed, proposals);
    for (std::size_t i = proposals.size(); i > 1; --i) std::swap(proposals[i - 1], proposals[random.below(i)]);
    RC_ASSERT(commit_with(seed, proposals) == first);
  });
}

// Contexts do not share anything that could make a difference when many threads work.
TEST(ArbitrationLaws, TheNumberOfThreadsMakesNoDifference) {
  Random random(7);
  const std::uint64_t seed = random.number();
  const std::vector<Proposal> proposals = random_proposals(random, nodes_of(seed));
  const Outcome alone = commit_with(seed, proposals);
  std::vector<Outcome> endings(8);
  std::vector<std::thread> threads;
  for (Outcome& ending : endings) threads.emplace_back([&] { ending = commit_with(seed, proposals); });
  for (std::thread& thread : threads) thread.join();
  for (const Outcome& ending : endings) EXPECT_TRUE(ending == alone);
}

// Of those that get in each other's way exactly the first in the plan is made.
TEST(ArbitrationLaws, WhatWasAppliedIsFreeOfConflictsAndWhatWasNotNamesItsBlockers) {
  expect_law("conflicts", [](Random& random) {
    const std::uint64_t seed = random.number();
    const Outcome ending = commit_with(seed, random_proposals(random, nodes_of(seed)));
    const std::vector<Candidate>& plan = ending.receipt.candidates;
    CandidateKind last = CandidateKind::Direct;
    for (std::size_t at = 0; at < plan.size(); ++at) {
      RC_ASSERT(plan[at].kind >= last);
      last = plan[at].kind;
      const bool is_rejected = plan[at].disposition == Disposition::Rejected;
      RC_ASSERT(is_rejected == !plan[at].blockers.empty());
      if (is_rejected) RC_ASSERT(plan[at].kind == CandidateKind::Proposal);
      for (const std::uint64_t blocker : plan[at].blockers) {
        RC_ASSERT(blocker < at);
        RC_ASSERT(plan[blocker].disposition == Disposition::Applied);
      }
    }
  });
}

TEST(Arbitration, TheFirstInOrderWinsAndTheOtherNamesIt) {
  Context context = context_with_receipts();
  context.set_system(true);
  ASSERT_TRUE(context.insert({.content = JsonValue("old"), .id = "x"}, -1).has_value());
  ASSERT_TRUE(context.commit().has_value());
  ASSERT_TRUE(propose(context, {"a", {}, {}, {}, {ReplaceEdit{"x", {JsonValue("from a"), {}}}}}).has_value());
  ASSERT_TRUE(propose(context, {"b", {}, {}, {}, {ReplaceEdit{"x", {JsonValue("from b"), {}}}}}).has_value());
  ASSERT_TRUE(context.commit().has_value());
  const auto receipt = receipt_of(context, "@t0");
  ASSERT_TRUE(receipt.has_value());
  EXPECT_EQ(receipt->candidates[0].disposition, Disposition::Applied);
  EXPECT_EQ(receipt->candidates[1].disposition, Disposition::Rejected);
  EXPECT_EQ(receipt->candidates[1].blockers, std::vector<std::uint64_t>{0});
  EXPECT_NE(receipt->candidates[0].actor, receipt->candidates[1].actor);
}

TEST(Arbitration, ADirectEditGoesBeforeAProposal) {
  Context context = context_with_receipts();
  context.set_system(true);
  ASSERT_TRUE(context.insert({.content = JsonValue("old"), .id = "x"}, -1).has_value());
  ASSERT_TRUE(context.commit().has_value());
  ASSERT_TRUE(propose(context, {"a", {}, {}, {}, {ReplaceEdit{"x", {JsonValue("from a"), {}}}}}).has_value());
  ASSERT_TRUE(context.replace("x", {JsonValue("direct"), {}}).has_value());
  ASSERT_TRUE(context.commit().has_value());
  EXPECT_EQ(receipt_of(context, "@t0")->candidates[1].blockers, std::vector<std::uint64_t>{0});
}

TEST(Arbitration, AProposalThatTheHeadRefusesIsRefusedAtOnce) {
  Context context = context_with_receipts();
  ASSERT_TRUE(context.commit().has_value());
  const auto refused = propose(context, {"a", {}, {}, {}, {DeleteEdit{{"nobody"}}}});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().rule, "E_NODE_NOT_FOUND");
}

TEST(Arbitration, PreviewShowsWhatTheCommitWillMake) {
  Context context = context_with_receipts();
  ASSERT_TRUE(context.commit().has_value());
  ASSERT_TRUE(propose(context, {"a", {}, {}, {}, {InsertEdit{{.content = JsonValue("hello")}, 0}}}).has_value());
  const auto previewed = context.preview();
  ASSERT_TRUE(previewed.has_value());
  EXPECT_EQ(context.working().value().size(), 6U);
  ASSERT_TRUE(context.commit().has_value());
  EXPECT_EQ(context.latest()->provider_thread().value(), *previewed);
}

}  // namespace
}  // namespace latewood
