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

// The rules know the types that profiles write by themselves; others are the vendor's business.
Faults faults_of(const Rendered& rendered) {
  Faults faults = request_faults(rendered.profile.id, must(parse_json(rendered.bytes)));
  std::erase_if(faults, [](const std::string& fault) {
    return fault.find(" of type ") != std::string::npos || fault == "a call of no function";
  });
  return faults;
}

Sent sent(const Context& context, std::string_view profile) {
  const Rendered rendered = must(must(context.latest()).render(profile));
  EXPECT_EQ(faults_of(rendered), Faults()) << rendered.bytes;
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

TEST(LogsComeBack, CallsWithAllTheirMembers) {
  for (const std::string call :
       {R"("type":"function","function":{"name":"f","arguments":"{}","parsed_arguments":{"x":1}},"index":0)",
        R"("type":"builtin_function","function":{"name":"f","arguments":"{}"})",
        R"("type":"custom","custom":{"name":"f","input":"{}","more":1})"}) {
    expect_back(
        R"({"messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[{"id":"a",)" +
            call + R"(}]},{"role":"tool","tool_call_id":"a","content":"r"}]})",
        "openai", ChatFormat::OpenAi);
  }
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

TEST(OpaquePairs, GeminiAnswersItsOwnCode) {
  Context context = open_system_context();
  must(context.insert(said("user", "q")));
  must(
      context.insert(block_of("assistant", "opaque", R"({"codeExecutionResult":{"outcome":"OUTCOME_OK"}})", "gemini")));
  must(context.commit());
  EXPECT_EQ(sent(context, "gemini").repairs, "opaque_dropped");
}

// They have to stand where the vendor wants them, so they are blocks of their own kind.
TEST(OpaquePairs, FunctionsOfGeminiAreNotOpaque) {
  for (const char* item : {R"({"functionCall":{"name":"f","args":{}}})", R"({"functionResponse":{"name":"f"}})"}) {
    Context context = open_system_context();
    must(context.insert(said("user", "q")));
    must(context.insert(block_of("assistant", "opaque", item, "gemini")));
    must(context.commit());
    const auto refused = must(context.latest()).render("gemini");
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().rule, "E_CONTENT_INVALID");
    EXPECT_TRUE(holds(refused.error().message, "kind call or result")) << refused.error().message;
  }
}

// Another turn of the same speaker stands between the halves, whether it was rendered before or not.
TEST(OpaquePairs, TheSameSpeakerMaySayMoreBetweenTheHalves) {
  Context context = open_system_context();
  must(context.insert(said("user", "q")));
  must(context.insert(block_of("assistant", "opaque", R"({"type":"server_tool_use","id":"s1"})", "anthropic")));
  must(context.commit());
  must(context.insert(named(said("assistant", "looking"), "cb:between")));
  must(context.commit());
  must(context.insert(
      block_of("assistant", "opaque", R"({"type":"web_search_tool_result","tool_use_id":"s1"})", "anthropic")));
  must(context.insert(said("user", "so?")));
  must(context.commit());
  EXPECT_EQ(sent(context, "anthropic").repairs, "");
  must(context.replace("cb:between", {"still looking", {}}));
  must(context.commit());
  EXPECT_EQ(sent(context, "anthropic").repairs, "");
}

// A program that the vendor runs waits for the calls that it makes.
constexpr std::string_view kProgramCall =
    R"({"messages":[{"role":"user","content":[{"type":"text","text":"how many?"}]},)"
    R"({"role":"assistant","content":[{"type":"server_tool_use","id":"srv1","name":"code_execution","input":{}},)"
    R"({"type":"tool_use","id":"t1","name":"query","input":{},"caller":{"tool_id":"srv1","type":"code_execution"}}]},)"
    R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"3"}]},)"
    R"({"role":"assistant","content":[{"type":"code_execution_tool_result","tool_use_id":"srv1","content":{}},)"
    R"({"type":"text","text":"Three."}]},{"role":"user","content":[{"type":"text","text":"thanks"}]}],)"
    R"("tools":[{"name":"query","input_schema":{"type":"object"}}]})";

TEST(OpaquePairs, AProgramWaitsForTheCallsItMakes) {
  expect_back(std::string(kProgramCall), "anthropic", ChatFormat::Anthropic);
}

TEST(OpaquePairs, ACallWhoseProgramIsGoneIsTheModels) {
  std::string log(kProgramCall);
  const std::string_view program = R"({"type":"server_tool_use","id":"srv1","name":"code_execution","input":{}},)";
  log.erase(log.find(program), program.size());
  const Sent back = sent(imported(log, ChatFormat::Anthropic), "anthropic");
  EXPECT_FALSE(holds(back.bytes, "caller")) << back.bytes;
  EXPECT_EQ(back.repairs, "opaque_dropped");
}

TEST(OpaquePairs, ACallOfTheModelStaysItsOwn) {
  std::string log(kProgramCall);
  const std::string_view caller = R"({"tool_id":"srv1","type":"code_execution"})";
  log.replace(log.find(caller), caller.size(), R"({"type":"direct"})");
  EXPECT_TRUE(holds(sent(imported(log, ChatFormat::Anthropic), "anthropic").bytes, R"("caller":{"type":"direct"})"));
}

TEST(OpaquePairs, ALocalShellIsAnsweredByEitherOfItsIds) {
  for (const std::string answer : {R"("call_id":"c1")", R"("id":"c1")", R"("id":"lsh_1")"}) {
    Context context = open_system_context();
    must(context.insert(said("user", "ls")));
    must(context.insert(block_of("assistant", "opaque",
                                 R"({"type":"local_shell_call","id":"lsh_1","call_id":"c1","action":{}})",
                                 "openai-responses")));
    must(context.insert(block_of(
        "user", "opaque", R"({"type":"local_shell_call_output",)" + answer + R"(,"output":""})", "openai-responses")));
    must(context.insert(said("user", "and?")));
    must(context.commit());
    EXPECT_EQ(sent(context, "openai-responses").repairs, "") << answer;
  }
}

// The vendor refuses a request in which two items have one id.
TEST(Items, OfOneIdAreOneItem) {
  Context context = open_system_context();
  const std::string first = R"({"id":"rs_1","text":"one","signature":"sig"})";
  const std::string second = R"({"id":"rs_1","text":"two"})";
  must(context.insert(said("user", "q")));
  must(context.insert(block_of("assistant", "reasoning", first)));
  must(context.insert(block_of("assistant", "reasoning", second)));
  must(context.insert(said("assistant", "a")));
  must(context.commit());
  Sent request = sent(context, "openai-responses");
  EXPECT_TRUE(holds(request.bytes, R"({"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"one"},)"
                                   R"({"type":"summary_text","text":"two"}],"encrypted_content":"sig"})"))
      << request.bytes;
  EXPECT_EQ(request.repairs, "");
  must(context.insert(block_of("assistant", "reasoning", first)));
  must(context.insert(said("assistant", "again")));
  must(
      context.insert(block_of("assistant", "opaque", R"({"type":"web_search_call","id":"ws_1"})", "openai-responses")));
  must(
      context.insert(block_of("assistant", "opaque", R"({"type":"web_search_call","id":"ws_1"})", "openai-responses")));
  must(context.commit());
  request = sent(context, "openai-responses");
  EXPECT_EQ(request.repairs, "reasoning_dropped opaque_dropped");
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

// RENDER-09, D-25: what is below a marker is a part of it.
TEST(Markers, WhatStandsBelowThemComesWithThem) {
  Context context = open_system_context();
  must(context.insert(named(said("user", "a long story"), "cb:a")));
  must(context.insert(named(said("user", "a word"), "cb:b")));
  must(context.insert(named(said("user", "a secret"), "cb:c")));
  must(context.commit());
  Component summary = marker_of("cb:summary", "data_covers", "cb:a");
  summary.content.reset();
  must(context.insert(named(summary, "cb:summary")));
  must(context.insert_under(said("user", "in short"), "cb:summary"));
  must(context.insert_under(said("user", "and shorter"), "cb:summary"));
  must(context.insert(named(marker_of("cb:replacement", "data_replaces", "cb:b"), "cb:new")));
  must(context.insert_under(said("user", "below the new"), "cb:new"));
  must(context.insert(named(marker_of("cb:redaction", "data_redacts", "cb:c"), "cb:gone")));
  must(context.insert_under(said("user", "why it went"), "cb:gone"));
  must(context.commit());
  std::string texts;
  const JsonValue request = must(parse_json(sent(context, "openai").bytes));
  for (const JsonValue& message : *request.find("messages")->as_array()) {
    texts += *message.find("content")->as_string() + "|";
  }
  EXPECT_EQ(texts, "in short|and shorter|in its place|below the new|[redacted]|why it went|");
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

TEST(SmallPrint, MediaAreWhatTheVendorsFetchAndShow) {
  const auto render = [](const std::string& kind, const std::string& json, std::string_view profile) {
    Context context = open_system_context();
    must(context.insert(block_of("user", kind, json)));
    must(context.commit());
    return must(context.latest()).render(profile);
  };
  for (const ProfileName& profile : profiles()) {
    for (const char* wrong :
         {R"("ftp://a/b.png")", R"("data:text/html;base64,AAAA")", R"({"url":"https://a/b","detail":"ultra"})"}) {
      const auto refused = render("image", wrong, profile.id);
      ASSERT_FALSE(refused.has_value()) << wrong;
      EXPECT_EQ(refused.error().rule, "E_CONTENT_INVALID");
    }
    EXPECT_TRUE(holds(must(render("image", R"("DATA:image/png;base64,AAAA")", profile.id)).bytes, "AAAA"));
    EXPECT_TRUE(render("document", R"({"text":null,"url":"https://a/b.pdf"})", profile.id).has_value() ||
                profile.id.starts_with("openai"));
    const bool fetches_buckets =
        render("image", R"({"media_type":"image/png","url":"gs://a/b.png"})", profile.id).has_value();
    EXPECT_EQ(fetches_buckets, profile.id == "gemini");
  }
}

TEST(SmallPrint, BreakpointsOfOthersAreTakenOutAtAnyDepth) {
  Context context = open_system_context();
  const std::string mark = R"("cache_control":{"type":"ephemeral"})";
  must(
      context.insert(block_of("user", "opaque",
                              R"({"type":"document","source":{"type":"content","content":[{"type":"text","text":"x",)" +
                                  mark + R"(}]},"title":"t"})",
                              "anthropic")));
  must(context.commit());
  EXPECT_FALSE(holds(sent(context, "anthropic").bytes, "cache_control"));
}

TEST(SmallPrint, MediaOfAResultAndWhatTheUserSaysNextAreOneContent) {
  Context context = open_system_context();
  must(context.insert(said("user", "q")));
  must(context.insert(block_of("assistant", "call", R"({"id":"c1","name":"look","arguments":{}})")));
  Component result = block_of("tool", "result", R"([{"kind":"image","content":"data:image/png;base64,AAAA"}])");
  result.attributes = {{"lw:call_id", "c1"}, {"lw:parts", true}};
  must(context.insert(result));
  must(context.commit());
  must(context.insert(said("user", "nice")));
  must(context.commit());
  const std::string bytes = sent(context, "gemini").bytes;
  EXPECT_TRUE(holds(bytes, R"(AAAA"}},{"text":"nice"})")) << bytes;
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
