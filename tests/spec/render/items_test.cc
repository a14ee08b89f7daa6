// Opaque items of vendors: halves that belong together, calls among them, and reasoning.
#include <gtest/gtest.h>

#include "latewood/chat_log.h"
#include "latewood/render.h"
#include "support/context_probe.h"
#include "support/request/sent_request.h"

namespace latewood::test {
namespace {

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
  for (const char* opaque_item :
       {R"({"functionCall":{"name":"f","args":{}}})", R"({"functionResponse":{"name":"f"}})"}) {
    Context context = open_system_context();
    must(context.insert(said("user", "q")));
    must(context.insert(block_of("assistant", "opaque", opaque_item, "gemini")));
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
  const Sent back = sent(imported_chat(log, ChatFormat::Anthropic), "anthropic");
  EXPECT_FALSE(holds(back.bytes, "caller")) << back.bytes;
  EXPECT_EQ(back.repairs, "opaque_dropped");
}

TEST(OpaquePairs, ACallOfTheModelStaysItsOwn) {
  std::string log(kProgramCall);
  const std::string_view caller = R"({"tool_id":"srv1","type":"code_execution"})";
  log.replace(log.find(caller), caller.size(), R"({"type":"direct"})");
  EXPECT_TRUE(
      holds(sent(imported_chat(log, ChatFormat::Anthropic), "anthropic").bytes, R"("caller":{"type":"direct"})"));
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

Context context_of_blocks(const std::vector<Component>& blocks) {
  Context context = open_system_context();
  for (const Component& block : blocks) must(context.insert(block));
  must(context.commit());
  return context;
}

Component opaque_item(const std::string& json, const std::string& vendor = "openai-responses") {
  return block_of("assistant", "opaque", json, vendor);
}

// A tool of the vendor and one of the user, called together: the result of one comes before what the other found.
TEST(OpaquePairs, ResultsAloneAreNotSpeaking) {
  const std::string log =
      R"({"messages":[{"role":"user","content":[{"type":"text","text":"q"}]},)"
      R"({"role":"assistant","content":[{"type":"server_tool_use","id":"s1","name":"web_search","input":{}},)"
      R"({"type":"tool_use","id":"t1","name":"query","input":{}}]},)"
      R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"3"}]},)"
      R"({"role":"assistant","content":[{"type":"web_search_tool_result","tool_use_id":"s1","content":[]},)"
      R"({"type":"text","text":"Three."}]},{"role":"user","content":[{"type":"text","text":"thanks"}]}],)"
      R"("tools":[{"name":"query","input_schema":{"type":"object"}}]})";
  expect_back(log, "anthropic", ChatFormat::Anthropic);
  std::string spoken = log;
  const std::string_view result = R"("content":"3"})";
  spoken.insert(spoken.find(result) + result.size(), R"(,{"type":"text","text":"and?"})");
  EXPECT_EQ(sent(imported_chat(spoken, ChatFormat::Anthropic), "anthropic").repairs, "opaque_dropped opaque_dropped");
}

TEST(OpaqueCalls, WhatNobodyAnswersDoesNotWait) {
  EXPECT_EQ(
      sent(context_of_blocks({said("user", "q"), opaque_item(R"({"type":"function_call","call_id":"c1","name":"f"})")}),
           "openai-responses")
          .repairs,
      "opaque_dropped");
  EXPECT_EQ(sent(context_of_blocks({said("user", "q"), opaque_item(R"({"type":"tool_use","id":"t1"})", "anthropic")}),
                 "anthropic")
                .repairs,
            "opaque_dropped");
  EXPECT_EQ(
      sent(context_of_blocks({said("user", "q"), opaque_item(R"({"type":"server_tool_use","id":"s1"})", "anthropic")}),
           "anthropic")
          .repairs,
      "");
}

TEST(OpaqueCalls, ReasoningDoesNotStayBehindAlone) {
  const std::vector<Component> thought = {
      said("user", "q"), opaque_item(R"({"type":"reasoning","id":"rs_1","summary":[]})"),
      opaque_item(R"({"type":"function_call","call_id":"c1","name":"f"})"), said("user", "so?")};
  EXPECT_EQ(sent(context_of_blocks(thought), "openai-responses").repairs, "opaque_dropped reasoning_dropped");
  const Component thinking = opaque_item(R"({"type":"thinking","thinking":"hm","signature":"sig"})", "anthropic");
  EXPECT_EQ(sent(context_of_blocks({said("user", "q"), thinking}), "anthropic").repairs, "reasoning_dropped");
}

// Whichever comes first keeps the id.
TEST(OpaqueCalls, ShareTheIdsOfCalls) {
  const Component call = block_of("assistant", "call", R"({"id":"c1","name":"f","arguments":{}})");
  const Component same = opaque_item(R"({"type":"function_call","call_id":"c1","name":"f","arguments":"{}"})");
  const Component output = opaque_item(R"({"type":"function_call_output","call_id":"c1","output":""})");
  EXPECT_EQ(sent(context_of_blocks({said("user", "q"), same, output, call}), "openai-responses").repairs,
            "call_id_rewritten result_added");
  EXPECT_EQ(sent(context_of_blocks({said("user", "q"), call, same, output}), "openai-responses").repairs,
            "opaque_dropped result_added opaque_dropped");
}

TEST(OpaqueCalls, FunctionsOfGeminiAreNoPartsOfResults) {
  Component result = block_of("tool", "result", R"([{"kind":"opaque","content":{"functionCall":{"name":"f"}}}])");
  result.attributes = {{"lw:call_id", "c1"}, {"lw:parts", true}, {"lw:vendor", "gemini"}};
  const Component call = block_of("assistant", "call", R"({"id":"c1","name":"f","arguments":{}})");
  const auto refused = must(context_of_blocks({said("user", "q"), call, result}).latest()).render("gemini");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().rule, "E_CONTENT_INVALID");
}

TEST(OpaqueTools, KeepWhatIsNoBreakpoint) {
  Context context = open_system_context();
  must(context.insert(
      tool_of(
          R"({"cache_control":{"type":"ephemeral"},"input_examples":[{"cache_control":"x"}],"name":"t","type":"own"})",
          "anthropic"),
      -1));
  must(context.insert(said("user", "q")));
  must(context.commit());
  const std::string bytes = sent(context, "anthropic").bytes;
  EXPECT_TRUE(holds(bytes, R"({"input_examples":[{"cache_control":"x"}],"name":"t","type":"own"})")) << bytes;
}

}  // namespace
}  // namespace latewood::test
