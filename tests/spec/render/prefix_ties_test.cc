// Causes that are not the unit at fault itself: what left or came is tied to it by a message, a pair, a
// marker or a tool. docs/prefix.md has the table.
#include <gtest/gtest.h>

#include "canon/json_reader.h"
#include "latewood/prefix.h"
#include "support/context_probe.h"

namespace latewood::test {
namespace {

Component of_kind(const std::string& id, const std::string& kind, const std::string& json) {
  Component component = block_of_role(id, "assistant");
  component.kind = kind;
  component.content = must(parse_json(json));
  return component;
}

Component half(const std::string& id, const std::string& json) {
  Component component = of_kind(id, "opaque", json);
  component.attributes = {{"lw:vendor", "anthropic"}};
  return component;
}

Component in_message(Component component, const std::string& message) {
  component.attributes.push_back({"lw:message", message});
  return component;
}

Component for_one_cycle(Component component) {
  component.ttl = 1;
  return component;
}

Context with_turn(const std::vector<Component>& blocks) {
  Context context = open_system_context();
  for (const Component& each : blocks) must(context.insert(each));
  must(context.commit());
  return context;
}

// The causes in each of these profiles, of the commit to come and again when it is made.
void expect_cause(Context& context, const std::vector<std::string>& profiles, PrefixCause cause) {
  for (const std::string& profile : profiles) {
    PrefixOptions options;
    options.profile = profile;
    EXPECT_EQ(to_string(must(prefix_of_next_commit(context, options)).cause), to_string(cause)) << profile;
  }
  must(context.commit());
  for (const std::string& profile : profiles) {
    PrefixOptions options;
    options.profile = profile;
    const PrefixReport report = must(prefix_report(must(context.back(1)), must(context.latest()), options));
    EXPECT_EQ(to_string(report.cause), to_string(cause)) << profile;
  }
}

// The content of the message goes from a list to a text.
TEST(PrefixTies, APartThatExpiresChangesItsMessage) {
  Context context =
      with_turn({in_message(block_of_role("question"), "m"), for_one_cycle(in_message(block_of_role("found"), "m"))});
  must(context.insert(block_of_role("reply", "assistant")));
  expect_cause(context, kProfiles, PrefixCause::Ttl);
}

TEST(PrefixTies, ADeletedPartChangesItsMessageByAnEdit) {
  Context context = with_turn({in_message(block_of_role("question"), "m"), in_message(block_of_role("found"), "m")});
  must(context.delete_nodes({"found"}));
  expect_cause(context, kProfiles, PrefixCause::Edit);
}

TEST(PrefixTies, ADeletedPartOfTheSystemMessageIsSystem) {
  Context context = open_system_context();
  must(context.insert(in_message(block_of_role("rules", "system"), "m"), -1));
  must(context.insert(in_message(block_of_role("more", "system"), "m"), -1));
  must(context.insert(block_of_role("question")));
  must(context.commit());
  must(context.delete_nodes({"more"}));
  expect_cause(context, {"openai"}, PrefixCause::System);
}

TEST(PrefixTies, APartThatComesLateChangesItsMessage) {
  Context context = with_turn({in_message(block_of_role("question"), "m")});
  Component note = in_message(block("note", 1), "m");
  note.role = "user";
  must(context.insert_under(note, must(context.latest()).turns().value().at(0)));
  expect_cause(context, {"openai", "openai-responses"}, PrefixCause::LateAttachment);
}

TEST(PrefixTies, ReasoningGoesWithTheTextAfterIt) {
  Context context =
      with_turn({block_of_role("question"), of_kind("thought", "reasoning", R"({"text":"t","signature":"s","id":"r"})"),
                 for_one_cycle(block_of_role("reply", "assistant"))});
  must(context.insert(block_of_role("more")));
  expect_cause(context, kProfiles, PrefixCause::Ttl);
}

// Nothing left: the thought was the last of the thread and is not any more.
TEST(PrefixTies, WhatComesAtTheEndIsNotLate) {
  Context context = with_turn(
      {block_of_role("question"), of_kind("thought", "reasoning", R"({"text":"t","signature":"s","id":"r"})")});
  PrefixOptions options;
  must(context.insert(block_of_role("more")));
  for (const std::string profile : {"anthropic", "openai-responses"}) {
    options.profile = profile;
    EXPECT_NE(must(prefix_of_next_commit(context, options)).cause, PrefixCause::LateAttachment) << profile;
  }
}

TEST(PrefixTies, AReplacementGoesWithItsOriginal) {
  Component original = block_of_role("original");
  original.ttl = 2;
  Context context = with_turn({original, block_of_role("kept")});
  must(context.replace("original", {"corrected", {}}));
  must(context.commit());
  must(context.insert(block_of_role("reply", "assistant")));
  expect_cause(context, kProfiles, PrefixCause::Ttl);
}

TEST(PrefixTies, HalfAPairGoesWithTheOther) {
  Context context =
      with_turn({block_of_role("question"),
                 half("search", R"({"type":"server_tool_use","id":"s","name":"web_search","input":{}})"),
                 for_one_cycle(half("found", R"({"type":"web_search_tool_result","tool_use_id":"s","content":[]})")),
                 block_of_role("answer", "assistant")});
  must(context.insert(block_of_role("more")));
  expect_cause(context, {"anthropic"}, PrefixCause::Ttl);
}

const char* const kCall = R"({"id":"c","name":"search","arguments":"{}"})";

// Without a definition the profile adds one for as long as the tool is called.
TEST(PrefixTies, AddedToolsGoWithTheLastCall) {
  Component result = for_one_cycle(block_of_role("result", "tool"));
  result.kind = "result";
  result.attributes = {{"lw:call_id", "c"}};
  Context context = with_turn({block_of_role("question"), block_of_role("well", "assistant"),
                               for_one_cycle(of_kind("call", "call", kCall)), result});
  must(context.insert(block_of_role("more")));
  expect_cause(context, {"anthropic"}, PrefixCause::Ttl);
}

TEST(PrefixTies, AddedToolsAreTools) {
  Context context = with_turn({block_of_role("question")});
  must(context.insert(of_kind("call", "call", kCall)));
  expect_cause(context, {"anthropic"}, PrefixCause::Tools);
}

// What expires elsewhere explains nothing before it.
TEST(PrefixTies, AnExpiryBehindTheDifferenceIsNoCause) {
  Context context = with_turn({block_of_role("a"), block_of_role("b"), for_one_cycle(block_of_role("fades"))});
  must(context.insert_under(block("note", -1), must(context.latest()).turns().value().at(0)));
  expect_cause(context, kProfiles, PrefixCause::LateAttachment);
}

}  // namespace
}  // namespace latewood::test
