// R-12, R-13: replacements are components, and markers come and go.
#include <gtest/gtest.h>

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
using test::node_of;
using test::Nodes;
using test::open_context;
using test::open_system_context;
using test::request_bytes;
using test::turn_of;
using test::verdict;

bool sends_text(const Context& context, const std::string& text) {
  return request_bytes(context).find(text) != std::string::npos;
}

Component answer(const char* id) {
  Component component = block(id);
  component.role = "assistant";
  component.kind = "note";
  component.priority = 7;
  return component;
}

// ---- R-12: members ----

TEST(Replacements, R_12_WhatIsNotGivenIsTakenFromTheNode) {
  Context context = open_context();
  Component original = answer("a");
  original.ttl = 5;
  must(context.insert(original));
  Component behind = answer("b");
  behind.offset = 3;
  must(context.insert(behind));
  must(context.commit());
  must(context.commit());
  const std::string id = must(context.replace("a", {"new", {}}));
  const std::string other = must(context.replace("b", {"new", {}}));
  must(context.commit());
  const NodeView made = node_of(latest_nodes(context), id);
  EXPECT_EQ(made.role, "assistant");
  EXPECT_EQ(made.kind, "note");
  EXPECT_EQ(made.priority, 7);
  EXPECT_EQ(made.offset, 1);
  EXPECT_EQ(made.ttl, 3);
  EXPECT_EQ(made.ttl, node_of(latest_nodes(context), "a").ttl);
  EXPECT_EQ(node_of(latest_nodes(context), other).offset, 3);
  EXPECT_EQ(node_of(latest_nodes(context), other).ttl, std::nullopt);
}

TEST(Replacements, R_12_EveryMemberMayBeGiven) {
  Context context = open_context();
  must(context.insert(answer("a")));
  must(context.commit());
  Replacement given{"new", {}};
  given.role = "user";
  given.kind = "text";
  given.ttl = 4;
  given.priority = -1;
  given.offset = -2;
  given.node_type = "cb:correction";
  const std::string id = must(context.replace("a", given));
  must(context.commit());
  const NodeView made = node_of(latest_nodes(context), id);
  EXPECT_EQ(made.role, "user");
  EXPECT_EQ(made.kind, "text");
  EXPECT_EQ(made.ttl, 4);
  EXPECT_EQ(made.priority, -1);
  EXPECT_EQ(made.offset, -2);
  EXPECT_EQ(made.node_type, "cb:correction");
  EXPECT_EQ(child_ids(latest_nodes(context), turn_of(latest_nodes(context), id)).front(), id);
  EXPECT_EQ(request_bytes(context), R"({"messages":[{"role":"user","content":"new"}]})");
  given.offset = 0;
  EXPECT_EQ(verdict(context.replace("a", given)), "E_PLACEMENT_INVALID");
  given.offset = 1;
  given.node_type = "cb:redaction";
  EXPECT_EQ(verdict(context.replace("a", given)), "E_PLACEMENT_INVALID");
  given.node_type = "mt";
  EXPECT_EQ(verdict(context.replace("a", given)), "E_PLACEMENT_INVALID");
  given.node_type.reset();
  given.role = "robot";
  EXPECT_EQ(verdict(context.replace("a", given)), "E_ATTR_VALUE");
  given.role.reset();
  given.persistent = true;
  EXPECT_EQ(verdict(context.replace("a", given)), "E_TTL_INVALID");
}

TEST(Replacements, R_12_ANodeOfTheHeadBecomesWhatIsGiven) {
  Context context = open_context();
  must(context.insert(answer("a")));
  must(context.insert(block("b")));
  Replacement given{"new", {}};
  given.ttl = 2;
  given.offset = 1;
  given.node_type = "cb:note";
  EXPECT_EQ(must(context.replace("a", given)), "a");
  EXPECT_EQ(node_of(context.working().value(), "a").parent_id, "ah");
  EXPECT_EQ(node_of(context.working().value(), "a").kind, "note");
  given.offset = 0;
  given.ttl.reset();
  given.persistent = true;
  must(context.replace("a", given));
  EXPECT_EQ(node_of(context.working().value(), "a").parent_id, "mc:1");
  EXPECT_EQ(node_of(context.working().value(), "a").ttl, std::nullopt);
  must(context.commit());
  EXPECT_EQ(child_ids(latest_nodes(context), "mc:1"), (Ids{"a", "b"}));
}

// Of several the newest counts, wherever they stand.
TEST(Replacements, R_12_TheNewestReplacementIsShown) {
  Context context = open_context();
  must(context.insert(answer("a")));
  must(context.commit());
  Replacement behind{"first", {}};
  behind.offset = 9;
  must(context.replace("a", behind));
  must(context.commit());
  must(context.replace("a", {"second", {}}));
  must(context.commit());
  EXPECT_TRUE(sends_text(context, "second"));
  EXPECT_FALSE(sends_text(context, "first"));
}

// ---- R-12: leaving ----

TEST(Replacements, R_12_AMarkerLeavesWithWhatItNames) {
  Context context = open_context();
  must(context.insert(block_with_ttl("a", 3)));
  must(context.insert(block_with_ttl("b", 3)));
  must(context.commit());
  const std::string replacement = must(context.replace("a", {"new", {}}));
  const std::string redaction = must(context.delete_nodes({"b"})).front();
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), redaction));
  must(context.commit());
  const CommitReport report = must(context.commit());
  for (const std::string& id : {std::string("a"), std::string("b"), replacement, redaction}) {
    EXPECT_FALSE(has_node(latest_nodes(context), id)) << id;
  }
  EXPECT_EQ(report.departures.size(), 4U);
}

// Also where the marker itself has no ttl, or a later one, and where what it names goes with its parent.
TEST(Replacements, R_12_AMarkerDoesNotOutliveWhatItNames) {
  Context context = open_context();
  must(context.insert(block_with_ttl("box", 2, 1)));
  must(context.insert_under(block("inner"), "box"));
  must(context.insert(block_with_ttl("a", 2)));
  must(context.commit());
  Replacement lasting{"new", {}};
  lasting.persistent = true;
  const std::string replacement = must(context.replace("a", lasting));
  const std::string redaction = must(context.delete_nodes({"inner"})).front();
  must(context.commit());
  EXPECT_TRUE(has_node(latest_nodes(context), replacement));
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "inner"));
  EXPECT_FALSE(has_node(latest_nodes(context), replacement));
  EXPECT_FALSE(has_node(latest_nodes(context), redaction));
}

// What was redacted does not come to light because it is held longer than its cycles.
TEST(Replacements, R_12_AMarkerStaysAsLongAsWhatItNamesIsHeld) {
  Context context = open_context();
  must(context.insert(block_with_ttl("secret", 1)));
  must(context.commit());
  must(context.pin("secret"));
  const std::string redaction = must(context.delete_nodes({"secret"})).front();
  for (int i = 0; i < 3; ++i) {
    must(context.commit());
    EXPECT_TRUE(has_node(latest_nodes(context), redaction));
    EXPECT_FALSE(sends_text(context, "text of secret"));
  }
  must(context.unpin("secret"));
  must(context.commit());
  EXPECT_FALSE(has_node(latest_nodes(context), "secret"));
  EXPECT_FALSE(has_node(latest_nodes(context), redaction));
}

TEST(Replacements, R_12_AShorterTtlLetsTheOriginalShowAgain) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.commit());
  Replacement given{"for a while", {}};
  given.ttl = 1;
  must(context.replace("a", given));
  must(context.commit());
  EXPECT_TRUE(sends_text(context, "for a while"));
  must(context.commit());
  EXPECT_TRUE(sends_text(context, "text of a"));
}

// ---- R-13 ----

TEST(Replacements, R_13_DeletingAMarkerShowsWhatItHid) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert(block("b")));
  must(context.commit());
  const std::string replacement = must(context.replace("a", {"new", {}}));
  const std::string redaction = must(context.delete_nodes({"b"})).front();
  must(context.commit());
  EXPECT_FALSE(sends_text(context, "text of a"));
  EXPECT_FALSE(sends_text(context, "text of b"));
  EXPECT_EQ(must(context.delete_nodes({replacement, redaction})), Ids{});
  const CommitReport report = must(context.commit());
  EXPECT_TRUE(sends_text(context, "text of a"));
  EXPECT_TRUE(sends_text(context, "text of b"));
  EXPECT_FALSE(sends_text(context, "redacted"));
  ASSERT_EQ(report.departures.size(), 2U);
  for (const Departure& gone : report.departures) EXPECT_EQ(gone.cause, Cause::Delete);
}

TEST(Replacements, R_13_AReplacementOfAnotherTypeIsAMarkerToo) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.commit());
  Replacement given{"new", {}};
  given.node_type = "cb:correction";
  const std::string id = must(context.replace("a", given));
  must(context.commit());
  EXPECT_EQ(must(context.delete_nodes({id})), Ids{});
  must(context.commit());
  EXPECT_TRUE(sends_text(context, "text of a"));
}

// What is in a sealed core stays there; what hides system text is for those who may write there.
TEST(Replacements, R_13_SomeMarkersStay) {
  Context context = open_system_context();
  must(context.insert(block("s"), -1));
  must(context.insert(block("a")));
  Component in_core = block("m");
  in_core.node_type = "cb:redaction";
  in_core.attributes = {{"data_redacts", "a"}};
  must(context.insert(in_core));
  Component of_system = block("n", 1);
  of_system.node_type = "cb:redaction";
  of_system.attributes = {{"data_redacts", "s"}};
  must(context.insert(of_system));
  must(context.commit());
  context.set_system(false);
  EXPECT_EQ(verdict(context.delete_nodes({"m"})), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(context.delete_nodes({"n"})), "E_UNAUTHORIZED");
  context.set_system(true);
  EXPECT_EQ(verdict(context.delete_nodes({"n"})), "done");
}

// Markers that name markers show nothing of their own.
TEST(Replacements, R_13_AMarkerIsNotRenderedAsTheTextOfAnother) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert(block("b")));
  must(context.commit());
  const std::string redaction = must(context.delete_nodes({"a"})).front();
  const std::string replacement = must(context.replace("b", {"new", {}}));
  must(context.commit());
  for (const std::string& named : {redaction, replacement}) {
    Component marker = block("r " + named, 2);
    marker.node_type = "cb:redaction";
    marker.attributes = {{"data_redacts", named}};
    must(context.insert(marker));
    Component summary = block("s " + named, 2);
    summary.attributes = {{"data_covers", named}};
    summary.content.reset();
    must(context.insert(summary));
  }
  must(context.commit());
  const std::string bytes = request_bytes(context);
  std::size_t count = 0;
  for (auto at = bytes.find("[redacted]"); at != std::string::npos; at = bytes.find("[redacted]", at + 1)) ++count;
  EXPECT_EQ(count, 2U) << bytes;
}

}  // namespace
}  // namespace latewood
