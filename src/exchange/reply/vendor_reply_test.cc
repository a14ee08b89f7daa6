#include "latewood/vendor_reply.h"

#include <gtest/gtest.h>

#include "canon/json_writer.h"

namespace latewood {
namespace {

// Role, kind and content of blocks, with their attributes.
std::string lines_of(const std::vector<Component>& blocks) {
  std::string lines;
  for (const Component& block : blocks) {
    lines.append(*block.role + " " + *block.kind + " " + canonical_json(*block.content));
    for (const JsonMember& attribute : block.attributes) {
      lines.append(" " + attribute.key + "=" + canonical_json(attribute.value));
    }
    lines.append("\n");
  }
  return lines;
}

std::string facts_of(const VendorReply& reply) {
  const auto number = [](const std::optional<std::uint64_t>& count) { return count ? std::to_string(*count) : "-"; };
  const VendorUsage& usage = reply.usage;
  return reply.id.value_or("-") + " " + reply.model.value_or("-") + " " + reply.stop_reason.value_or("-") + " " +
         number(usage.input) + "/" + number(usage.output) + " cached " + number(usage.cached) + " written " +
         number(usage.cache_write) + "," + number(usage.cache_write_1h) + " reasoning " + number(usage.reasoning);
}

VendorReply read(std::string_view body, const VendorReplyOptions& options = {}) {
  auto reply = read_vendor_reply(body, options);
  EXPECT_TRUE(reply) << reply.error().message;
  return reply ? *std::move(reply) : VendorReply();
}

constexpr std::string_view kOpenAi =
    R"({"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"gpt-x","choices":[{"index":0,"message":{
    "role":"assistant","content":"Let me look.","refusal":null,"tool_calls":[
    {"id":"c1","type":"function","function":{"name":"f","arguments":"{\"b\": 1, \"a\": 2}"}}]},
    "logprobs":null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":100,"completion_tokens":20,
    "total_tokens":120,"prompt_tokens_details":{"cached_tokens":64},
    "completion_tokens_details":{"reasoning_tokens":8}}})";

constexpr std::string_view kOpenAiBlocks =
    R"(assistant text "Let me look." lw:message_members={"openai":{"refusal":null}} lw:message="chatcmpl-1")"
    "\n"
    R"(assistant call {"arguments":"{\"b\": 1, \"a\": 2}","id":"c1","name":"f"} lw:message="chatcmpl-1")"
    "\n";

TEST(VendorReply, OpenAiAnswersWithTextCallsAndUsage) {
  const VendorReply reply = read(kOpenAi);
  EXPECT_EQ(reply.format, ChatFormat::OpenAi);
  EXPECT_FALSE(reply.is_stream);
  EXPECT_TRUE(reply.is_complete);
  EXPECT_EQ(lines_of(reply.blocks), kOpenAiBlocks);
  EXPECT_EQ(facts_of(reply), "chatcmpl-1 gpt-x tool_calls 100/20 cached 64 written -,- reasoning 8");
}

TEST(VendorReply, OpenAiChunksAreJoinedIntoTheSame) {
  const VendorReply reply = read(
      R"(data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-x","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"finish_reason":null}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-x","choices":[{"index":0,"delta":{"content":"Let me"},"finish_reason":null}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-x","choices":[{"index":0,"delta":{"content":" look."},"finish_reason":null}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-x","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}]},"finish_reason":null}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-x","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"b\": 1,"}}]},"finish_reason":null}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-x","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":" \"a\": 2}"}}]},"finish_reason":null}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-x","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","model":"gpt-x","choices":[],"usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120,"prompt_tokens_details":{"cached_tokens":64},"completion_tokens_details":{"reasoning_tokens":8}}}

data: [DONE]

)");
  EXPECT_TRUE(reply.is_stream);
  EXPECT_TRUE(reply.is_complete);
  EXPECT_EQ(lines_of(reply.blocks), kOpenAiBlocks);
  EXPECT_EQ(facts_of(reply), "chatcmpl-1 gpt-x tool_calls 100/20 cached 64 written -,- reasoning 8");
}

TEST(VendorReply, ARefusalOfOpenAiIsItsText) {
  const VendorReply reply = read(
      R"({"id":"x","choices":[{"message":{"role":"assistant","content":null,"refusal":"No."},"finish_reason":"stop"}]})");
  EXPECT_EQ(lines_of(reply.blocks), "assistant text \"No.\" lw:content=\"refusal\"\n");
}

constexpr std::string_view kAnthropic =
    R"({"id":"msg_1","type":"message","role":"assistant","model":"claude-x","content":[
    {"type":"thinking","thinking":"Hm.","signature":"sig"},{"type":"text","text":"Hi","citations":null},
    {"type":"tool_use","id":"t1","name":"f","input":{"b":1,"a":2.50}}],"stop_reason":"tool_use","stop_sequence":null,
    "usage":{"input_tokens":10,"cache_creation_input_tokens":30,"cache_read_input_tokens":60,
    "cache_creation":{"ephemeral_5m_input_tokens":20,"ephemeral_1h_input_tokens":10},"output_tokens":7,
    "output_tokens_details":{"thinking_tokens":3}}})";

constexpr std::string_view kAnthropicBlocks =
    R"(assistant reasoning {"signature":"sig","text":"Hm."} lw:vendor="anthropic" lw:message="msg_1")"
    "\n"
    R"(assistant text "Hi" lw:members={"anthropic":{"citations":null}} lw:message="msg_1")"
    "\n"
    R"(assistant call {"arguments":"{\"b\":1,\"a\":2.50}","id":"t1","name":"f"} lw:message="msg_1")"
    "\n";

constexpr std::string_view kAnthropicEvents =
    R"(event: message_start
data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-x","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":10,"cache_creation_input_tokens":30,"cache_read_input_tokens":60,"cache_creation":{"ephemeral_5m_input_tokens":20,"ephemeral_1h_input_tokens":10},"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

event: ping
data: {"type":"ping"}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"sig"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"","citations":null}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hi"}}

event: content_block_start
data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"t1","name":"f","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"b\": 1, "}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"\"a\": 2.50}"}}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":7,"output_tokens_details":{"thinking_tokens":3}}}

event: message_stop
data: {"type":"message_stop"}

)";

TEST(VendorReply, AnthropicAnswersWithThinkingTextCallsAndCacheCounters) {
  for (const std::string_view body : {kAnthropic, kAnthropicEvents}) {
    const VendorReply reply = read(body);
    EXPECT_EQ(reply.format, ChatFormat::Anthropic);
    EXPECT_TRUE(reply.is_complete);
    EXPECT_EQ(lines_of(reply.blocks), kAnthropicBlocks);
    // The request is what was read from the cache, written to it, and the rest.
    EXPECT_EQ(facts_of(reply), "msg_1 claude-x tool_use 100/7 cached 60 written 30,10 reasoning 3");
  }
}

constexpr std::string_view kResponses =
    R"({"id":"resp_1","object":"response","created_at":1,"status":"completed","error":null,"incomplete_details":null,
    "model":"gpt-x","output":[{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"Think."}],
    "encrypted_content":"enc"},{"id":"msg_1","type":"message","status":"completed","role":"assistant",
    "content":[{"type":"output_text","annotations":[],"text":"Hi"}]},{"id":"fc_1","type":"function_call",
    "status":"completed","call_id":"c1","name":"f","arguments":"{\"b\": 1}"},{"id":"ws_1","type":"web_search_call",
    "status":"completed"}],"usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":64},"output_tokens":20,
    "output_tokens_details":{"reasoning_tokens":8},"total_tokens":120}})";

constexpr std::string_view kResponsesBlocks =
    R"(assistant reasoning {"id":"rs_1","signature":"enc","text":"Think."} lw:vendor="openai-responses")"
    "\n"
    R"(assistant text "Hi" lw:members={"openai-responses":{"annotations":[]}} )"
    R"(lw:message_members={"openai-responses":{"id":"msg_1","status":"completed"}} lw:reasoning_id="rs_1")"
    "\n"
    R"(assistant call {"arguments":"{\"b\": 1}","id":"c1","name":"f"} )"
    R"(lw:members={"openai-responses":{"id":"fc_1","status":"completed"}} lw:reasoning_id="rs_1")"
    "\n"
    R"(assistant opaque {"id":"ws_1","status":"completed","type":"web_search_call"} lw:vendor="openai-responses")"
    "\n";

TEST(VendorReply, ResponsesAnswersWithItems) {
  const VendorReply reply = read(kResponses);
  EXPECT_EQ(reply.format, ChatFormat::Responses);
  EXPECT_EQ(lines_of(reply.blocks), kResponsesBlocks);
  EXPECT_EQ(facts_of(reply), "resp_1 gpt-x completed 100/20 cached 64 written -,- reasoning 8");
}

TEST(VendorReply, AStreamOfResponsesEndsWithTheWholeResponse) {
  std::string whole(kResponses);
  std::erase(whole, '\n');
  const VendorReply reply =
      read(R"(data: {"type":"response.created","response":{"id":"resp_1","status":"in_progress","output":[]}}

data: {"type":"response.output_text.delta","output_index":1,"content_index":0,"delta":"H"}

data: {"type":"response.completed","response":)" +
           whole + "}\n\n");
  EXPECT_TRUE(reply.is_complete);
  EXPECT_EQ(lines_of(reply.blocks), kResponsesBlocks);
}

TEST(VendorReply, AStreamOfResponsesThatBreaksOffHasWhatWasSaid) {
  const VendorReply reply =
      read(R"([{"type":"response.created","response":{"id":"resp_1","status":"in_progress","output":[]}},
    {"type":"response.output_item.added","output_index":0,"item":{"id":"m","type":"message","role":"assistant","content":[]}},
    {"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"Hel"},
    {"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"lo"},
    {"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","call_id":"c","name":"f","arguments":""}},
    {"type":"response.function_call_arguments.delta","output_index":1,"delta":"{\"a\":"},)");
  EXPECT_FALSE(reply.is_complete);
  EXPECT_EQ(lines_of(reply.blocks), R"(assistant text "Hello" lw:members={"openai-responses":{"annotations":[]}} )"
                                    R"(lw:message_members={"openai-responses":{"id":"m"}})"
                                    "\n"
                                    R"(assistant call {"arguments":"{\"a\":","id":"c","name":"f"})"
                                    "\n");
  EXPECT_EQ(outcome_of(reply).error, "the reply is incomplete");
}

constexpr std::string_view kGemini =
    R"({"candidates":[{"content":{"role":"model","parts":[{"text":"Think.","thought":true},{"text":"Hi"},
    {"functionCall":{"name":"f","args":{"b":1,"a":2}},"thoughtSignature":"sig"},
    {"executableCode":{"language":"PYTHON","code":"1"}}]},"finishReason":"STOP","index":0}],
    "usageMetadata":{"promptTokenCount":100,"cachedContentTokenCount":64,"candidatesTokenCount":12,
    "thoughtsTokenCount":8,"totalTokenCount":120},"modelVersion":"gemini-x","responseId":"r1"})";

constexpr std::string_view kGeminiBlocks =
    R"(assistant reasoning {"text":"Think."} lw:vendor="gemini" lw:message="r1")"
    "\n"
    R"(assistant text "Hi" lw:message="r1")"
    "\n"
    R"(assistant call {"arguments":"{\"b\":1,\"a\":2}","id":"call_r1_0","name":"f"} lw:id_added=true )"
    R"(lw:signature="sig" lw:vendor="gemini" lw:message="r1")"
    "\n"
    R"(assistant opaque {"executableCode":{"code":"1","language":"PYTHON"}} lw:vendor="gemini" lw:message="r1")"
    "\n";

TEST(VendorReply, GeminiAnswersWithParts) {
  const VendorReply reply = read(kGemini);
  EXPECT_EQ(reply.format, ChatFormat::Gemini);
  EXPECT_EQ(lines_of(reply.blocks), kGeminiBlocks);
  EXPECT_EQ(facts_of(reply), "r1 gemini-x STOP 100/20 cached 64 written -,- reasoning 8");
}

TEST(VendorReply, TextsOfGeminiChunksAreJoinedUpToASignature) {
  const VendorReply reply = read(
      R"({"candidates":[{"content":{"role":"model","parts":[{"text":"Thi","thought":true}]}}],"responseId":"r1","modelVersion":"gemini-x"}
{"candidates":[{"content":{"role":"model","parts":[{"text":"nk.","thought":true},{"text":"H"}]}}]}
{"candidates":[{"content":{"role":"model","parts":[{"text":"i"}]}}]}
{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"f","args":{"b":1,"a":2}},"thoughtSignature":"sig"}]}}]}
{"candidates":[{"content":{"role":"model","parts":[{"executableCode":{"language":"PYTHON","code":"1"}}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":100,"cachedContentTokenCount":64,"candidatesTokenCount":12,"thoughtsTokenCount":8}}
)");
  EXPECT_TRUE(reply.is_complete);
  EXPECT_EQ(lines_of(reply.blocks), kGeminiBlocks);
  EXPECT_EQ(facts_of(reply), "r1 gemini-x STOP 100/20 cached 64 written -,- reasoning 8");
}

std::string partial_call(const std::string& fragments) {
  return R"([{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","willContinue":true},"thoughtSignature":"s"}]}}]},)" +
         fragments +
         R"({"candidates":[{"content":{"parts":[{"functionCall":{}}]},"finishReason":"STOP"}],"responseId":"r"}])";
}

std::string fragment(const std::string& path, const std::string& value) {
  return R"({"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":")" + path + "\"," + value +
         R"(}],"willContinue":true}}]}}]},)";
}

TEST(VendorReply, ArgumentsThatGeminiStreamsValueByValueAreOneCall) {
  const VendorReply reply = read(partial_call(
      fragment("$.place", R"("stringValue":"Ber")") + fragment("$.place", R"("stringValue":"lin")") +
      fragment("$.a['b.c'][0]", R"("numberValue":1.50)") + fragment("$.a['b.c'][1]", R"("boolValue":true)") +
      fragment("$.a.d", R"("nullValue":"NULL_VALUE")")));
  EXPECT_TRUE(reply.is_complete);
  EXPECT_EQ(lines_of(reply.blocks),
            R"(assistant call {"arguments":"{\"place\":\"Berlin\",\"a\":{\"b.c\":[1.50,true],\"d\":null}}",)"
            R"("id":"call_r_0","name":"f"} lw:id_added=true lw:signature="s" lw:vendor="gemini")"
            "\n");
  for (const char* path : {"", "$", "a", "$.", "$[0]", "$.a[1]", "$.a[", "$.a['b", "$.a[x]"}) {
    const auto refused = read_vendor_reply(partial_call(fragment(path, R"("boolValue":true)")));
    ASSERT_FALSE(refused) << path;
    EXPECT_TRUE(
        refused.error().message.starts_with("chunk 2: candidates[0].content.parts[0].functionCall.partialArgs[0]"))
        << refused.error().message;
  }
}

TEST(VendorReply, AnErrorInPlaceOfAReplyIsRecognised) {
  const struct {
    const char* body;
    std::optional<ChatFormat> format;
    const char* error;
  } cases[] = {
      {R"({"error":{"message":"slow down","type":"requests","code":"rate_limit_exceeded"}})", std::nullopt,
       "requests: slow down"},
      {R"({"type":"error","error":{"type":"overloaded_error","message":"busy"},"request_id":"r"})",
       ChatFormat::Anthropic, "overloaded_error: busy"},
      {R"([{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED"}}])", ChatFormat::Gemini,
       "RESOURCE_EXHAUSTED: quota"},
      {"event: error\ndata: {\"type\":\"error\",\"code\":\"server_error\",\"message\":\"m\",\"sequence_number\":1}\n\n",
       ChatFormat::Responses, "server_error: m"},
      {R"({"object":"response","status":"failed","error":{"code":"server_error","message":"m"},"output":[]})",
       ChatFormat::Responses, "server_error: m"},
      {R"({"promptFeedback":{"blockReason":"SAFETY"}})", ChatFormat::Gemini, "SAFETY: the prompt was blocked"},
  };
  for (const auto& each : cases) {
    const VendorReply reply = read(each.body);
    EXPECT_EQ(reply.format, each.format) << each.body;
    const AttemptOutcome outcome = outcome_of(reply);
    EXPECT_EQ(outcome.status, AttemptStatus::Error);
    EXPECT_EQ(outcome.error, each.error);
    EXPECT_TRUE(outcome.reply.empty());
  }
}

TEST(VendorReply, AStreamThatBreaksOffIsIncomplete) {
  const std::string_view events = kAnthropicEvents;
  for (std::size_t size = events.find("Hm."); size < events.find("event: message_delta"); size += 7) {
    const VendorReply reply = read(events.substr(0, size));
    EXPECT_FALSE(reply.is_complete) << size;
    EXPECT_EQ(reply.id, "msg_1");
  }
}

TEST(VendorReply, OfSeveralChoicesOneIsNamed) {
  const std::string_view body =
      R"({"choices":[{"index":0,"message":{"role":"assistant","content":"a"}},{"index":1,"message":{"role":"assistant","content":"b"}}]})";
  EXPECT_EQ(read_vendor_reply(body).error().message, "choices: 2 choices are there; name one by its index");
  EXPECT_EQ(lines_of(read(body, {{}, 1}).blocks), "assistant text \"b\"\n");
  EXPECT_EQ(read_vendor_reply(body, {{}, 2}).error().message, "choices: none has the index 2");
}

TEST(VendorReply, WhatIsNoReplyIsRefusedWithItsPlace) {
  const struct {
    std::string body;
    const char* message;
    std::uint64_t offset;
  } cases[] = {
      {"", "there is nothing in the reply", 0},
      {"hello", "JSON or server-sent events expected", 0},
      {"{\"a\":", "a value expected, found the end of the text", 5},
      {"{}", "this is no reply of OpenAI, Anthropic or Gemini", 0},
      {R"({"choices":7})", "this is no reply of OpenAI, Anthropic or Gemini", 0},
      {R"({"choices":[{"message":{"role":"assistant","content":5}}]})",
       "choices[0].message.content: a text or an array expected", 0},
      {R"({"choices":[{"message":{"role":"user","content":"a"}}]})", "choices[0].message.role: assistant expected", 0},
      {R"({"choices":[],"usage":{"prompt_tokens":-1}})",
       "usage.prompt_tokens: an integer from 0 to 18446744073709551615 expected", 0},
      {"data: {\"type\":\"ping\"}\n\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{}}\n\n",
       "chunk 2: the document: no block 0 was started", 29},
      {"data: {\"type\":\"ping\"}\n\ndata: {]}\n\ndata: {}\n\n", "event 2: a key expected, found ']'", 30},
      {R"([{"choices":[]},{"candidates":[]}])", "a reply of the format openai expected, found one of gemini", 16},
      {R"({"choices":[{"message":{"role":"assistant","content":"\ud800"}}]})", "", 54},
      {std::string(100000, '['), "", 513},
  };
  for (const auto& each : cases) {
    const auto reply = read_vendor_reply(each.body);
    ASSERT_FALSE(reply) << each.body;
    EXPECT_EQ(reply.error().rule, "E_REPLY_INVALID");
    if (*each.message != '\0') {
      EXPECT_EQ(reply.error().message, each.message);
    }
    ASSERT_TRUE(reply.error().place) << each.body;
    EXPECT_EQ(reply.error().place->offset, each.offset) << reply.error().message;
  }
}

// ---- messages ----

VendorMessages messages(std::string_view json, const VendorMessagesOptions& options = {}) {
  auto read = read_vendor_messages(json, options);
  EXPECT_TRUE(read) << read.error().message;
  return read ? *std::move(read) : VendorMessages();
}

TEST(VendorMessages, PlainMessagesNeedNoName) {
  const VendorMessages read = messages(
      R"([{"role":"system","content":"S"},{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}])");
  EXPECT_EQ(lines_of(read.system), "system text \"S\"\n");
  EXPECT_EQ(lines_of(read.blocks), "user text \"Hello\"\nassistant text \"Hi\"\n");
  EXPECT_EQ(lines_of(messages(R"({"role":"user","content":"one"})").blocks), "user text \"one\"\n");
}

TEST(VendorMessages, TheShapeTellsTheFormat) {
  const std::pair<const char*, ChatFormat> cases[] = {
      {R"([{"role":"tool","tool_call_id":"c","content":"r"}])", ChatFormat::OpenAi},
      {R"([{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[]}])", ChatFormat::OpenAi},
      {R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"r"}]})", ChatFormat::Anthropic},
      {R"({"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn"})",
       ChatFormat::Anthropic},
      {R"([{"type":"function_call_output","call_id":"c","output":"r"}])", ChatFormat::Responses},
      {R"({"type":"message","role":"user","content":"q"})", ChatFormat::Responses},
      {R"([{"role":"user","content":[{"type":"input_text","text":"a"}]}])", ChatFormat::Responses},
      {R"({"role":"user","parts":[{"text":"a"}]})", ChatFormat::Gemini},
      {R"({"contents":[{"role":"user","parts":[{"text":"a"}]}]})", ChatFormat::Gemini},
      {R"({"input":"a","instructions":"S"})", ChatFormat::Responses},
      {R"({"system":"S","messages":[{"role":"user","content":"a"}]})", ChatFormat::Anthropic},
  };
  for (const auto& [json, format] : cases) EXPECT_EQ(messages(json).format, format) << json;
}

TEST(VendorMessages, WhatMayBeSeveralFormatsIsRefusedWithTheirNames) {
  const char* json = R"([{"role":"user","content":[{"type":"text","text":"a"}]}])";
  const auto read = read_vendor_messages(json);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().rule, "E_CHAT_LOG_INVALID");
  EXPECT_EQ(read.error().message,
            "the messages may be of several formats, which differ in their meaning; name one of openai, anthropic");
  EXPECT_EQ(lines_of(messages(json, {ChatFormat::Anthropic, {}, {}}).blocks), "user text \"a\"\n");

  const auto mixed =
      read_vendor_messages(R"([{"role":"user","parts":[]},{"role":"tool","tool_call_id":"c","content":""}])");
  ASSERT_FALSE(mixed);
  EXPECT_EQ(mixed.error().message, "message 1 is of the format openai, those before it are of gemini");
}

TEST(VendorMessages, BlocksOfOneMessageShareAPrefixedNumber) {
  const char* json = R"({"role":"user","parts":[{"text":"a"},{"text":"b"}]})";
  EXPECT_EQ(lines_of(messages(json, {{}, "m7-", {}}).blocks),
            "user text \"a\" lw:message=\"m7-0\"\nuser text \"b\" lw:message=\"m7-0\"\n");
}

TEST(VendorMessages, AResponseOfGeminiWithoutAnIdAnswersTheOldestCallOfItsName) {
  const char* json = R"([{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"r"}}},
      {"functionResponse":{"name":"f","response":{"error":"e"}}}]}])";
  EXPECT_EQ(lines_of(messages(json, {{}, {}, {{"c0", "g"}, {"c1", "f"}}}).blocks),
            "tool result \"r\" lw:call_id=\"c1\"\ntool result \"e\" lw:is_error=true lw:call_id=\"f\"\n");
}

}  // namespace
}  // namespace latewood
