// Provider profiles: the bytes of each vendor, and each repair. The shapes are those of
// docs/profiles.md.
#include <gtest/gtest.h>

#include <map>

#include "canon/blake3.h"
#include "canon/json_reader.h"
#include "latewood/render.h"
#include "render/provider_thread.h"
#include "support/context_probe.h"
#include "support/document/format.h"
#include "support/request/rules.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

Component block_with(const std::string& role, const std::string& kind, JsonValue content,
                     std::vector<JsonMember> attributes = {}) {
  Component block;
  block.role = role;
  block.kind = kind;
  block.content = std::move(content);
  block.attributes = std::move(attributes);
  return block;
}

Component text_block(const std::string& role, const std::string& words) { return block_with(role, "text", words); }

Component function_call(const std::string& id, const std::string& name, JsonValue arguments) {
  return block_with("assistant", "call",
                    make_object({{"id", id}, {"name", name}, {"arguments", std::move(arguments)}}));
}

Component function_result(const std::string& call_id, JsonValue content, std::vector<JsonMember> more = {}) {
  more.push_back({"lw:call_id", call_id});
  return block_with("tool", "result", std::move(content), std::move(more));
}

Component function_tool(const std::string& name) {
  Component block = block_with(
      "system", "tool",
      make_object({{"name", name}, {"description", "d"}, {"parameters", make_object({{"type", "object"}})}}));
  block.node_type = "cb:tool";
  return block;
}

// One turn for each list.
Context context_of(const std::vector<Component>& system, const std::vector<std::vector<Component>>& turns) {
  Context context = open_system_context();
  for (const Component& block : system) must(context.insert(block, -1));
  for (const auto& turn : turns) {
    for (const Component& block : turn) must(context.insert(block));
    must(context.commit());
  }
  return context;
}

Rendered render(const Context& context, std::string_view profile, View view = View::Effective) {
  Rendered rendered = must(must(context.latest()).render(profile, {view}));
  const std::string id = rendered.profile.id;
  EXPECT_EQ(request_faults(id, must(parse_json(rendered.bytes))), Faults()) << rendered.bytes;
  return rendered;
}

std::string repair_names(const Rendered& rendered) {
  std::string names;
  for (const Repair& repair : rendered.repairs) names.append(names.empty() ? "" : " ").append(to_string(repair.kind));
  return names;
}

// The bytes without breakpoints.
std::string plain(const Rendered& rendered) {
  std::string bytes = rendered.bytes;
  for (auto mark = rendered.marks.rbegin(); mark != rendered.marks.rend(); ++mark)
    bytes.erase(mark->begin, mark->end - mark->begin);
  return bytes;
}

Context weather() {
  return context_of({function_tool("get_weather"), text_block("system", "Be brief.")},
                    {{text_block("user", "Weather in Rome?")},
                     {text_block("assistant", "I look."), function_call("c1", "get_weather", "{\"city\": \"Rome\"}"),
                      function_result("c1", "sunny")},
                     {text_block("assistant", "Sunny."), text_block("user", "Thanks")}});
}

TEST(Profiles, OpenAiChatHasSystemTextAndResultsAmongTheMessages) {
  const Rendered rendered = render(weather(), "openai");
  EXPECT_EQ(
      rendered.bytes,
      R"({"tools":[{"type":"function","function":{"name":"get_weather","description":"d","parameters":{"properties":{},"type":"object"}}}],)"
      R"("messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Weather in Rome?"},)"
      R"({"role":"assistant","content":"I look.","tool_calls":[{"id":"c1","type":"function","function":{"name":"get_weather","arguments":"{\"city\": \"Rome\"}"}}]},)"
      R"({"role":"tool","tool_call_id":"c1","content":"sunny"},)"
      R"({"role":"assistant","content":"Sunny."},{"role":"user","content":"Thanks"}]})");
  EXPECT_EQ(repair_names(rendered), "");
}

TEST(Profiles, ResponsesIsAFlatListOfItems) {
  const Rendered rendered = render(weather(), "openai-responses");
  EXPECT_EQ(
      rendered.bytes,
      R"({"tools":[{"type":"function","name":"get_weather","description":"d","parameters":{"properties":{},"type":"object"},"strict":false}],)"
      R"("input":[{"type":"message","role":"system","content":"Be brief."},)"
      R"({"type":"message","role":"user","content":"Weather in Rome?"},)"
      R"({"type":"message","role":"assistant","content":"I look."},)"
      R"({"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{\"city\": \"Rome\"}"},)"
      R"({"type":"function_call_output","call_id":"c1","output":"sunny"},)"
      R"({"type":"message","role":"assistant","content":"Sunny."},{"type":"message","role":"user","content":"Thanks"}]})");
}

TEST(Profiles, AnthropicHasBlocksAndBreakpoints) {
  const Rendered rendered = render(weather(), "anthropic");
  EXPECT_EQ(
      rendered.bytes,
      R"({"tools":[{"name":"get_weather","description":"d","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}],)"
      R"("system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],)"
      R"("messages":[{"role":"user","content":[{"type":"text","text":"Weather in Rome?"}]},)"
      R"({"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"c1","name":"get_weather","input":{"city":"Rome"}}]},)"
      R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"sunny","cache_control":{"type":"ephemeral"}}]},)"
      R"({"role":"assistant","content":[{"type":"text","text":"Sunny."}]},)"
      R"({"role":"user","content":[{"type":"text","text":"Thanks","cache_control":{"type":"ephemeral"}}]}]})");
  EXPECT_EQ(rendered.marks.size(), 4U);
  EXPECT_EQ(plain(rendered).find("cache_control"), std::string::npos);
}

TEST(Profiles, GeminiAnswersCallsInAContentOfTheirOwn) {
  const Rendered rendered = render(weather(), "gemini");
  EXPECT_EQ(
      rendered.bytes,
      R"({"tools":[{"functionDeclarations":[{"name":"get_weather","description":"d","parametersJsonSchema":{"type":"object"}}]}],)"
      R"("systemInstruction":{"parts":[{"text":"Be brief."}]},)"
      R"("contents":[{"role":"user","parts":[{"text":"Weather in Rome?"}]},)"
      R"({"role":"model","parts":[{"text":"I look."},{"functionCall":{"id":"c1","name":"get_weather","args":{"city":"Rome"}},"thoughtSignature":"skip_thought_signature_validator"}]},)"
      R"({"role":"user","parts":[{"functionResponse":{"id":"c1","name":"get_weather","response":{"output":"sunny"}}}]},)"
      R"({"role":"model","parts":[{"text":"Sunny."}]},{"role":"user","parts":[{"text":"Thanks"}]}]})");
  EXPECT_EQ(repair_names(rendered), "signature_added");
}

TEST(Profiles, AreFoundByIdAndVersion) {
  EXPECT_EQ(must(find_profile("openai")), (ProfileName{"openai", 2}));
  EXPECT_EQ(must(find_profile("gemini@1")), (ProfileName{"gemini", 1}));
  for (const char* name : {"", "acme", "openai@", "openai@3", "openai@0", "openai@x", "openai@1 "}) {
    EXPECT_EQ(verdict(find_profile(name)), "E_PROFILE_UNKNOWN") << name;
  }
  EXPECT_EQ(profiles().size(), 10U);
}

TEST(Profiles, TheDocumentNamesEveryProfileAndRepair) {
  const std::string document = read_file(source_root() / "docs/profiles.md");
  for (const ProfileName& profile : profiles()) EXPECT_NE(document.find("| `" + profile.id + "` |"), std::string::npos);
  for (int kind = 0; kind <= static_cast<int>(RepairKind::ContentPurged); ++kind) {
    const std::string name(to_string(static_cast<RepairKind>(kind)));
    EXPECT_NE(document.find("| `" + name + "` |"), std::string::npos) << name;
  }
}

// Digests stand in stores, so a change of any of them is a mistake.
TEST(Profiles, TheDocumentHasTheDescriptionAndDigestOfEveryProfile) {
  std::map<std::string, std::vector<std::string>> documented;
  for (const auto& row : FormatDocument("../profiles.md").rows("Digest of")) documented[row[0]] = {row[1], row[2]};
  std::map<std::string, std::vector<std::string>> actual;
  const auto add = [&actual](const std::string& name, const std::optional<ProfileName>& profile) {
    actual[name] = {must(profile_digest(profile)).hex(), must(describe_profile(profile))};
  };
  add("the canonical thread", std::nullopt);
  // What attempts of the first version have; it left out the content of cores.
  actual["the first canonical thread"] = {blake3_of(render::kFirstThread).hex(), std::string(render::kFirstThread)};
  for (const ProfileName& profile : profiles()) add(to_string(profile), profile);
  EXPECT_EQ(documented, actual);
  for (const ProfileName& unknown : {ProfileName{"acme", 1}, ProfileName{"openai", 3}, ProfileName{"openai", 0}}) {
    EXPECT_EQ(verdict(profile_digest(unknown)), "E_PROFILE_UNKNOWN") << to_string(unknown);
  }
}

TEST(Profiles, UnitsNameTheNodeOfTheirBytes) {
  Context context = open_system_context();
  Component block = text_block("user", "find me");
  block.id = "cb:me";
  must(context.insert(block));
  must(context.commit());
  for (const ProfileName& profile : profiles()) {
    const Rendered rendered = render(context, profile.id);
    ASSERT_EQ(rendered.units.size(), 1U);
    EXPECT_EQ(rendered.units[0].id, "cb:me");
    const ByteRange range = rendered.units[0].bytes;
    EXPECT_NE(rendered.bytes.substr(range.begin, range.end - range.begin).find("find me"), std::string::npos);
  }
}

// ---- repairs ----

TEST(Repairs, ACallWithoutResultGetsAFixedOne) {
  const Context context =
      context_of({}, {{text_block("user", "hi"), function_call("c1", "f", "{}"), text_block("user", "well?")}});
  const Rendered rendered = render(context, "openai");
  EXPECT_EQ(repair_names(rendered), "result_added");
  EXPECT_NE(rendered.bytes.find(R"({"role":"tool","tool_call_id":"c1","content":"[no result]"})"), std::string::npos);
  EXPECT_EQ(repair_names(render(context, "anthropic")), "result_added tool_added");
}

TEST(Repairs, AResultThatLostItsCallIsTextInTags) {
  const Context context = context_of({}, {{text_block("user", "hi"), function_result("gone", "42")}});
  const Rendered rendered = render(context, "openai");
  EXPECT_EQ(repair_names(rendered), "result_as_text");
  EXPECT_NE(rendered.bytes.find(R"({"role":"user","content":"<tool_result>\n42\n</tool_result>"})"), std::string::npos);
}

TEST(Repairs, AResultInALaterTurnFollowsItsCall) {
  const Context context = context_of({}, {{text_block("user", "hi"), function_call("c1", "f", "{}")},
                                          {text_block("user", "?"), function_result("c1", "late")}});
  const Rendered rendered = render(context, "openai");
  EXPECT_EQ(repair_names(rendered), "result_moved");
  EXPECT_LT(rendered.bytes.find("late"), rendered.bytes.find("\"?\""));
}

TEST(Repairs, OfTwoResultsTheFirstAnswers) {
  const Context context = context_of({}, {{text_block("user", "hi"), function_call("c1", "f", "{}"),
                                           function_result("c1", "a"), function_result("c1", "b")}});
  EXPECT_EQ(repair_names(render(context, "openai")), "result_as_text");
}

TEST(Repairs, CallsInOneMessageKeepTheOrderOfTheirResults) {
  const Context context =
      context_of({}, {{text_block("user", "hi"), function_call("c1", "f", "{}"), function_call("c2", "f", "{}"),
                       function_result("c2", "two"), function_result("c1", "one")}});
  const Rendered rendered = render(context, "openai");
  EXPECT_EQ(repair_names(rendered), "");
  EXPECT_LT(rendered.bytes.find("two"), rendered.bytes.find("one"));
}

TEST(Repairs, AnIdThatIsUsedAgainIsNumberedWhereItMustBeUnique) {
  const Context context =
      context_of({}, {{text_block("user", "hi"), function_call("c1", "f", "{}"), function_result("c1", "a")},
                      {function_call("c1", "f", "{}"), function_result("c1", "b")}});
  EXPECT_EQ(repair_names(render(context, "openai")), "");
  const Rendered rendered = render(context, "anthropic");
  EXPECT_EQ(repair_names(rendered), "call_id_rewritten tool_added");
  EXPECT_NE(rendered.bytes.find(R"("tool_use_id":"c1_2","content":"b")"), std::string::npos);
}

TEST(Repairs, ArgumentsThatAreNoObjectAreWrapped) {
  const Context context =
      context_of({function_tool("f")},
                 {{text_block("user", "hi"), function_call("c1", "f", "half {"), function_result("c1", "a")}});
  EXPECT_NE(render(context, "openai").bytes.find(R"("arguments":"half {")"), std::string::npos);
  const Rendered rendered = render(context, "anthropic");
  EXPECT_EQ(repair_names(rendered), "arguments_rewritten");
  EXPECT_NE(rendered.bytes.find(R"("input":{"arguments":"half {"})"), std::string::npos);
}

TEST(Repairs, AConversationStartsWithTheUserWhereItMust) {
  const Context context = context_of({}, {{text_block("assistant", "Hello!"), text_block("user", "hi")}});
  EXPECT_EQ(repair_names(render(context, "openai")), "");
  EXPECT_EQ(repair_names(render(context, "anthropic")), "user_added");
  EXPECT_EQ(repair_names(render(context, "gemini")), "user_added");
}

TEST(Repairs, NeighboursOfOneRoleAreOneMessageAlsoAcrossTurns) {
  const Context context = context_of({}, {{text_block("user", "a")}, {text_block("user", "b")}});
  EXPECT_NE(plain(render(context, "anthropic")).find(R"([{"type":"text","text":"a"},{"type":"text","text":"b"}])"),
            std::string::npos);
  EXPECT_NE(render(context, "gemini").bytes.find(R"("parts":[{"text":"a"},{"text":"b"}])"), std::string::npos);
}

TEST(Repairs, SystemTextWithinTheConversationStaysWhereItIs) {
  const Context context = context_of({}, {{text_block("user", "a"), text_block("system", "from now on in French")}});
  EXPECT_EQ(repair_names(render(context, "openai")), "");
  const Rendered rendered = render(context, "anthropic");
  EXPECT_EQ(repair_names(rendered), "system_as_user");
  EXPECT_NE(rendered.bytes.find(R"(<system>\nfrom now on in French\n</system>)"), std::string::npos);
}

TEST(Repairs, BlankTextAndTrailingSpaceGoWhereTheyAreRefused) {
  const Context context =
      context_of({}, {{text_block("user", "a"), text_block("user", " \n"), text_block("assistant", "So: ")}});
  EXPECT_EQ(repair_names(render(context, "openai")), "");
  EXPECT_EQ(repair_names(render(context, "anthropic")), "empty_dropped text_trimmed");
}

TEST(Repairs, TheLastDefinitionOfAToolStands) {
  Component second = function_tool("f");
  second.content = make_object({{"name", "f"}, {"description", "new"}});
  const Context context = context_of({function_tool("f"), second}, {{text_block("user", "a"), function_tool("g")}});
  const Rendered rendered = render(context, "openai");
  EXPECT_EQ(repair_names(rendered), "tool_dropped tool_dropped");
  EXPECT_NE(rendered.bytes.find(R"("tools":[{"type":"function","function":{"name":"f","description":"new"}}])"),
            std::string::npos);
}

// ---- kinds of content ----

TEST(Content, ImagesGoByValueOrByReference) {
  const Context context = context_of(
      {}, {{block_with("user", "image", "data:image/png;base64,AAAA"),
            block_with("user", "image", make_object({{"url", "https://example.com/a.png"}, {"detail", "low"}}))}});
  EXPECT_NE(render(context, "openai")
                .bytes.find(R"({"type":"image_url","image_url":{"url":"https://example.com/a.png","detail":"low"}})"),
            std::string::npos);
  EXPECT_NE(render(context, "openai-responses")
                .bytes.find(R"({"type":"input_image","image_url":"data:image/png;base64,AAAA","detail":"auto"})"),
            std::string::npos);
  EXPECT_NE(plain(render(context, "anthropic"))
                .find(R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}})"),
            std::string::npos);
  EXPECT_NE(render(context, "gemini").bytes.find(R"({"inlineData":{"mimeType":"image/png","data":"AAAA"}})"),
            std::string::npos);
}

TEST(Content, ReasoningGoesBackToWhoSignedIt) {
  const auto thought = [](const char* vendor) {
    return block_with("assistant", "reasoning", make_object({{"text", "hm"}, {"signature", "sig"}, {"id", "rs_1"}}),
                      {{"lw:vendor", vendor}});
  };
  const Context claude =
      context_of({}, {{text_block("user", "a"), thought("anthropic"), text_block("assistant", "b")}});
  EXPECT_NE(render(claude, "anthropic").bytes.find(R"({"type":"thinking","thinking":"hm","signature":"sig"})"),
            std::string::npos);
  EXPECT_EQ(repair_names(render(claude, "openai-responses")), "reasoning_dropped");
  EXPECT_EQ(repair_names(render(claude, "openai")), "reasoning_dropped");
  const Context openai =
      context_of({}, {{text_block("user", "a"), thought("openai-responses"), text_block("assistant", "b")}});
  EXPECT_NE(
      render(openai, "openai-responses")
          .bytes.find(
              R"({"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"sig"})"),
      std::string::npos);
}

TEST(Content, AnOpaqueItemIsTakenByItsVendorAndRefusedByNameElsewhere) {
  const Context context = context_of(
      {}, {{text_block("user", "a"), block_with("assistant", "opaque", make_object({{"type", "server_tool_use"}}),
                                                {{"lw:vendor", "anthropic"}})}});
  EXPECT_TRUE(must(context.latest()).render("anthropic"));
  for (const char* profile : {"openai", "openai-responses", "gemini"}) {
    const auto refused = must(context.latest()).render(profile);
    EXPECT_EQ(verdict(refused), "E_VENDOR_BOUND");
    EXPECT_NE(refused.error().message.find("an item of anthropic, which "), std::string::npos)
        << refused.error().message;
  }
}

TEST(Content, HalfAPairOfOpaqueItemsIsDropped) {
  const auto item = [](const char* type, const char* key) {
    return block_with("assistant", "opaque", make_object({{"type", type}, {key, "s1"}}), {{"lw:vendor", "anthropic"}});
  };
  const Component use = item("server_tool_use", "id");
  const Component found = item("web_search_tool_result", "tool_use_id");
  const auto repairs = [](const Context& context) {
    return repair_names(must(must(context.latest()).render("anthropic")));
  };
  EXPECT_EQ(repairs(context_of({}, {{text_block("user", "a"), use, found, text_block("user", "b")}})), "");
  EXPECT_EQ(repairs(context_of({}, {{text_block("user", "a"), use, text_block("user", "b")}})), "opaque_dropped");
  EXPECT_EQ(repairs(context_of({}, {{text_block("user", "a"), found, text_block("user", "b")}})), "opaque_dropped");
  EXPECT_EQ(repairs(context_of({}, {{text_block("user", "a"), use}})), "");
}

TEST(Content, ImagesOfAResultFollowItWhereToolsCanOnlySayText) {
  const JsonValue parts(JsonValue::Array{make_object({{"kind", "text"}, {"content", "see"}}),
                                         make_object({{"kind", "image"}, {"content", "data:image/png;base64,AAAA"}})});
  const Context context = context_of({function_tool("f")}, {{text_block("user", "a"), function_call("c1", "f", "{}"),
                                                             function_result("c1", parts, {{"lw:parts", true}})}});
  EXPECT_EQ(repair_names(render(context, "openai")), "role_changed");
  EXPECT_EQ(repair_names(render(context, "anthropic")), "");
  EXPECT_NE(render(context, "openai").bytes.find(R"({"role":"user","content":[{"type":"image_url")"),
            std::string::npos);
}

TEST(Content, NothingToSayIsAnErrorWithAName) {
  const Context context = context_of({text_block("system", "Be brief.")}, {{}});
  EXPECT_TRUE(must(context.latest()).render("openai"));
  EXPECT_EQ(verdict(must(context.latest()).render("anthropic")), "E_RENDER_EMPTY");
}

// ---- views: D-25 ----

TEST(Views, AReplacementStandsWhereTheOriginalStood) {
  Context context = open_system_context();
  Component first = text_block("user", "teh question");
  first.id = "cb:q";
  must(context.insert(first));
  must(context.insert(text_block("assistant", "an answer")));
  must(context.commit());
  must(context.replace("cb:q", {"the question", {}}));
  must(context.commit());
  EXPECT_EQ(render(context, "openai").bytes,
            R"({"messages":[{"role":"user","content":"the question"},{"role":"assistant","content":"an answer"}]})");
  EXPECT_NE(render(context, "openai", View::Structural).bytes.find("teh question"), std::string::npos);
}

TEST(Views, ARedactedBlockIsAPlaceholderAndARedactedCallTakesItsResultOutOfTheExchange) {
  Context context = open_system_context();
  Component secret = function_call("c1", "f", "secret");
  secret.id = "cb:secret";
  must(context.insert(text_block("user", "hi")));
  must(context.insert(secret));
  must(context.insert(function_result("c1", "42")));
  must(context.commit());
  must(context.delete_nodes({"cb:secret"}));
  must(context.commit());
  const Rendered rendered = render(context, "openai");
  EXPECT_EQ(rendered.bytes,
            R"({"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"[redacted]"},)"
            R"({"role":"user","content":"<tool_result>\n42\n</tool_result>"}]})");
  EXPECT_EQ(repair_names(rendered), "result_as_text");
}

TEST(Views, ASummaryStandsForWhatItCovers) {
  Context context =
      context_of({}, {{text_block("user", "one")}, {text_block("assistant", "two")}, {text_block("user", "three")}});
  const std::vector<std::string> turns = must(context.latest()).turns().value();
  Component summary = text_block("user", "one and two");
  summary.node_type = "cb:summary";
  summary.attributes = {{"data_covers", JsonValue(JsonValue::Array{turns[0], turns[1]})}};
  must(context.insert(summary));
  must(context.commit());
  EXPECT_EQ(render(context, "openai").bytes,
            R"({"messages":[{"role":"user","content":"one and two"},{"role":"user","content":"three"}]})");
}

// ---- attempts by profile: ATT-07, D-12 ----

TEST(AttemptsByProfile, RecordTheProfileAndTheDigestOfItsBytes) {
  Context context = open_system_context();
  must(context.insert(text_block("user", "hi")));
  AttemptRequest request;
  request.profile = "anthropic";
  const AttemptTicket ticket = must(context.begin_attempt(request));
  EXPECT_EQ(ticket.bytes, must(context.preview("anthropic")).bytes);
  const Attempt attempt = context.attempts().at(0);
  EXPECT_EQ(attempt.profile, (ProfileName{"anthropic", 2}));
  EXPECT_EQ(attempt.bytes_digest, blake3_of(ticket.bytes));
  must(context.end_attempt(ticket.attempt_id, {}));
  must(context.commit());
  EXPECT_EQ(must(must(context.latest()).render("anthropic")).bytes, ticket.bytes);
}

TEST(AttemptsByProfile, TheBoundaryComparesTheSameProduct) {
  Context context = open_system_context();
  must(context.insert(text_block("user", "hi")));
  AttemptRequest request;
  request.profile = "openai@1";
  must(context.end_attempt(must(context.begin_attempt(request)).attempt_id, {}));
  must(context.insert(text_block("user", "too late")));
  EXPECT_EQ(verdict(context.commit()), "E_BOUNDARY_MISMATCH");
}

TEST(AttemptsByProfile, AnUnknownProfileIsRefusedBeforeAnythingIsRecorded) {
  Context context = open_system_context();
  must(context.insert(text_block("user", "hi")));
  AttemptRequest request;
  request.profile = "acme";
  EXPECT_EQ(verdict(context.begin_attempt(request)), "E_PROFILE_UNKNOWN");
  EXPECT_TRUE(context.attempts().empty());
}

}  // namespace
}  // namespace latewood::test
