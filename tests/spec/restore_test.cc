// Bringing back what left, and looking for text (AUD-16), and logs that are there already (AUD-13).
#include "latewood/restore.h"

#include <gtest/gtest.h>

#include "latewood/chat_log.h"
#include "latewood/grep.h"
#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block_with_ttl;
using test::has_node;
using test::must;
using test::node_of;
using test::open_context;
using test::open_system_context;
using test::verdict;

Component rich(std::string id, std::int64_t ttl, std::int64_t offset) {
  Component component = block_with_ttl(std::move(id), ttl, offset);
  component.role = "tool";
  component.kind = "result";
  component.key = "k";
  component.priority = 7;
  component.provenance = "lexicon";
  component.attributes = {{"data_source", "leaflet"}};
  return component;
}

TEST(Restore, AUD_16_WhatExpiredComesBackAsItWasInItsPlace) {
  Context context = open_context();
  must(context.insert(test::block("core")));
  must(context.insert(rich("note", 1, 1)));
  must(context.commit());
  const NodeView before = node_of(must(must(context.latest()).nodes()), "note");
  must(context.commit());
  must(context.commit());
  ASSERT_FALSE(has_node(must(context.working()), "note"));
  const auto restored = must(restore_node(context, "note", must(last_with(context, "note"))));
  ASSERT_EQ(restored.size(), 1U);
  EXPECT_EQ(restored[0].was, "note");
  const NodeView now = node_of(must(context.working()), restored[0].id);
  EXPECT_EQ(now.content, before.content);
  EXPECT_EQ(now.role, before.role);
  EXPECT_EQ(now.kind, before.kind);
  EXPECT_EQ(now.key, before.key);
  EXPECT_EQ(now.offset, before.offset);
  EXPECT_EQ(now.priority, before.priority);
  EXPECT_EQ(now.provenance, before.provenance);
  EXPECT_EQ(now.parent_id, before.parent_id) << "the turn is there, so it is below it again";
  EXPECT_FALSE(now.ttl);
  EXPECT_EQ(now.attributes.size(), 2U);
  must(context.commit());
  EXPECT_TRUE(has_node(must(must(context.latest()).nodes()), restored[0].id));
}

TEST(Restore, AUD_16_ABlockOfASealedCoreGetsATurnBehindItsOwn) {
  Context context = open_context();
  must(context.insert(test::block("stays")));
  must(context.insert(block_with_ttl("goes", 1)));
  must(context.insert_under(block_with_ttl("below", 1), "goes"));
  must(context.commit());
  must(context.insert(test::block("later")));
  must(context.commit());
  const auto restored = must(restore_node(context, "goes", must(last_with(context, "goes")), {.ttl = 3}));
  ASSERT_EQ(restored.size(), 2U);
  const test::Nodes nodes = must(context.working());
  EXPECT_EQ(node_of(nodes, restored[1].id).parent_id, restored[0].id);
  EXPECT_EQ(node_of(nodes, restored[0].id).ttl, 3);
  const test::Ids ids = test::ids_of(nodes);
  const auto place = [&ids](const std::string& id) { return std::find(ids.begin(), ids.end(), id) - ids.begin(); };
  EXPECT_LT(place("stays"), place(restored[0].id));
  EXPECT_LT(place(restored[0].id), place("later"));
}

TEST(Restore, AUD_16_ErrorsAreClearAndChangeNothing) {
  Context context = open_system_context();
  must(context.insert(block_with_ttl("prompt", 1), -1));
  must(context.insert(test::block("here")));
  must(context.commit());
  must(context.commit());
  EXPECT_EQ(verdict(last_with(context, "nobody")), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(restore_node(context, "here", must(context.latest()))), "E_NODE_PRESENT");
  EXPECT_EQ(verdict(restore_node(context, "prompt", must(context.latest()))), "E_NODE_NOT_FOUND");
  const Snapshot had = must(last_with(context, "prompt"));
  context.set_system(false);
  const test::Nodes before = must(context.working());
  EXPECT_EQ(verdict(restore_node(context, "prompt", had)), "E_UNAUTHORIZED");
  EXPECT_EQ(must(context.working()), before);
  context.set_system(true);
  EXPECT_EQ(verdict(restore_node(context, "prompt", had)), "done");
}

// What the search says is what a look at every node of every snapshot says.
TEST(Grep, AUD_16_ARangeFindsEveryContentOnceWhereItFirstStood) {
  Context context = open_context();
  must(context.insert({.role = "user", .content = "oak\nand elm", .id = "a"}));
  must(context.commit());
  must(context.insert({.role = "user",
                       .kind = "result",
                       .content = make_object({{"x/y", "an elm"}, {"n", std::int64_t{3}}}),
                       .id = "b",
                       .ttl = 1}));
  must(context.commit());
  must(context.commit());
  must(context.insert({.content = "ELM", .id = "c"}));
  const GrepPattern elm = must(GrepPattern::parse("elm"));
  const auto hits = must(grep(context, elm, 1, 3));
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_EQ(hits[0].id, "a");
  EXPECT_EQ(hits[0].line, 2U);
  EXPECT_EQ(hits[0].column, 5U);
  EXPECT_EQ(hits[0].cycle, 1U);
  EXPECT_EQ(hits[0].depth, 1U);
  EXPECT_EQ(hits[1].id, "b");
  EXPECT_EQ(hits[1].pointer, "/x~1y");
  EXPECT_EQ(hits[1].cycle, 2U);
  EXPECT_EQ(must(grep(context, elm, 3, 3)).size(), 1U);
  EXPECT_EQ(must(grep_working(context, elm)).size(), 1U);
  EXPECT_EQ(must(grep_working(context, must(GrepPattern::parse("elm", {.ignore_case = true})))).size(), 2U);
  EXPECT_EQ(verdict(grep(context, elm, 1, 9)), "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(verdict(GrepPattern::parse("(", {.regex = true})), "E_PATTERN_INVALID");
}

ChatLog log_of(const char* json) { return must(parse_chat_logs(json, ChatFormat::OpenAi)).conversations.front(); }

TEST(LogOverlap, AUD_13_AConversationThatIsThereIsNoticed) {
  const ChatLog whole = log_of(R"([{"role":"user","content":"q"},{"role":"assistant","content":"a"}])");
  const ChatLog longer =
      log_of(R"([{"role":"user","content":"q"},{"role":"assistant","content":"a"},{"role":"user","content":"m"}])");
  const ChatLog other = log_of(R"([{"role":"user","content":"z"}])");
  Context context = open_system_context();
  EXPECT_EQ(must(overlap_with(context, whole)).blocks, 0U);
  must(import_chat(context, whole));
  EXPECT_TRUE(must(overlap_with(context, whole)).is_whole);
  EXPECT_FALSE(must(overlap_with(context, longer)).is_whole);
  EXPECT_EQ(must(overlap_with(context, longer)).blocks, 2U);
  EXPECT_EQ(must(overlap_with(context, other)).blocks, 0U);
  must(import_chat(context, other));
  EXPECT_TRUE(must(overlap_with(context, whole)).is_whole) << "wherever it stands";
  EXPECT_EQ(must(overlap_with(context, longer)).blocks, 0U);
}

TEST(LogOverlap, AUD_13_CommitsHaveTheFirstWordsAndTheTimeOfTheLog) {
  Context context = open_system_context();
  must(import_chat(context, log_of(R"({"created":1772359920,"messages":[{"role":"user","content":"\n Why\nso?"},
      {"role":"assistant","content":"Because.","created_at":"2026-03-01T10:13:00Z"}]})")));
  const CommitNote first = must(context.at(1)).note();
  const CommitNote second = must(context.at(2)).note();
  EXPECT_EQ(first.message, "Why");
  EXPECT_EQ(first.host_time, 1772359920'000'000'000);
  EXPECT_EQ(second.message, "Because.");
  EXPECT_EQ(second.host_time, 1772359980'000'000'000);
}

}  // namespace
}  // namespace latewood
