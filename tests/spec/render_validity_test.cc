// Requests that used to go out wrong: each from what a user's log or tree says, by way of the importers where they
// read it. docs/profiles.md has the rules.
#include <gtest/gtest.h>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "latewood/chat_log.h"
#include "latewood/render.h"
#include "support/context_probe.h"
#include "support/request_rules.h"

namespace latewood::test {
namespace {

Context imported(std::string_view log, ChatFormat format = ChatFormat::OpenAi) {
  Context context = open_system_context();
  must(import_chat(context, must(parse_chat_logs(log, format)).conversations.at(0)));
  return context;
}

struct Sent {
  std::string bytes;    // without breakpoints
  std::string repairs;  // their names, in order
};

Sent sent(const Context& context, std::string_view profile) {
  const Rendered rendered = must(must(context.latest()).render(profile));
  EXPECT_EQ(request_faults(rendered.profile.id, must(parse_json(rendered.bytes))), Faults()) << rendered.bytes;
  Sent result{rendered.bytes, {}};
  for (auto mark = rendered.marks.rbegin(); mark != rendered.marks.rend(); ++mark)
    result.bytes.erase(mark->begin, mark->end - mark->begin);
  for (const Repair& repair : rendered.repairs)
    result.repairs.append(result.repairs.empty() ? "" : " ").append(to_string(repair.kind));
  return result;
}

bool holds(const std::string& bytes, std::string_view part) { return bytes.find(part) != std::string::npos; }

// A log in the words of a request comes back in the same words.
void expect_back(const std::string& log, std::string_view profile, ChatFormat format) {
  const Sent back = sent(imported(log, format), profile);
  EXPECT_EQ(canonical_json(must(parse_json(back.bytes))), canonical_json(must(parse_json(log))));
  EXPECT_EQ(back.repairs, "");
}

Component block_of(const std::string& role, const std::string& kind, const std::string& json,
                   const std::string& vendor = {}) {
  Component block;
  block.role = role;
  block.kind = kind;
  block.content = must(parse_json(json));
  if (!vendor.empty()) block.attributes = {{"lw:vendor", vendor}};
  return block;
}

Component tool_of(const std::string& json, const std::string& vendor = {}) {
  Component tool = block_of("system", vendor.empty() ? "tool" : "opaque", json, vendor);
  tool.node_type = "cb:tool";
  return tool;
}

Component said(const std::string& role, const std::string& text) {
  return block_of(role, "text", canonical_json(JsonValue(text)));
}

Component marker_of(const std::string& type, const std::string& attribute, const std::string& target) {
  Component marker = said("user", "in its place");
  marker.node_type = type;
  marker.attributes = {{attribute, target}};
  return marker;
}

Component named(Component block, const std::string& id) {
  block.id = id;
  return block;
}

// ---- what logs say ----

TEST(LogsComeBack, ATextWithMoreMembersStaysTheSystemsText) {
  const std::string log =
      R"({"messages":[{"role":"system","content":[{"type":"text","text":"RULES","cache_control":{"type":"ephemeral"}}]},)"
      R"({"role":"user","content":[{"type":"text","text":"a","x":1},{"type":"text","text":"b"}]}]})";
  expect_back(log, "openai", ChatFormat::OpenAi);
  EXPECT_TRUE(holds(sent(imported(log), "anthropic").bytes, R"("system":[{"type":"text","text":"RULES"}])"));
}

TEST(LogsComeBack, ARefusalAndASpokenAnswerDoWithoutContent) {
  expect_back(R"({"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"refusal":"no"},)"
              R"({"role":"user","content":"x"},{"role":"assistant","audio":{"id":"a1"}}]})",
              "openai", ChatFormat::OpenAi);
  // Without either the vendor demands a content.
  EXPECT_TRUE(
      holds(sent(imported(R"([{"role":"user","content":"hi"},{"role":"assistant","content":null}])"), "openai").bytes,
            R"({"role":"assistant","content":""})"));
}

TEST(LogsComeBack, MembersOfAnthropicResultsAndSystemTexts) {
  expect_back(R"({"messages":[{"content":[{"text":"a","type":"text"}],"role":"user"},)"
              R"({"content":[{"id":"c1","input":{},"name":"f","type":"tool_use"}],"role":"assistant"},)"
              R"({"content":[{"content":"r","tool_use_id":"c1","type":"tool_result","x":1}],"role":"user"}],)"
              R"("system":[{"text":"S","type":"text","y":2}],"tools":[{"input_schema":{"type":"object"},"name":"f"}]})",
              "anthropic", ChatFormat::Anthropic);
}

TEST(LogsComeBack, WhatAnAnthropicMessageHasBesidesIsKeptAndNotSent) {
  const Context context =
      imported(R"({"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b","id":"msg_1"}]})",
               ChatFormat::Anthropic);
  EXPECT_FALSE(holds(sent(context, "anthropic").bytes, "msg_1"));
  const Nodes nodes = must(must(context.latest()).nodes());
  EXPECT_TRUE(std::any_of(nodes.begin(), nodes.end(), [](const NodeView& node) {
    return std::any_of(node.attributes.begin(), node.attributes.end(),
                       [](const JsonMember& member) { return member.key == "lw:message_members"; });
  }));
}

TEST(LogsComeBack, AnAssistantThatSaidNothingIsOnRecord) {
  const Context context = imported(
      R"({"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[]},{"role":"user","content":"b"}]})",
      ChatFormat::Anthropic);
  EXPECT_EQ(sent(context, "anthropic").repairs, "empty_dropped");
  EXPECT_TRUE(holds(sent(context, "openai").bytes, R"({"role":"assistant","content":""})"));
}

TEST(LogsComeBack, BlankPartsOfAResultAreReported) {
  const Context context = imported(
      R"({"messages":[{"role":"user","content":"a"},)"
      R"({"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]},)"
      R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":" "}]}]}],)"
      R"("tools":[{"name":"f","input_schema":{"type":"object"}}]})",
      ChatFormat::Anthropic);
  EXPECT_EQ(sent(context, "anthropic").repairs, "empty_dropped");
}

// ---- calls and results ----

TEST(CallsOfOneId, AreAnsweredInTheirOrder) {
  const Context context = imported(
      R"({"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"tool_calls":[)"
      R"({"id":"c","type":"function","function":{"name":"w","arguments":"{\"city\":\"Rome\"}"}},)"
      R"({"id":"c","type":"function","function":{"name":"w","arguments":"{\"city\":\"Oslo\"}"}}]},)"
      R"({"role":"tool","tool_call_id":"c","content":"Rome is hot"},{"role":"tool","tool_call_id":"c","content":"Oslo is cold"}]})");
  const Sent body = sent(context, "openai");
  EXPECT_TRUE(holds(body.bytes, R"({"role":"tool","tool_call_id":"c","content":"Rome is hot"})")) << body.bytes;
  EXPECT_TRUE(holds(body.bytes, R"({"role":"tool","tool_call_id":"c_2","content":"Oslo is cold"})")) << body.bytes;
}

// ---- tools ----

TEST(Tools, OneNameIsDefinedOnceWhoeverDefinesIt) {
  for (const bool own_first : {true, false}) {
    Context context = open_system_context();
    const Component own = tool_of(R"({"name":"bash","description":"d"})");
    const Component vendors =
        tool_of(R"({"type":"bash_20250124","name":"bash","cache_control":{"type":"ephemeral"}})", "anthropic");
    must(context.insert(own_first ? own : vendors, -1));
    must(context.insert(own_first ? vendors : own, -1));
    must(context.insert(said("user", "q")));
    must(context.commit());
    EXPECT_EQ(sent(context, "anthropic").repairs, "tool_dropped");
  }
}

TEST(Tools, BreakpointsAreTheProfilesAlone) {
  Context context = open_system_context();
  must(context.insert(tool_of(R"({"type":"t","name":"t","cache_control":{"type":"ephemeral"}})", "anthropic"), -1));
  for (int i = 0; i < 5; ++i) {
    must(context.insert(block_of(
        "user", "opaque",
        R"({"type":"search_result","cache_control":{"type":"ephemeral"},"content":[{"type":"text","text":"a","cache_control":{}}]})",
        "anthropic")));
  }
  must(context.insert(said("user", "q")));
  must(context.commit());
  EXPECT_FALSE(holds(sent(context, "anthropic").bytes, "cache_control"));
}

TEST(Tools, ParametersDescribeAnObject) {
  for (const char* schema : {R"({"type":"array"})", "{}", R"({"type":["object","null"]})"}) {
    Context context = open_system_context();
    must(context.insert(tool_of(R"({"name":"f","parameters":)" + std::string(schema) + "}"), -1));
    must(context.insert(said("user", "q")));
    must(context.commit());
    for (const char* profile : {"openai", "openai-responses", "anthropic"}) {
      EXPECT_EQ(verdict(must(context.latest()).render(profile)), "E_TOOL_INVALID") << profile << " " << schema;
    }
  }
}

TEST(Tools, AReplacementOfADefinitionIsADefinition) {
  Context context = open_system_context();
  must(context.insert(named(tool_of(R"({"name":"f"})"), "cb:t"), -1));
  Component replacement = marker_of("cb:replacement", "data_replaces", "cb:t");
  replacement.content = must(parse_json(R"({"name":"g"})"));
  must(context.insert(replacement, -1));
  must(context.insert(said("user", "q")));
  must(context.commit());
  EXPECT_EQ(sent(context, "openai").bytes,
            R"({"tools":[{"type":"function","function":{"name":"g"}}],"messages":[{"role":"user","content":"q"}]})");
}

// ---- opaque pairs ----

TEST(OpaquePairs, AnApprovalNeedsItsRequest) {
  Context context = open_system_context();
  must(context.insert(said("user", "q")));
  must(context.insert(block_of("user", "opaque",
                               R"({"type":"mcp_approval_response","approval_request_id":"r1","approve":true})",
                               "openai-responses")));
  must(context.commit());
  EXPECT_EQ(sent(context, "openai-responses").repairs, "opaque_dropped");
}

TEST(OpaquePairs, WhatAnthropicFoundStandsWhereItLooked) {
  Context context = open_system_context();
  must(context.insert(said("user", "q")));
  must(context.insert(block_of("assistant", "opaque", R"({"type":"server_tool_use","id":"s1"})", "anthropic")));
  must(context.insert(said("user", "wait")));
  must(context.insert(
      block_of("assistant", "opaque", R"({"type":"web_search_tool_result","tool_use_id":"s1"})", "anthropic")));
  must(context.insert(said("user", "so?")));
  must(context.commit());
  EXPECT_EQ(sent(context, "anthropic").repairs, "opaque_dropped opaque_dropped");
}

TEST(OpaquePairs, GeminiAnswersItsOwnCalls) {
  Context context = open_system_context();
  must(context.insert(said("user", "q")));
  must(context.insert(block_of("user", "opaque", R"({"functionResponse":{"name":"f","response":{}}})", "gemini")));
  must(
      context.insert(block_of("assistant", "opaque", R"({"codeExecutionResult":{"outcome":"OUTCOME_OK"}})", "gemini")));
  must(context.commit());
  EXPECT_EQ(sent(context, "gemini").repairs, "opaque_dropped opaque_dropped");
}

// ---- markers ----

TEST(Markers, AReplacementThatReachesNothingIsNeverShown) {
  Context context = open_system_context();
  must(context.insert(named(said("user", "hi"), "cb:hi")));
  must(context.insert(marker_of("cb:replacement", "data_replaces", "cb:x")));
  must(context.commit());
  const Sent before = sent(context, "openai");
  EXPECT_EQ(before.bytes, R"({"messages":[{"role":"user","content":"hi"}]})");
  EXPECT_EQ(before.repairs, "marker_dropped");
  // What it names comes to `^sys`, where it does not reach.
  must(context.insert(named(said("system", "rules"), "cb:x"), -1));
  must(context.commit());
  EXPECT_EQ(sent(context, "openai").repairs, "marker_dropped");
  EXPECT_FALSE(holds(sent(context, "openai").bytes, "in its place"));
}

TEST(Markers, ARedactedSummaryIsOnePlaceholder) {
  Context context = open_system_context();
  must(context.insert(named(said("user", "secret"), "cb:s")));
  must(context.commit());
  must(context.insert(named(marker_of("cb:summary", "data_covers", "cb:s"), "cb:sum")));
  must(context.commit());
  must(context.delete_nodes({"cb:sum"}));
  must(context.commit());
  EXPECT_EQ(sent(context, "openai").bytes, R"({"messages":[{"role":"user","content":"[redacted]"}]})");
}

// ---- small print ----

TEST(SmallPrint, MediaNeedAUrlOrBase64) {
  for (const char* url : {"ftp//nope", "data:image/png;base64,%%%"}) {
    Context context = open_system_context();
    must(context.insert(block_of("user", "image", canonical_json(JsonValue(std::string(url))))));
    must(context.commit());
    for (const char* profile : {"openai", "openai-responses", "anthropic", "gemini"}) {
      EXPECT_EQ(verdict(must(context.latest()).render(profile)), "E_CONTENT_INVALID") << profile << " " << url;
    }
  }
}

TEST(SmallPrint, ANameOfASpeakerHasNoSpaces) {
  Context context = open_system_context();
  Component block = said("user", "hi");
  block.attributes = {{"lw:name", "Bob <Smith>"}};
  must(context.insert(block));
  must(context.commit());
  const Sent body = sent(context, "openai");
  EXPECT_EQ(body.bytes, R"({"messages":[{"role":"user","name":"Bob__Smith_","content":"hi"}]})");
  EXPECT_EQ(body.repairs, "call_name_rewritten");
}

TEST(SmallPrint, GeminiGetsBackASignatureWithoutWords) {
  Context context = open_system_context();
  must(context.insert(said("user", "hi")));
  Component block = said("assistant", "");
  block.attributes = {{"lw:signature", "sig"}, {"lw:vendor", "gemini"}};
  must(context.insert(block));
  must(context.commit());
  EXPECT_TRUE(holds(sent(context, "gemini").bytes, R"({"text":"","thoughtSignature":"sig"})"));
  EXPECT_EQ(sent(context, "anthropic").repairs, "empty_dropped");
}

}  // namespace
}  // namespace latewood::test
