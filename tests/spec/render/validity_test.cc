// Requests that used to go out wrong: each from what a user's log or tree says, by way of the importers where they
// read it. docs/profiles.md has the rules.
#include <gtest/gtest.h>

#include "latewood/chat_log.h"
#include "latewood/render.h"
#include "support/context_probe.h"
#include "support/request/sent_request.h"

namespace latewood::test {
namespace {

// ---- what logs say ----

TEST(LogsComeBack, ATextWithMoreMembersStaysTheSystemsText) {
  const std::string log =
      R"({"messages":[{"role":"system","content":[{"type":"text","text":"RULES","cache_control":{"type":"ephemeral"}}]},)"
      R"({"role":"user","content":[{"type":"text","text":"a","x":1},{"type":"text","text":"b"}]}]})";
  expect_back(log, "openai", ChatFormat::OpenAi);
  EXPECT_TRUE(holds(sent(imported_chat(log), "anthropic").bytes, R"("system":[{"type":"text","text":"RULES"}])"));
}

TEST(LogsComeBack, ARefusalAndASpokenAnswerDoWithoutContent) {
  expect_back(R"({"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"refusal":"no"},)"
              R"({"role":"user","content":"x"},{"role":"assistant","audio":{"id":"a1"}}]})",
              "openai", ChatFormat::OpenAi);
  // Without either the vendor demands a content.
  EXPECT_TRUE(holds(
      sent(imported_chat(R"([{"role":"user","content":"hi"},{"role":"assistant","content":null}])"), "openai").bytes,
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
      imported_chat(R"({"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b","id":"msg_1"}]})",
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
  const Context context = imported_chat(
      R"({"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[]},{"role":"user","content":"b"}]})",
      ChatFormat::Anthropic);
  EXPECT_EQ(sent(context, "anthropic").repairs, "empty_dropped");
  EXPECT_TRUE(holds(sent(context, "openai").bytes, R"({"role":"assistant","content":""})"));
}

TEST(LogsComeBack, BlankPartsOfAResultAreReported) {
  const Context context = imported_chat(
      R"({"messages":[{"role":"user","content":"a"},)"
      R"({"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]},)"
      R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":" "}]}]}],)"
      R"("tools":[{"name":"f","input_schema":{"type":"object"}}]})",
      ChatFormat::Anthropic);
  EXPECT_EQ(sent(context, "anthropic").repairs, "empty_dropped");
}

// ---- calls and results ----

// What the assistant said by another member than `content` is said to every vendor.
TEST(LogsComeBack, RefusalsAreWordsToOthers) {
  for (const std::string content : {R"("content":null,)", ""}) {
    const std::string log = R"({"messages":[{"role":"user","content":"q"},{"role":"assistant",)" + content +
                            R"("refusal":"I can't."},{"role":"user","content":"why?"}]})";
    expect_back(log, "openai", ChatFormat::OpenAi);
    for (const char* other : {"openai-responses", "anthropic", "gemini"}) {
      const Sent request = sent(imported_chat(log), other);
      EXPECT_TRUE(holds(request.bytes, "I can't.")) << request.bytes;
      EXPECT_EQ(request.repairs, "");
    }
  }
}

TEST(LogsComeBack, SpokenAnswersAreTheirTranscripts) {
  const std::string before =
      R"({"messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"audio":)";
  const std::string spoken = before + R"({"id":"a1","transcript":"Hello."}},{"role":"user","content":"hi"}]})";
  expect_back(spoken, "openai", ChatFormat::OpenAi);
  const Sent request = sent(imported_chat(spoken), "anthropic");
  EXPECT_TRUE(holds(request.bytes, "Hello.")) << request.bytes;
  EXPECT_EQ(request.repairs, "content_as_text");
  const Context silent = imported_chat(before + R"({"id":"a1"}},{"role":"user","content":"hi"}]})");
  const auto refused = must(silent.latest()).render("gemini");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().rule, "E_VENDOR_BOUND");
}

TEST(LogsComeBack, ThinkingWithoutSignatureIsReasoning) {
  const std::string log =
      R"({"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},)"
      R"({"type":"text","text":"a"}]}]})";
  for (const char* profile : {"anthropic", "openai"}) {
    EXPECT_EQ(sent(imported_chat(log, ChatFormat::Anthropic), profile).repairs, "reasoning_dropped") << profile;
  }
}

TEST(LogsComeBack, WhatTheProfileRefusesInANeutralShape) {
  for (const std::string image :
       {R"({"url":"file:///a.png"})", R"({"url":"data:application/octet-stream;base64,AAAA"})",
        R"({"url":"data:image/png;base64,AAAA","detail":"best"})",
        R"({"url":"https://a/b.png","detail":"original"})"}) {
    expect_back(R"({"messages":[{"role":"user","content":[{"type":"image_url","image_url":)" + image + "}]}]}",
                "openai", ChatFormat::OpenAi);
  }
  expect_back(R"({"messages":[{"role":"user","name":5,"content":"q"}]})", "openai", ChatFormat::OpenAi);
}

// A failed tool has to say something, in words.
TEST(Errors, OfAnthropicAreWords) {
  const auto request = [](const std::string& json, bool is_parts) {
    Context context = open_system_context();
    must(context.insert(said("user", "q")));
    must(context.insert(block_of("assistant", "call", R"({"id":"c1","name":"f","arguments":{}})")));
    Component result = block_of("tool", "result", json);
    result.attributes = {{"lw:call_id", "c1"}, {"lw:is_error", true}, {"lw:parts", is_parts}};
    must(context.insert(result));
    must(context.commit());
    return sent(context, "anthropic");
  };
  const std::string_view failed = R"("content":"[error]","is_error":true)";
  EXPECT_TRUE(holds(request(R"("")", false).bytes, failed));
  EXPECT_TRUE(holds(request("[]", true).bytes, failed));
  EXPECT_EQ(request(R"("")", false).repairs, "tool_added error_rewritten");
  const Sent shown = request(R"([{"kind":"image","content":"data:image/png;base64,AAAA"}])", true);
  EXPECT_FALSE(holds(shown.bytes, "is_error")) << shown.bytes;
  EXPECT_EQ(shown.repairs, "tool_added error_rewritten");
  EXPECT_EQ(request(R"("no such file")", false).repairs, "tool_added");
}

TEST(CallsOfOneId, AreAnsweredInTheirOrder) {
  const Context context = imported_chat(
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

TEST(Tools, SchemasThatAreRefusedAtTheTop) {
  const auto render = [](const std::string& parameters, std::string_view profile) {
    Context context = open_system_context();
    must(context.insert(tool_of(R"({"name":"f","parameters":)" + parameters + "}"), -1));
    must(context.insert(said("user", "q")));
    must(context.commit());
    return must(context.latest()).render(profile);
  };
  for (const ProfileName& profile : profiles()) {
    const auto refused = render(R"({"type":"object","properties":{},"anyOf":[]})", profile.id);
    EXPECT_EQ(refused.has_value(), profile.id == "gemini");
    EXPECT_EQ(refused ? "E_TOOL_INVALID" : refused.error().rule, "E_TOOL_INVALID");
    EXPECT_EQ(render(R"({"type":"object","not":{}})", profile.id).has_value(), !profile.id.starts_with("openai"));
    const bool names_none = holds(must(render(R"({"type":"object"})", profile.id)).bytes, R"("properties":{})");
    EXPECT_EQ(names_none, profile.id.starts_with("openai"));
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
TEST(Markers, AReplacementIsWhatItsOriginalWasUnlessItSaysOtherwise) {
  Context context = open_system_context();
  must(context.insert(said("user", "q")));
  must(context.insert(block_of("assistant", "call", R"({"id":"c1","name":"f","arguments":{}})")));
  Component result = named(block_of("tool", "result", R"("old")"), "cb:result");
  result.attributes = {{"lw:call_id", "c1"}};
  must(context.insert(result));
  Component marker = marker_of("cb:replacement", "data_replaces", "cb:result");
  marker.kind.reset();
  marker.role.reset();
  must(context.insert(marker));
  must(context.commit());
  const Sent request = sent(context, "openai");
  EXPECT_EQ(request.repairs, "");
  EXPECT_TRUE(holds(request.bytes, R"({"role":"tool","tool_call_id":"c1","content":"in its place"})")) << request.bytes;
}

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

TEST(SmallPrint, ImagesAreOfTypesThatTheVendorKnows) {
  const auto takes = [](const std::string& type, std::string_view profile) {
    Context context = open_system_context();
    must(context.insert(block_of("user", "image", "\"data:image/" + type + ";base64,AAAA\"")));
    must(context.commit());
    const auto rendered = must(context.latest()).render(profile);
    EXPECT_EQ(rendered ? "E_CONTENT_UNSUPPORTED" : rendered.error().rule, "E_CONTENT_UNSUPPORTED");
    return rendered.has_value();
  };
  for (const ProfileName& profile : profiles()) {
    EXPECT_TRUE(takes("png", profile.id));
    EXPECT_FALSE(takes("svg+xml", profile.id));
    EXPECT_EQ(takes("gif", profile.id), profile.id != "gemini");
    EXPECT_EQ(takes("heic", profile.id), profile.id == "gemini");
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
