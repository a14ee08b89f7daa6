// The prefix report: one case for each cause, and what is counted.
#include "latewood/prefix.h"

#include "canon/json_reader.h"
#include "support/context_probe.h"

namespace latewood::test {
namespace {

Component search_tool(const std::string& id, const std::string& description) {
  Component component;
  component.id = id;
  component.node_type = "cb:tool";
  component.content = make_object({{"name", "search"}, {"description", description}});
  return component;
}

Component search_call(const std::string& id) {
  Component component = block_of_role(id, "assistant");
  component.kind = "call";
  component.content = make_object({{"id", "c1"}, {"name", "search"}, {"arguments", make_object({})}});
  return component;
}

Component search_result(const std::string& id) {
  Component component = block_of_role(id, "tool");
  component.kind = "result";
  component.attributes = {{"lw:call_id", "c1"}};
  return component;
}

// Three turns of one block: a, b, c.
Context three_turns() {
  Context context = open_system_context();
  for (const char* id : {"a", "b", "c"}) {
    must(context.insert(block_of_role(id)));
    must(context.commit());
  }
  return context;
}

PrefixReport last_step(const Context& context, const std::string& profile = {}) {
  PrefixOptions options;
  options.profile = profile;
  return must(prefix_report(must(context.back(1)), must(context.latest()), options));
}

std::string id_of(const std::optional<PrefixUnit>& unit) { return unit ? unit->id : "none"; }

TEST(Prefix, AThreadThatOnlyGrowsKeepsAllOfIt) {
  const Context context = three_turns();
  for (const std::string profile : {"", "openai", "openai-responses", "anthropic", "gemini"}) {
    const PrefixReport report = last_step(context, profile);
    EXPECT_EQ(report.cause, PrefixCause::AppendedOnly) << profile;
    EXPECT_EQ(kept_per_mille(report), 1000U);
    EXPECT_EQ(id_of(report.newer_unit), "c");
    EXPECT_EQ(id_of(report.older_unit), "none");
    EXPECT_EQ(report.commit, std::nullopt);
    EXPECT_LT(report.unchanged_bytes, report.total_bytes);
  }
}

TEST(Prefix, AnEmptyCycleIsIdentical) {
  Context context = three_turns();
  must(context.commit());
  const PrefixReport report = last_step(context, "anthropic");
  EXPECT_EQ(report.cause, PrefixCause::Identical);
  EXPECT_EQ(report.unchanged_bytes, report.total_bytes);
  EXPECT_EQ(report.newer_unit, std::nullopt);
}

TEST(Prefix, ExpiryIsTtl) {
  Context context = open_system_context();
  must(context.insert(block_of_role("a")));
  must(context.insert(block_with_ttl("fades", 1, 1)));
  must(context.commit());
  must(context.insert(block_of_role("b")));
  must(context.commit());
  must(context.insert(block_of_role("c")));
  const PrefixReport preview = must(prefix_of_next_commit(context));
  must(context.commit());
  const PrefixReport report = must(prefix_report(must(context.at(1)), must(context.latest())));
  EXPECT_EQ(report.cause, PrefixCause::Ttl);
  EXPECT_EQ(id_of(report.older_unit), "fades");
  EXPECT_EQ(id_of(report.newer_unit), "b");
  ASSERT_TRUE(report.commit.has_value());
  EXPECT_EQ(report.commit->commit_id, must(context.at(report.commit->cycle)).commit_id());
  const bool by_last = report.commit->cycle == 3;
  EXPECT_EQ(preview.cause, by_last ? PrefixCause::Ttl : PrefixCause::AppendedOnly);
}

TEST(Prefix, ABudgetIsPrune) {
  Context context = three_turns();
  PrunePolicy policy;
  policy.turns = Budget{2, 1, 0};
  must(context.set_policy(policy));
  must(context.insert(block_of_role("d")));
  const PrefixReport preview = must(prefix_of_next_commit(context));
  EXPECT_EQ(preview.cause, PrefixCause::Prune);
  EXPECT_TRUE(preview.is_preview);
  ASSERT_TRUE(preview.commit.has_value());
  EXPECT_EQ(preview.commit->commit_id, std::nullopt);
  must(context.commit());
  const PrefixReport report = last_step(context);
  EXPECT_EQ(report.cause, PrefixCause::Prune);
  EXPECT_EQ(id_of(report.older_unit), "a");
}

TEST(Prefix, AnEmptiedContainerIsCascade) {
  Context context = open_system_context();
  must(context.insert(block_of_role("a")));
  must(context.insert(removable_block("box", 1)));
  must(context.insert_under(block_with_ttl("inside", 1), "box"));
  must(context.commit());
  must(context.commit());
  must(context.commit());
  const PrefixReport report = must(prefix_report(must(context.at(1)), must(context.latest())));
  EXPECT_EQ(report.cause, PrefixCause::Cascade);
  EXPECT_EQ(id_of(report.older_unit), "box");
}

TEST(Prefix, EditsOfHistoryAreEdits) {
  {
    Context context = three_turns();
    must(context.insert(block_of_role("spliced"), 2));
    must(context.commit());
    EXPECT_EQ(last_step(context).cause, PrefixCause::Edit);
    EXPECT_EQ(id_of(last_step(context).newer_unit), "spliced");
  }
  {
    Context context = three_turns();
    const std::string marker = must(context.replace("b", {"other words", {}}));
    must(context.commit());
    EXPECT_EQ(last_step(context, "openai").cause, PrefixCause::Edit);
    EXPECT_EQ(id_of(last_step(context, "openai").newer_unit), marker);
    EXPECT_EQ(id_of(last_step(context, "openai").older_unit), "b");
  }
  {
    Context context = three_turns();
    must(context.delete_nodes({"a"}));
    must(context.commit());
    EXPECT_EQ(last_step(context, "anthropic").cause, PrefixCause::Edit);
    EXPECT_EQ(id_of(last_step(context, "anthropic").older_unit), "a");
  }
  {
    Context context = three_turns();
    must(context.insert_under(block("note", 1), must(context.latest()).turns().value().at(1)));
    must(context.commit());
    must(context.detach("note"));
    must(context.commit());
    EXPECT_EQ(last_step(context).cause, PrefixCause::Edit);
    EXPECT_EQ(id_of(last_step(context).older_unit), "note");
  }
}

TEST(Prefix, WhatComesUnderASealedTurnIsALateAttachment) {
  Context context = three_turns();
  must(context.insert_under(block("note", 1), must(context.latest()).turns().value().at(1)));
  must(context.commit());
  for (const std::string profile : {"", "openai", "anthropic"}) {
    const PrefixReport report = last_step(context, profile);
    EXPECT_EQ(report.cause, PrefixCause::LateAttachment) << profile;
    EXPECT_EQ(id_of(report.newer_unit), "note");
    EXPECT_EQ(id_of(report.older_unit), "c");
  }
}

TEST(Prefix, ALateResultIsALateAttachment) {
  Context context = three_turns();
  must(context.insert(search_call("call")));
  must(context.commit());
  must(context.insert(block_of_role("d")));
  must(context.commit());
  must(context.insert(search_result("found")));
  must(context.commit());
  EXPECT_EQ(last_step(context, "openai").cause, PrefixCause::LateAttachment);
  EXPECT_EQ(id_of(last_step(context, "openai").newer_unit), "found");
  EXPECT_EQ(last_step(context).cause, PrefixCause::AppendedOnly);
}

TEST(Prefix, ToolsAndSystemTextAreToldApart) {
  Context context = three_turns();
  must(context.insert(search_tool("t1", "one"), -1));
  must(context.commit());
  EXPECT_EQ(last_step(context, "openai").cause, PrefixCause::Tools);
  EXPECT_EQ(id_of(last_step(context, "openai").newer_unit), "t1");
  must(context.insert(block_of_role("s1", "system"), -1));
  must(context.commit());
  EXPECT_EQ(last_step(context, "anthropic").cause, PrefixCause::System);
  must(context.replace("s1", {"new rules", {}}));
  must(context.commit());
  EXPECT_EQ(last_step(context, "anthropic").cause, PrefixCause::System);
  EXPECT_EQ(id_of(last_step(context, "anthropic").newer_unit), "s1");
}

// The last text of the assistant is trimmed, and whole again when it is not the last.
TEST(Prefix, AnotherRepairOfTheSameNodesIsARepair) {
  Context context = open_system_context();
  must(context.insert(block_of_role("a")));
  must(context.commit());
  Component component = block_of_role("b", "assistant");
  component.content = "well \n";
  must(context.insert(component));
  must(context.commit());
  must(context.insert(block_of_role("c")));
  must(context.commit());
  EXPECT_EQ(last_step(context, "anthropic").cause, PrefixCause::Repair);
  EXPECT_EQ(last_step(context, "openai").cause, PrefixCause::AppendedOnly);
}

TEST(Prefix, AnotherProfileIsToBlameBeforeAnyCommit) {
  const Context context = three_turns();
  PrefixOptions options;
  options.profile = "openai";
  options.older_profile = "anthropic";
  const PrefixReport report = must(prefix_report(must(context.back(1)), must(context.latest()), options));
  EXPECT_EQ(report.cause, PrefixCause::Profile);
  EXPECT_EQ(report.commit, std::nullopt);
}

TEST(Prefix, BranchesPartAtTheirFirstOwnCommit) {
  Context context = three_turns();
  Context fork = must(context.fork(2));
  must(fork.insert(block_of_role("other")));
  must(fork.commit());
  const PrefixReport report = must(prefix_report(must(context.latest()), must(fork.latest())));
  EXPECT_EQ(report.cause, PrefixCause::Branch);
  ASSERT_TRUE(report.commit.has_value());
  EXPECT_EQ(report.commit->commit_id, must(fork.latest()).commit_id());
}

TEST(Prefix, TheFirstCommitThatDiffersIsToBlame) {
  Context context = three_turns();
  must(context.delete_nodes({"c"}));
  must(context.commit());
  must(context.delete_nodes({"b"}));
  must(context.commit());
  must(context.insert(block_of_role("d")));
  must(context.commit());
  const PrefixReport report = must(prefix_report(must(context.at(3)), must(context.latest()), {.profile = "openai"}));
  EXPECT_EQ(id_of(report.older_unit), "b");
  EXPECT_EQ(report.commit->cycle, 5U);
}

TEST(Prefix, TheOrderOfTheArgumentsDoesNotMatterOnOneLine) {
  const Context context = three_turns();
  EXPECT_EQ(must(prefix_report(must(context.at(1)), must(context.at(3)))),
            must(prefix_report(must(context.at(3)), must(context.at(1)))));
}

// Breakpoints move with every turn and are no change.
TEST(Prefix, BreakpointsAreNotCompared) {
  const Context context = three_turns();
  const Rendered newer = must(must(context.latest()).render("anthropic"));
  ASSERT_FALSE(newer.marks.empty());
  const PrefixReport report = last_step(context, "anthropic");
  EXPECT_EQ(report.cause, PrefixCause::AppendedOnly);
  std::uint64_t marks = 0;
  for (const ByteRange& mark : newer.marks) marks += mark.end - mark.begin;
  EXPECT_EQ(report.total_bytes, newer.bytes.size() - marks);
  ASSERT_LT(report.newer_unit->index, newer.units.size());
  EXPECT_EQ(newer.units[report.newer_unit->index].bytes, report.newer_unit->bytes);
}

class OneForEachUnit : public TokenCounter {
 public:
  std::uint64_t count(std::string_view) override { return 1; }
};

TEST(Prefix, TokensAreCountedByUnits) {
  const Context context = three_turns();
  OneForEachUnit counter;
  PrefixOptions options;
  options.tokens = &counter;
  const PrefixReport report = must(prefix_report(must(context.at(1)), must(context.at(3)), options));
  EXPECT_EQ(report.tokens, (PrefixTokens{1, 3}));
}

TEST(Prefix, BeforeTheFirstCommitThereIsNoPrefix) {
  const Context context = open_context();
  EXPECT_EQ(verdict(prefix_of_next_commit(context)), "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(verdict(prefix_report(must(three_turns().latest()), must(three_turns().latest()), {.profile = "nobody"})),
            "E_PROFILE_UNKNOWN");
}

TEST(Prefix, ItsJsonHasEveryMember) {
  Context context = three_turns();
  must(context.insert(block_of_role("spliced"), 1));
  must(context.commit());
  const JsonValue json = must(parse_json(to_json(last_step(context))));
  for (const char* name :
       {"older_cycle", "newer_cycle", "is_preview", "profile", "kept_per_mille", "unchanged_bytes", "older_bytes",
        "total_bytes", "tokens", "served", "offset", "newer_unit", "older_unit", "cause", "commit"}) {
    EXPECT_NE(json.find(name), nullptr) << name;
  }
  EXPECT_EQ(json.as_object()->size(), 15U);
}

}  // namespace
}  // namespace latewood::test
