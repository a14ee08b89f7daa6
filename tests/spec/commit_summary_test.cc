// A hook between pruning and sealing sums up what a commit removes; one that fails changes nothing.
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "latewood/context.h"
#include "latewood/errors.h"
#include "latewood/receipt.h"
#include "latewood/repository.h"
#include "support/context_probe.h"

namespace latewood::test {
namespace {

using Seen = std::vector<SummarizedBlock>;

PrunePolicy window_of_two() {
  PrunePolicy policy;
  policy.turns = Budget{.trigger = 1, .target = 0};
  policy.summaries = true;
  return policy;
}

// Three turns of one block each; the next commit prunes the two oldest.
Context three_turns(ContextOptions options = {}) {
  Context context = open_context(std::move(options));
  for (const char* id : {"a", "b"}) {
    EXPECT_TRUE(context.insert(block_of_role(id)));
    EXPECT_TRUE(context.commit());
  }
  EXPECT_TRUE(context.set_policy(window_of_two()));
  EXPECT_TRUE(context.insert(block_of_role("c")));
  return context;
}

CommitOptions with_hook(SummaryHook hook) {
  CommitOptions options;
  options.summarize = std::move(hook);
  return options;
}

Ids ids_of(const Seen& blocks) {
  Ids ids;
  for (const SummarizedBlock& each : blocks) ids.push_back(each.id);
  return ids;
}

TEST(CommitSummary, TheHookGetsWhatLeavesAndItsAnswerStandsForIt) {
  Context context = three_turns();
  Seen seen;
  const CommitReport report = context
                                  .commit({}, with_hook([&seen](const Seen& blocks) {
                                            seen = blocks;
                                            return std::optional<std::string>("they talked about a and b");
                                          }))
                                  .value();
  EXPECT_EQ(ids_of(seen), (Ids{"a", "b"}));
  EXPECT_EQ(seen[0].content, JsonValue("text of a"));
  EXPECT_EQ(seen[0].cause, Cause::Prune);
  ASSERT_FALSE(report.summary_id.empty());
  EXPECT_TRUE(report.summary_fault.empty());
  const NodeView summary = context.latest().value().node(report.summary_id).value();
  EXPECT_EQ(summary.node_type, "cb:summary");
  EXPECT_EQ(summary.content, JsonValue("they talked about a and b"));
  EXPECT_FALSE(context.latest().value().node("a"));
  EXPECT_NE(context.latest().value().provider_thread().value().find("they talked about"), std::string::npos);
}

TEST(CommitSummary, TheSummaryIsOnTheReceipt) {
  ContextOptions options;
  options.receipts = true;
  Context context = three_turns(std::move(options));
  const auto hook = [](const Seen&) { return std::optional<std::string>("short"); };
  const CommitReport report = context.commit({}, with_hook(hook)).value();
  const Receipt receipt = receipt_of(context, "@t0").value();
  bool is_made = false;
  for (const Candidate& candidate : receipt.candidates) {
    for (const Rewrite& rewrite : candidate.rewrites) is_made = is_made || rewrite.id == report.summary_id;
  }
  EXPECT_TRUE(is_made);
}

// A new summary stands for the older ones too, so that a window does not fill up with summaries.
TEST(CommitSummary, ANewSummaryTakesTheOlderOnesIn) {
  Context context = three_turns();
  const auto hook = [](const Seen& blocks) { return std::optional(std::to_string(blocks.size()) + " blocks"); };
  std::string last;
  for (int turn = 0; turn < 12; ++turn) {
    context.insert(block_of_role("t" + std::to_string(turn))).value();
    const CommitReport report = context.commit({}, with_hook(hook)).value();
    if (!report.summary_id.empty()) last = report.summary_id;
    EXPECT_LE(context.latest().value().select(Selector::parse(".cb").value()).value().size(), 6U);
  }
  std::size_t summaries = 0;
  for (const NodeView& node : context.latest().value().nodes().value()) summaries += node.node_type == "cb:summary";
  EXPECT_EQ(summaries, 1U);
  EXPECT_TRUE(context.latest().value().node(last));
}

// The commit is the one without a hook, byte for byte.
TEST(CommitSummary, AFailingHookChangesNothing) {
  const CommitId plain = three_turns().commit().value().commit_id;
  const std::vector<SummaryHook> failing = {
      [](const Seen&) -> std::optional<std::string> { throw std::runtime_error("no\nmodel"); },
      [](const Seen&) -> std::optional<std::string> { throw 7; },
      [](const Seen&) -> std::optional<std::string> { return std::nullopt; },
      [](const Seen&) -> std::optional<std::string> { return "not UTF-8: \xff"; }};
  for (const SummaryHook& hook : failing) {
    Context context = three_turns();
    const CommitReport report = context.commit({}, with_hook(hook)).value();
    EXPECT_EQ(report.commit_id, plain);
    EXPECT_TRUE(report.summary_id.empty());
    EXPECT_EQ(report.summary_fault.find('\n'), std::string::npos);
  }
}

TEST(CommitSummary, AHookThatIsNotDoneInTimeChangesNothing) {
  const CommitId plain = three_turns().commit().value().commit_id;
  Context context = three_turns();
  const auto gate = std::make_shared<std::promise<void>>();
  const std::shared_future<void> opens = gate->get_future().share();
  const auto ended = std::make_shared<std::promise<void>>();
  CommitOptions options = with_hook([opens, ended](const Seen&) {
    opens.wait();
    ended->set_value();
    return std::optional<std::string>("too late");
  });
  options.summary_wait = 1;
  const CommitReport report = context.commit({}, options).value();
  EXPECT_EQ(report.commit_id, plain);
  EXPECT_NE(report.summary_fault.find("1 ms"), std::string::npos);
  gate->set_value();
  ended->get_future().wait();
  EXPECT_EQ(context.latest().value().commit_id(), plain);
}

// The hook works before the commit begins, so another writer goes first, and this commit gets a conflict as any other.
TEST(CommitSummary, AnotherWriterMayCommitWhileTheHookWorks) {
  Repository repository(*store::open_store("memory:"));
  const auto opened = [&repository] {
    OpenOptions options;
    options.context.clock = make_logical_clock();
    options.keep_edits = false;
    return repository.open_context("main", options).value();
  };
  Context first = opened();
  first.set_policy(window_of_two()).value();
  for (const char* id : {"a", "b"}) {
    first.insert(block_of_role(id)).value();
    first.commit().value();
  }
  first.insert(block_of_role("c")).value();
  const auto refused = first.commit({}, with_hook([&](const Seen&) {
                                      Context second = opened();
                                      EXPECT_TRUE(second.insert(block_of_role("d")));
                                      EXPECT_TRUE(second.commit());
                                      return std::optional<std::string>("sum");
                                    }));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, errors::kConflict);
}

TEST(CommitSummary, IsNotAskedIfNothingLeaves) {
  Context context = open_context();
  context.insert(block_of_role("a")).value();
  bool is_asked = false;
  const auto hook = [&is_asked](const Seen&) {
    is_asked = true;
    return std::optional<std::string>("sum");
  };
  EXPECT_EQ(context.commit({}, with_hook(hook)).value().summary_fault, "nothing left");
  EXPECT_FALSE(is_asked);
}

// What expires is summed up too; no policy is needed for that.
TEST(CommitSummary, ExpiredBlocksAreSummedUp) {
  Context context = open_context();
  Component short_lived = block_of_role("x");
  short_lived.ttl = 1;
  context.insert(short_lived).value();
  context.commit().value();
  const auto hook = [](const Seen& blocks) { return std::optional<std::string>(blocks.at(0).id); };
  const CommitReport report = context.commit({}, with_hook(hook)).value();
  EXPECT_EQ(context.latest().value().node(report.summary_id).value().content, JsonValue("x"));
}

TEST(CommitSummary, ALimitThatTheSummaryWouldBreakHoldsWithoutIt) {
  Context context = three_turns();
  PrunePolicy policy = window_of_two();
  policy.limit.bytes = 60;
  context.set_policy(policy).value();
  const auto hook = [](const Seen&) { return std::optional<std::string>(std::string(500, 'x')); };
  const CommitReport report = context.commit({}, with_hook(hook)).value();
  EXPECT_TRUE(report.summary_id.empty());
  EXPECT_FALSE(report.summary_fault.empty());
  EXPECT_LE(report.bytes_after, 60);
}

// A policy that prunes summaries like any block would lose what they stand for.
TEST(CommitSummary, APolicyMustKeepSummaries) {
  Context context = three_turns();
  PrunePolicy policy = window_of_two();
  policy.summaries = false;
  context.set_policy(policy).value();
  const auto refused = context.commit({}, with_hook([](const Seen&) { return std::optional<std::string>("s"); }));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, errors::kOptionInvalid);
}

// A request that was sent must be the one that is sealed.
TEST(CommitSummary, AnAttemptThatWasSentIsCommittedWithoutASummary) {
  Context context = three_turns();
  const AttemptTicket ticket = context.begin_attempt({.provider = "acme"}).value();
  context.end_attempt(ticket.attempt_id, {}).value();
  const CommitReport report =
      context.commit({}, with_hook([](const Seen&) { return std::optional<std::string>("s"); })).value();
  EXPECT_TRUE(report.summary_id.empty());
  EXPECT_NE(report.summary_fault.find("attempt"), std::string::npos);
}

}  // namespace
}  // namespace latewood::test
