#include "latewood/chat_log.h"

#include <gtest/gtest.h>

#include "canon/json_reader.h"
#include "canon/json_writer.h"

namespace latewood {
namespace {

ChatLog read(std::string_view text, ChatFormat format) {
  return parse_chat_logs(text, format).value().conversations.at(0);
}

// Role, kind and content of blocks, with their attributes.
std::string told(const std::vector<Component>& blocks) {
  std::string lines;
  for (const Component& block : blocks) {
    lines.append(*block.role + " " + *block.kind + " " + canonical_json(*block.content));
    for (const JsonMember& attribute : block.attributes)
      lines.append(" " + attribute.key + "=" + canonical_json(attribute.value));
    lines.append("\n");
  }
  return lines;
}

std::string told(const ChatLog& log) {
  std::string lines = told(log.system);
  for (const ChatTurn& turn : log.turns) lines.append("--\n" + told(turn.blocks));
  return lines;
}

TEST(ChatLog, LeadingSystemMessagesLeaveTheTurnsAndEachAssistantMessageOpensOne) {
  const ChatLog log = read(R"({"id":"x","messages":[
      {"role":"system","content":"S"},{"role":"developer","content":"D"},{"role":"user","content":"a"},
      {"role":"assistant","content":"b"},{"role":"user","content":"c"},{"role":"system","content":"later"},
      {"role":"assistant","content":"d"}]})",
                           ChatFormat::OpenAi);
  EXPECT_EQ(log.id, "x");
  EXPECT_EQ(told(log),
            "system text \"S\"\nsystem text \"D\" lw:role=\"developer\"\n"
            "--\nuser text \"a\"\n"
            "--\nassistant text \"b\"\nuser text \"c\"\nsystem text \"later\"\n"
            "--\nassistant text \"d\"\n");
}

TEST(ChatLog, OpenAiCallsKeepTheirIdsAndTheirArgumentsAsWritten) {
  const ChatLog log = read(R"([{"role":"user","content":"a"},
      {"role":"assistant","content":null,"tool_calls":[
        {"id":"c1","type":"function","function":{"name":"f","arguments":"{ \"x\" : 1 }"}},
        {"id":"c2","type":"function","function":{"name":"g","arguments":""}}]},
      {"role":"tool","tool_call_id":"c1","name":"f","content":"r"}])",
                           ChatFormat::OpenAi);
  EXPECT_EQ(told(log.turns.at(1).blocks),
            R"(assistant call {"arguments":"{ \"x\" : 1 }","id":"c1","name":"f"} lw:message="1")"
            "\n"
            R"(assistant call {"arguments":"","id":"c2","name":"g"} lw:message="1")"
            "\n"
            R"(tool result "r" lw:call_id="c1" lw:name="f")"
            "\n");
}

TEST(ChatLog, OpenAiPartsBecomeBlocksAndTheUnknownStaysWithItsVendor) {
  const ChatLog log = read(R"([{"role":"user","content":[{"type":"text","text":"a"},
      {"type":"image_url","image_url":{"url":"https://example.com/a.png"}},
      {"type":"file","file":{"filename":"n.pdf","file_data":"data:application/pdf;base64,AA=="}},
      {"type":"input_audio","input_audio":{"data":"AA==","format":"wav"}}],"audio":null}])",
                           ChatFormat::OpenAi);
  EXPECT_EQ(
      told(log.turns.at(0).blocks),
      R"(user text "a" lw:message_members={"openai":{"audio":null}} lw:message="0")"
      "\n"
      R"(user image {"url":"https://example.com/a.png"} lw:message="0")"
      "\n"
      R"(user document {"name":"n.pdf","url":"data:application/pdf;base64,AA=="} lw:message="0")"
      "\n"
      R"(user opaque {"input_audio":{"data":"AA==","format":"wav"},"type":"input_audio"} lw:vendor="openai" lw:message="0")"
      "\n");
}

TEST(ChatLog, AnthropicSystemToolsThinkingCallsAndResults) {
  const ChatLog log = read(
      R"({"system":"S","tools":[{"name":"f","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}],
      "messages":[{"role":"user","content":"a"},
      {"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"s"},
        {"type":"tool_use","id":"u1","name":"f","input":{"x":1}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"u1","content":"r","is_error":true},
        {"type":"text","text":"b","cache_control":{"type":"ephemeral"}}]}]})",
      ChatFormat::Anthropic);
  EXPECT_EQ(log.system.at(0).node_type, "cb:tool");
  EXPECT_EQ(told(log), R"(system tool {"name":"f","parameters":"{\"type\":\"object\"}"})"
                       "\nsystem text \"S\"\n"
                       "--\nuser text \"a\"\n"
                       "--\n"
                       R"(assistant reasoning {"signature":"s","text":"t"} lw:vendor="anthropic" lw:message="1")"
                       "\n"
                       R"(assistant call {"arguments":"{\"x\":1}","id":"u1","name":"f"} lw:message="1")"
                       "\n"
                       R"(tool result "r" lw:call_id="u1" lw:is_error=true)"
                       "\n"
                       "user text \"b\"\n");
}

// Parts of a call without a neutral shape are kept for the vendor: members of the call and of the function, and its
// type.
TEST(ChatLog, OpenAiCallsLoseNoMember) {
  const auto call = [](const std::string& json) {
    return told(read(R"([{"role":"assistant","tool_calls":[)" + json + "]}]", ChatFormat::OpenAi).turns.at(0).blocks);
  };
  const std::string content = R"(assistant call {"arguments":"{}","id":"a","name":"f"})";
  const std::string rest = " lw:content=\"absent\"\n";
  EXPECT_EQ(call(R"({"id":"a","index":0,"function":{"name":"f","arguments":"{}","parsed_arguments":{"x":1}}})"),
            content + R"( lw:members={"openai":{"function":{"parsed_arguments":{"x":1}},"index":0}})" + rest);
  EXPECT_EQ(call(R"({"id":"a","type":"builtin_function","function":{"name":"f","arguments":"{}"}})"),
            content + R"( lw:members={"openai":{"type":"builtin_function"}})" + rest);
  EXPECT_EQ(call(R"({"id":"a","type":"custom","custom":{"name":"f","input":"{}","more":1}})"),
            content + R"( lw:call_type="custom" lw:members={"openai":{"custom":{"more":1}}})" + rest);
  EXPECT_EQ(call(R"({"id":"a","type":null,"function":{"name":"f","arguments":"{}"}})"), content + rest);
}

TEST(ChatLog, AnthropicToolsOfTypeCustomAreAnybodysTools) {
  const auto tool = [](const std::string& json) {
    return told(read(R"({"tools":[)" + json + R"(],"messages":[]})", ChatFormat::Anthropic).system);
  };
  const std::string neutral = std::string(R"(system tool {"name":"f","parameters":"{\"type\":\"object\"}"})") + "\n";
  EXPECT_EQ(tool(R"({"type":"custom","name":"f","input_schema":{"type":"object"}})"), neutral);
  EXPECT_EQ(tool(R"({"type":null,"name":"f","input_schema":{"type":"object"}})"), neutral);
  EXPECT_EQ(tool(R"({"type":"bash_20250124","name":"bash"})"),
            "system opaque {\"name\":\"bash\",\"type\":\"bash_20250124\"} lw:vendor=\"anthropic\"\n");
}

// A request may have four of them, and the profile places its own.
TEST(ChatLog, AnthropicBreakpointsAreLeftOutAtEveryDepth) {
  const ChatLog log = read(R"({"messages":[{"role":"user","content":[
      {"type":"document","source":{"type":"content","content":[
        {"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}},
      {"type":"search_result","source":"s","title":"t","content":[
        {"type":"text","text":"b","cache_control":{"type":"ephemeral"}}]},
      {"type":"web_fetch_tool_result","tool_use_id":"s","content":{"type":"web_fetch_result","content":
        {"type":"document","cache_control":null,"source":{"type":"text"}}}}]},
      {"role":"assistant","content":[{"type":"tool_use","id":"u","name":"f","input":{"cache_control":1}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"u","content":[
        {"type":"search_result","source":"s","title":"t","content":[
          {"type":"text","text":"c","cache_control":{"type":"ephemeral"}}]}]}]}]})",
                           ChatFormat::Anthropic);
  const std::string said = told(log);
  const std::string input = R"("arguments":"{\"cache_control\":1}")";
  ASSERT_NE(said.find(input), std::string::npos) << said;
  EXPECT_EQ(said.find("cache_control"), said.rfind("cache_control")) << said;
}

TEST(ChatLog, ItemsOfResponsesSideBySideAreOneTurn) {
  const ChatLog log = read(R"({"instructions":"S","tools":[{"type":"function","name":"f","description":"d",
        "parameters":{"type":"object"},"strict":null},{"type":"web_search"}],
      "input":[{"role":"developer","content":"D"},{"role":"user","content":[{"type":"input_text","text":"a"},
        {"type":"input_image","image_url":"https://x.y/z.png","detail":"auto"}]},
      {"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"t"},{"type":"summary_text","text":"u"}],
        "encrypted_content":"e","status":null},
      {"type":"message","id":"m_1","role":"assistant","content":[{"type":"output_text","text":"b"},
        {"type":"refusal","refusal":"no"}]},
      {"type":"function_call","call_id":"c1","name":"f","arguments":"{ \"x\" : 1 }"},
      {"type":"function_call_output","call_id":"c1","output":"r"},
      {"type":"custom_tool_call","call_id":"c2","name":"g","input":"free"},
      {"type":"computer_call_output","call_id":"k","output":{}}]})",
                           ChatFormat::Responses);
  EXPECT_EQ(
      told(log),
      R"(system tool {"description":"d","name":"f","parameters":"{\"type\":\"object\"}"})"
      "\n"
      R"(system opaque {"type":"web_search"} lw:vendor="openai-responses")"
      "\nsystem text \"S\"\nsystem text \"D\" lw:role=\"developer\"\n--\n"
      R"(user text "a" lw:message="1")"
      "\n"
      R"(user image {"detail":"auto","url":"https://x.y/z.png"} lw:message="1")"
      "\n--\n"
      R"(assistant reasoning {"id":"rs_1","signature":"e","text":"t"} lw:vendor="openai-responses" )"
      R"(lw:members={"openai-responses":{"status":null}})"
      "\n"
      R"(assistant reasoning {"id":"rs_1","text":"u"} lw:vendor="openai-responses")"
      "\n"
      R"(assistant text "b" lw:message_members={"openai-responses":{"id":"m_1"}} lw:item="3" lw:reasoning_id="rs_1")"
      "\n"
      R"(assistant text "no" lw:content="refusal" lw:item="3")"
      "\n"
      R"(assistant call {"arguments":"{ \"x\" : 1 }","id":"c1","name":"f"})"
      "\n"
      R"(tool result "r" lw:call_id="c1")"
      "\n--\n"
      R"(assistant call {"arguments":"free","id":"c2","name":"g"} lw:call_type="custom")"
      "\n"
      R"(user opaque {"call_id":"k","output":{},"type":"computer_call_output"} lw:vendor="openai-responses")"
      "\n");
}

TEST(ChatLog, AMessageOfResponsesWithAnUnknownPartIsOneItemOfTheVendor) {
  const ChatLog log = read(R"([{"role":"user","content":[{"type":"input_text","text":"a"},{"type":"input_audio"}]}])",
                           ChatFormat::Responses);
  EXPECT_EQ(told(log.turns.at(0).blocks),
            R"(user opaque {"content":[{"text":"a","type":"input_text"},{"type":"input_audio"}],"role":"user"} )"
            "lw:vendor=\"openai-responses\"\n");
}

TEST(ChatLog, GeminiContentsInEitherSpelling) {
  const ChatLog log = read(R"({"system_instruction":{"parts":[{"text":"S"}]},
      "tools":[{"functionDeclarations":[{"name":"f","parameters":{"type":"OBJECT","properties":{"type":{"type":"STRING"}}}},
        {"name":"g","behavior":"BLOCKING"}]},{"googleSearch":{}}],
      "contents":[{"parts":[{"text":"a"},{"inlineData":{"mimeType":"image/png","data":"AA=="}}]},
      {"role":"model","parts":[{"text":"t","thought":true,"thoughtSignature":"s"},
        {"function_call":{"name":"f","args":{"b":1,"a":2}},"thought_signature":"s2"},{"functionCall":{"name":"f"}}]},
      {"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"r"}}},
        {"functionResponse":{"name":"f","response":{"n":1},"scheduling":"SILENT"}}]},
      {"role":"model","parts":[]}]})",
                           ChatFormat::Gemini);
  EXPECT_EQ(
      told(log),
      R"(system tool {"name":"f","parameters":"{\"type\":\"object\",\"properties\":{\"type\":{\"type\":\"string\"}}}"})"
      "\n"
      R"(system opaque "{\"functionDeclarations\":[{\"name\":\"g\",\"behavior\":\"BLOCKING\"}]}" lw:vendor="gemini")"
      "\n"
      R"(system opaque {"googleSearch":{}} lw:vendor="gemini")"
      "\nsystem text \"S\"\n--\n"
      R"(user text "a" lw:message="0")"
      "\n"
      R"(user image {"url":"data:image/png;base64,AA=="} lw:message="0")"
      "\n--\n"
      R"(assistant reasoning {"signature":"s","text":"t"} lw:vendor="gemini" lw:message="1")"
      "\n"
      R"(assistant call {"arguments":"{\"b\":1,\"a\":2}","id":"call_1_0","name":"f"} lw:id_added=true )"
      R"(lw:signature="s2" lw:vendor="gemini" lw:message="1")"
      "\n"
      R"(assistant call {"arguments":"{}","id":"call_1_1","name":"f"} lw:id_added=true lw:message="1")"
      "\n"
      R"(tool result "r" lw:call_id="call_1_0")"
      "\n"
      R"(tool result {"n":1} lw:call_id="call_1_1" lw:members={"gemini":{"functionResponse":{"scheduling":"SILENT"}}})"
      "\n--\n"
      "assistant text \"\"\n");
}

TEST(ChatLog, RefusesItemsAndContentsWithTheReason) {
  const struct {
    const char* text;
    ChatFormat format;
    const char* message;
  } faults[] = {
      {R"({"input":[7]})", ChatFormat::Responses, "input[0]: an object expected"},
      {R"({"input":[{"type":"function_call","call_id":"","name":"f","arguments":""}]})", ChatFormat::Responses,
       "input[0].call_id: a call needs an id"},
      {R"({"input":[{"role":"tool","content":"x"}]})", ChatFormat::Responses,
       "input[0].role: one of user, assistant, system, developer expected"},
      {R"({"messages":[]})", ChatFormat::Responses, "the document: the member 'input' is missing"},
      {R"({"contents":[{"role":"assistant","parts":[]}]})", ChatFormat::Gemini,
       "contents[0].role: one of user, model expected"},
      {R"({"contents":[{"parts":[{"functionCall":{"args":{}}}]}]})", ChatFormat::Gemini,
       "contents[0].parts[0].functionCall: the member 'name' is missing"},
      {R"({"contents":[{"parts":[{"functionCall":{"name":"f","args":[]}}]}]})", ChatFormat::Gemini,
       "contents[0].parts[0].functionCall.args: an object expected"},
      {R"({"contents":[{"parts":["a"]}]})", ChatFormat::Gemini, "contents[0].parts[0]: an object expected"},
  };
  for (const auto& fault : faults) {
    const auto log = parse_chat_logs(fault.text, fault.format);
    ASSERT_FALSE(log) << fault.text;
    EXPECT_EQ(log.error().rule, "E_CHAT_LOG_INVALID");
    EXPECT_EQ(log.error().message, fault.message);
    EXPECT_TRUE(log.error().place);
  }
}

TEST(ChatLog, AnIdIsATextOrANumber) {
  EXPECT_EQ(read(R"({"id":7,"messages":[]})", ChatFormat::OpenAi).id, "7");
  EXPECT_EQ(read(R"({"id":null,"messages":[]})", ChatFormat::OpenAi).id, "");
}

TEST(ChatLog, LinesAreConversationsAndOneLineIsADocument) {
  const auto lines =
      parse_chat_logs("{\"id\":\"a\",\"messages\":[]}\n\n{\"id\":\"b\",\"messages\":[]}\n", ChatFormat::OpenAi);
  ASSERT_TRUE(lines);
  EXPECT_TRUE(lines->are_lines);
  ASSERT_EQ(lines->conversations.size(), 2U);
  EXPECT_EQ(lines->conversations[1].id, "b");
  const auto document = parse_chat_logs("{\"id\":\"a\",\n\"messages\":[]}", ChatFormat::OpenAi);
  ASSERT_TRUE(document);
  EXPECT_FALSE(document->are_lines);
}

// The result of a reader for a text in pieces of `size` bytes, or its error.
std::string read_in_pieces(std::string_view text, std::size_t size) {
  std::string buffer;
  ChatLogReader reader(
      [&]() -> Result<std::string_view> {
        buffer = text.substr(0, size);  // overwritten by the next piece, as sources may
        text.remove_prefix(buffer.size());
        return std::string_view(buffer);
      },
      ChatFormat::OpenAi);
  std::string seen;
  for (;;) {
    const auto log = reader.next();
    if (!log) return seen + log.error().message + " at " + std::to_string(log.error().place->offset);
    if (!*log) return seen + (reader.are_lines() ? "lines" : "document");
    seen += (*log)->id + ":" + std::to_string((*log)->turns.size()) + " ";
  }
}

TEST(ChatLogReader, ReadsTheSameWhateverThePieces) {
  // The text, and what is read of it; empty: a refusal.
  const std::pair<std::string, std::string> kCases[] = {
      {"{\"id\":\"a\",\"messages\":[]}\n \r\n\n[{\"role\":\"user\",\"content\":\"x\"}]\n\n", "a:0 :1 lines"},
      {"\n{\"id\":\"a\",\"messages\":[]}\n\n", "a:0 document"},
      {"{\"id\":\"a\",\n\"messages\":[]}", "a:0 document"},
      {"[]\n[]\n[{\"role\":\"x\"}]\n[]", ""},
      {"[]\n[", ""},
      {"", ""},
      {"\n\n", ""},
  };
  for (const auto& [text, expected] : kCases) {
    const std::string whole = read_in_pieces(text, text.size());
    if (!expected.empty()) {
      EXPECT_EQ(whole, expected);
    }
    for (std::size_t size = 1; size < text.size(); ++size) EXPECT_EQ(read_in_pieces(text, size), whole) << text;
  }
}

TEST(ChatLogReader, AFaultOfLinesNamesTheLineAndWhatCameBeforeIsGiven) {
  const std::string seen = read_in_pieces("[]\n\n[]\n[{\"role\":\"x\"}]\n[]", 4);
  EXPECT_TRUE(seen.starts_with(":0 :0 line 4: ")) << seen;
  EXPECT_TRUE(seen.ends_with(" at 7")) << seen;
}

TEST(ChatLogReader, ASourceThatFailsIsNoFaultOfTheLog) {
  ChatLogReader reader(
      []() -> Result<std::string_view> {
        return Error{Code::Unavailable, "gone", {}, {}};
      },
      ChatFormat::OpenAi);
  EXPECT_EQ(reader.next().error().code, Code::Unavailable);
}

struct Fault {
  const char* text;
  const char* message;
  std::uint64_t offset;
};

TEST(ChatLog, RefusesWithThePlaceAndTheReason) {
  const Fault kFaults[] = {
      {"{", "unexpected", 1},
      {"{}", "the document: the member 'messages' is missing", 0},
      {R"({"id":{},"messages":[]})", "id: a text or a number expected", 0},
      {R"({"messages":[{"content":"a"}]})", "messages[0]: the member 'role' is missing", 0},
      {R"({"messages":[{"role":"function","content":"a"}]})", "messages[0].role: one of system, developer", 0},
      {R"({"messages":[{"role":"user","content":[]}]})", "messages[0].content: at least one part expected", 0},
      {R"({"messages":[{"role":"user"}]})", "messages[0]: the member 'content' is missing", 0},
      {R"({"messages":[{"role":"tool","content":"a"}]})", "messages[0]: the member 'tool_call_id' is missing", 0},
      {R"([{"role":"assistant","tool_calls":[{"id":"","function":{"name":"f","arguments":""}}]}])",
       "a call needs an id", 0},
      {R"([{"role":"assistant","tool_calls":[{"id":"a","type":"odd","odd":{}}]}])",
       "[0].tool_calls[0].type: one of function, custom expected", 0},
      {R"([{"role":"tool","tool_call_id":"a","content":null}])", "[0].content: a text or an array expected", 0},
      {R"([{"role":"user","content":{}}])", "[0].content: a text or an array expected", 0},
      {"[]\n[{\"role\":\"x\"}]", "[0].role: one of", 3},
  };
  for (const Fault& fault : kFaults) {
    const auto logs = parse_chat_logs(fault.text, ChatFormat::OpenAi);
    ASSERT_FALSE(logs) << fault.text;
    EXPECT_EQ(logs.error().rule, "E_CHAT_LOG_INVALID");
    ASSERT_TRUE(logs.error().place) << fault.text;
    EXPECT_EQ(logs.error().place->offset, fault.offset) << fault.text;
    if (std::string_view(fault.message) != "unexpected") {
      EXPECT_NE(logs.error().message.find(fault.message), std::string::npos) << logs.error().message;
    }
  }
}

TEST(ChatLog, FormatsAreNamed) {
  EXPECT_EQ(find_chat_format("openai").value(), ChatFormat::OpenAi);
  EXPECT_EQ(find_chat_format("anthropic").value(), ChatFormat::Anthropic);
  EXPECT_EQ(find_chat_format("responses").value(), ChatFormat::Responses);
  EXPECT_EQ(find_chat_format("openai-responses").value(), ChatFormat::Responses);
  EXPECT_EQ(find_chat_format("gemini").value(), ChatFormat::Gemini);
  for (const ChatFormat format : kChatFormats) EXPECT_EQ(find_chat_format(profile_of(format)).value(), format);
  EXPECT_EQ(find_chat_format("acme").error().rule, "E_OPTION_INVALID");
}

}  // namespace
}  // namespace latewood
