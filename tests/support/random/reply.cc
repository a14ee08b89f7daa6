#include "support/random/reply.h"

#include "canon/json_source.h"
#include "latewood/json_text.h"

namespace latewood::test {
namespace {

std::string comma_joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out.append(out.empty() ? "" : ",").append(item);
  return out;
}

std::string json_array(const std::vector<std::string>& items) { return "[" + comma_joined(items) + "]"; }

// With a visible character at its end.
std::string visible_text(Random& random) {
  static const std::vector<std::string> kTextPieces = {
      "a",   "Hello", " ",      "\n", "\"", "\\", "\xc3\xa9",    "\xf0\x9f\x98\x80",
      "<b>", "{",     "data: ", "7",  "\t", "]",  "\xe2\x80\xae"};
  std::string text;
  for (std::size_t i = 0; i <= random.below(12); ++i) text.append(random.pick(kTextPieces));
  return text + ".";
}

// A JSON object with members in any order and white space anywhere.
std::string arguments_text(Random& random) {
  std::vector<std::string> keys = {"zeta", "alpha", "m", "b\\u00e9"};
  random.shuffle(keys);
  keys.resize(random.below(keys.size() + 1));
  const std::vector<std::string> values = {
      "1", "2.50", "\"x y\"", "null", "[1, 2]", "{\"q\":1,\"a\":\"}\"}", "-0.0", "12345678901234567890"};
  std::string text = random.chance(30) ? "{ " : "{";
  for (std::size_t i = 0; i < keys.size(); ++i) {
    text.append(i == 0 ? "" : random.chance(50) ? ", " : ",");
    text.append("\"" + keys[i] + "\":" + (random.chance(50) ? " " : "") + random.pick(values));
  }
  return text + "}";
}

// Cut anywhere but within a character.
std::vector<std::string> pieces_of(Random& random, const std::string& text) {
  std::vector<std::string> pieces(1);
  for (const char c : text) {
    const bool is_start = (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    if (is_start && random.chance(30)) pieces.emplace_back();
    pieces.back().push_back(c);
  }
  return pieces;
}

std::string small_number(Random& random) { return std::to_string(random.below(5000)); }

std::string name_of_tool(Random& random) { return random.chance(50) ? "look_up" : "write"; }

// ---- OpenAI Chat Completions ----

RandomReply openai_reply(Random& random) {
  RandomReply reply;
  const std::string head = R"("id":"chatcmpl-9","created":5,"model":"gpt-x")";
  const auto chunk = [&](const std::string& delta, const std::string& reason) {
    reply.chunks.push_back("{" + head + R"(,"object":"chat.completion.chunk","choices":[{"index":0,"delta":{)" + delta +
                           R"(},"finish_reason":)" + reason + "}]}");
  };
  const bool refuses = random.chance(15);
  const bool speaks = !refuses && random.chance(70);
  const std::size_t calls = refuses ? 0 : speaks ? random.below(3) : 1 + random.below(2);
  const std::string text = visible_text(random);
  std::vector<std::string> members = {R"("role":"assistant")"};
  chunk(std::string(R"("role":"assistant","content":)") + (speaks ? "\"\"" : "null") + R"(,"refusal":)" +
            (refuses ? "\"\"" : "null"),
        "null");
  members.push_back("\"content\":" + (speaks ? json_text(text) : "null"));
  members.push_back("\"refusal\":" + (refuses ? json_text(text) : "null"));
  for (const std::string& piece : pieces_of(random, text)) {
    if (speaks) chunk("\"content\":" + json_text(piece), "null");
    if (refuses) chunk("\"refusal\":" + json_text(piece), "null");
  }
  std::vector<std::string> written;
  for (std::size_t i = 0; i < calls; ++i) {
    const std::string id = "call_" + std::to_string(i);
    const std::string name = name_of_tool(random);
    const std::string arguments = arguments_text(random);
    const auto call = [&](const std::string& given) {
      return R"("id":")" + id + R"(","type":"function","function":{"name":")" + name + R"(","arguments":)" +
             json_text(given) + "}";
    };
    written.push_back("{" + call(arguments) + "}");
    const std::string index = "\"index\":" + std::to_string(i);
    chunk("\"tool_calls\":[{" + index + "," + call("") + "}]", "null");
    for (const std::string& piece : pieces_of(random, arguments)) {
      chunk("\"tool_calls\":[{" + index + R"(,"function":{"arguments":)" + json_text(piece) + "}}]", "null");
    }
    reply.call_ids.push_back(id);
    reply.arguments.push_back(json_text(arguments));
  }
  if (calls > 0) members.push_back("\"tool_calls\":" + json_array(written));
  const std::string message = "{" + comma_joined(members) + "}";
  const std::string reason = calls > 0 ? "\"tool_calls\"" : "\"stop\"";
  chunk("", reason);
  const std::string usage = R"("usage":{"prompt_tokens":)" + small_number(random) + R"(,"completion_tokens":)" +
                            small_number(random) + R"(,"prompt_tokens_details":{"cached_tokens":)" +
                            small_number(random) + R"(},"completion_tokens_details":{"reasoning_tokens":)" +
                            small_number(random) + "}}";
  reply.chunks.push_back("{" + head + R"(,"object":"chat.completion.chunk","choices":[],)" + usage + "}");
  reply.whole = "{" + head + R"(,"object":"chat.completion","choices":[{"index":0,"message":)" + message +
                R"(,"finish_reason":)" + reason + "}]," + usage + "}";
  reply.message = "[" + message + "]";
  return reply;
}

// ---- Anthropic Messages ----

struct AnthropicBlocks {
  RandomReply& reply;
  std::vector<std::string> content = {};

  void event(const std::string& type, const std::string& members) {
    reply.chunks.push_back(R"({"type":")" + type + "\"," + members + "}");
  }
  void start(const std::string& block) {
    event("content_block_start", "\"index\":" + std::to_string(content.size()) + ",\"content_block\":{" + block + "}");
  }
  void delta(const std::string& members) {
    event("content_block_delta", "\"index\":" + std::to_string(content.size()) + ",\"delta\":{" + members + "}");
  }
  void stop(const std::string& whole) {
    event("content_block_stop", "\"index\":" + std::to_string(content.size()));
    content.push_back("{" + whole + "}");
  }

  void think(Random& random) {
    const std::string text = visible_text(random);
    start(R"("type":"thinking","thinking":"","signature":"")");
    for (const std::string& piece : pieces_of(random, text)) {
      delta(R"("type":"thinking_delta","thinking":)" + json_text(piece));
    }
    delta(R"("type":"signature_delta","signature":"c2ln")");
    stop(R"("type":"thinking","thinking":)" + json_text(text) + R"(,"signature":"c2ln")");
  }
  void hide() {
    const std::string block = R"("type":"redacted_thinking","data":"ZGF0YQ==")";
    start(block);
    stop(block);
  }
  void say(Random& random) {
    const std::string text = visible_text(random);
    const bool cites = random.chance(30);
    const std::string citation = R"({"type":"char_location","cited_text":"c","document_index":0})";
    start(R"("type":"text","text":"","citations":null)");
    if (cites) delta(R"("type":"citations_delta","citation":)" + citation);
    for (const std::string& piece : pieces_of(random, text)) delta(R"("type":"text_delta","text":)" + json_text(piece));
    stop(R"("type":"text","text":)" + json_text(text) + R"(,"citations":)" + (cites ? "[" + citation + "]" : "null"));
  }
  void call(Random& random, const std::string& type, const std::string& id) {
    const std::string input = arguments_text(random);
    const std::string head = R"("type":")" + type + R"(","id":")" + id + R"(","name":")" + name_of_tool(random) + "\"";
    start(head + ",\"input\":{}");
    delta(R"("type":"input_json_delta","partial_json":"")");
    for (const std::string& piece : pieces_of(random, input)) {
      delta(R"("type":"input_json_delta","partial_json":)" + json_text(piece));
    }
    stop(head + ",\"input\":" + input);
    if (type != "tool_use") return;
    reply.call_ids.push_back(id);
    reply.arguments.push_back(json_in_order(input));
  }
  void search(Random& random) {
    call(random, "server_tool_use", "srvtoolu_1");
    const std::string block = R"("type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[])";
    start(block);
    stop(block);
  }
};

RandomReply anthropic_reply(Random& random) {
  RandomReply reply;
  AnthropicBlocks blocks{reply};
  const std::string head = R"("id":"msg_9","type":"message","role":"assistant","model":"claude-x")";
  const std::string start_usage = R"("input_tokens":)" + small_number(random) + R"(,"cache_creation_input_tokens":)" +
                                  small_number(random) + R"(,"cache_read_input_tokens":)" + small_number(random) +
                                  R"(,"cache_creation":{"ephemeral_5m_input_tokens":1,"ephemeral_1h_input_tokens":)" +
                                  small_number(random) + "}";
  blocks.event("message_start", "\"message\":{" + head + R"(,"content":[],"stop_reason":null,"usage":{)" + start_usage +
                                    R"(,"output_tokens":1}})");
  if (random.chance(50)) blocks.think(random);
  if (random.chance(20)) blocks.hide();
  if (random.chance(20)) blocks.search(random);
  const std::size_t calls = random.below(3);
  if (calls == 0 || random.chance(50)) blocks.say(random);
  for (std::size_t i = 0; i < calls; ++i) blocks.call(random, "tool_use", "toolu_" + std::to_string(i));
  const std::string reason = calls > 0 ? "\"tool_use\"" : "\"end_turn\"";
  const std::string end_usage = R"("output_tokens":)" + small_number(random) +
                                R"(,"output_tokens_details":{"thinking_tokens":)" + small_number(random) + "}";
  blocks.event("message_delta",
               R"("delta":{"stop_reason":)" + reason + R"(,"stop_sequence":null},"usage":{)" + end_usage + "}");
  reply.chunks.push_back(R"({"type":"message_stop"})");
  if (random.chance(50)) reply.chunks.insert(reply.chunks.begin() + 1, R"({"type":"ping"})");
  const std::string content = json_array(blocks.content);
  reply.whole = "{" + head + ",\"content\":" + content + ",\"stop_reason\":" + reason + ",\"stop_sequence\":null" +
                ",\"usage\":{" + start_usage + "," + end_usage + "}}";
  reply.message = R"([{"role":"assistant","content":)" + content + "}]";
  return reply;
}

// ---- OpenAI Responses ----

struct ResponsesItems {
  RandomReply& reply;
  std::vector<std::string> output = {};

  std::string id(const std::string& prefix) const { return prefix + "_" + std::to_string(output.size()); }
  void event(const std::string& type, const std::string& members) {
    reply.chunks.push_back(R"({"type":"response.)" + type + R"(","output_index":)" + std::to_string(output.size()) +
                           "," + members + "}");
  }
  void add(const std::string& start, const std::string& item) {
    event("output_item.added", "\"item\":" + start);
    finish(item);
  }
  void finish(const std::string& item) {
    event("output_item.done", "\"item\":" + item);
    output.push_back(item);
  }

  void think(Random& random) {
    std::vector<std::string> summary;
    for (std::size_t i = 0; i < random.below(3); ++i) {
      summary.push_back(R"({"type":"summary_text","text":)" + json_text(visible_text(random)) + "}");
    }
    const std::string head = R"({"id":")" + id("rs") + R"(","type":"reasoning")";
    const std::string sealed = random.chance(70) ? R"(,"encrypted_content":"ZW5j")" : "";
    add(head + ",\"summary\":[]}", head + ",\"summary\":" + json_array(summary) + sealed + "}");
  }
  void say(Random& random) {
    std::vector<std::string> content;
    const std::string head = R"({"id":")" + id("msg") + R"(","type":"message","role":"assistant")";
    event("output_item.added", "\"item\":" + head + R"(,"status":"in_progress","content":[]})");
    for (std::size_t i = 0; i <= random.below(2); ++i) {
      const std::string text = visible_text(random);
      const bool refuses = random.chance(15);
      for (const std::string& piece : pieces_of(random, text)) {
        event(refuses ? "refusal.delta" : "output_text.delta",
              "\"content_index\":" + std::to_string(i) + ",\"delta\":" + json_text(piece));
      }
      content.push_back(refuses ? R"({"type":"refusal","refusal":)" + json_text(text) + "}"
                                : R"({"type":"output_text","annotations":[],"text":)" + json_text(text) + "}");
    }
    finish(head + R"(,"status":"completed","content":)" + json_array(content) + "}");
  }
  void call(Random& random) {
    const std::string call_id = id("call");
    const std::string head = R"({"id":")" + id("fc") + R"(","type":"function_call","call_id":")" + call_id +
                             R"(","name":")" + name_of_tool(random) + "\"";
    const std::string arguments = arguments_text(random);
    event("output_item.added", "\"item\":" + head + R"(,"status":"in_progress","arguments":""})");
    for (const std::string& piece : pieces_of(random, arguments)) {
      event("function_call_arguments.delta", "\"delta\":" + json_text(piece));
    }
    reply.call_ids.push_back(call_id);
    reply.arguments.push_back(json_text(arguments));
    finish(head + R"(,"status":"completed","arguments":)" + json_text(arguments) + "}");
  }
  void search() {
    const std::string item =
        R"({"id":")" + id("ws") +
        R"(","type":"web_search_call","status":"completed","action":{"type":"search","query":"q"}})";
    add(item, item);
  }
};

RandomReply responses_reply(Random& random) {
  RandomReply reply;
  ResponsesItems items{reply};
  const std::string head = R"("id":"resp_9","object":"response","created_at":5,"model":"gpt-x")";
  reply.chunks.push_back(R"({"type":"response.created","sequence_number":0,"response":{)" + head +
                         R"(,"status":"in_progress","output":[],"usage":null}})");
  if (random.chance(60)) items.think(random);
  if (random.chance(20)) items.search();
  const std::size_t calls = random.below(3);
  if (calls == 0 || random.chance(50)) items.say(random);
  for (std::size_t i = 0; i < calls; ++i) items.call(random);
  const std::string usage = R"("usage":{"input_tokens":)" + small_number(random) +
                            R"(,"input_tokens_details":{"cached_tokens":)" + small_number(random) +
                            R"(},"output_tokens":)" + small_number(random) +
                            R"(,"output_tokens_details":{"reasoning_tokens":)" + small_number(random) + "}}";
  const std::string output = json_array(items.output);
  reply.whole = "{" + head + R"(,"status":"completed","error":null,"incomplete_details":null,"output":)" + output +
                "," + usage + "}";
  // Some backends leave the items out of the last event.
  const std::string end =
      random.chance(30) ? "{" + head + R"(,"status":"completed","output":[],)" + usage + "}" : reply.whole;
  reply.chunks.push_back(R"({"type":"response.completed","response":)" + end + "}");
  reply.message = output;
  return reply;
}

// ---- Gemini ----

RandomReply gemini_reply(Random& random) {
  RandomReply reply;
  std::vector<std::string> parts;
  const auto chunk = [&](const std::string& part) {
    reply.chunks.push_back(R"({"candidates":[{"content":{"role":"model","parts":[)" + part +
                           R"(]},"index":0}],"modelVersion":"gemini-x","responseId":"r9"})");
  };
  const auto add_text = [&](const std::string& more) {
    const std::string text = visible_text(random);
    for (const std::string& piece : pieces_of(random, text)) chunk("{\"text\":" + json_text(piece) + more + "}");
    parts.push_back("{\"text\":" + json_text(text) + more + "}");
  };
  const auto add_part = [&](const std::string& part) {
    chunk(part);
    parts.push_back(part);
  };
  if (random.chance(50)) add_text(",\"thought\":true");
  const std::size_t calls = random.below(3);
  if (calls == 0 || random.chance(50)) add_text("");
  if (random.chance(20)) add_part(R"({"text":"signed","thoughtSignature":"c2ln"})");
  if (random.chance(20)) {
    add_part(R"({"executableCode":{"language":"PYTHON","code":"1"}})");
    add_part(R"({"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1"}})");
  }
  const bool has_ids = random.chance(50);
  for (std::size_t i = 0; i < calls; ++i) {
    const std::string args = arguments_text(random);
    const std::string id = has_ids ? "fc" + std::to_string(i) : "call_r9_" + std::to_string(i);
    const std::string given = has_ids ? "\"id\":\"" + id + "\"," : "";
    add_part("{\"functionCall\":{" + given + "\"name\":\"" + name_of_tool(random) + "\",\"args\":" + args + "}" +
             (i == 0 ? ",\"thoughtSignature\":\"c2ln\"" : "") + "}");
    reply.call_ids.push_back(id);
    reply.arguments.push_back(json_in_order(args));
  }
  const std::string usage = R"("usageMetadata":{"promptTokenCount":)" + small_number(random) +
                            R"(,"cachedContentTokenCount":)" + small_number(random) + R"(,"candidatesTokenCount":)" +
                            small_number(random) + R"(,"thoughtsTokenCount":)" + small_number(random) + "}";
  const std::string tail = R"(,"modelVersion":"gemini-x","responseId":"r9"})";
  const std::string content = R"({"role":"model","parts":)" + json_array(parts) + "}";
  reply.chunks.push_back(R"({"candidates":[{"finishReason":"STOP","index":0}],)" + usage + tail);
  reply.whole = R"({"candidates":[{"content":)" + content + R"(,"finishReason":"STOP","index":0}],)" + usage + tail;
  reply.message = "[" + content + "]";
  return reply;
}

}  // namespace

RandomReply random_reply(Random& random, ChatFormat format) {
  RandomReply reply;
  switch (format) {
    case ChatFormat::OpenAi: reply = openai_reply(random); break;
    case ChatFormat::Anthropic: reply = anthropic_reply(random); break;
    case ChatFormat::Responses: reply = responses_reply(random); break;
    case ChatFormat::Gemini: reply = gemini_reply(random); break;
  }
  reply.format = format;
  return reply;
}

std::string stream_of(Random& random, const std::vector<std::string>& chunks) {
  const std::size_t form = random.below(3);
  if (form == 0) return json_array(chunks);
  std::string text;
  const std::string end = random.chance(50) ? "\r\n" : "\n";
  for (const std::string& chunk : chunks) {
    if (form == 1) {
      text.append(chunk).append("\n");
      continue;
    }
    if (random.chance(20)) text.append(": a comment" + end + end);
    if (random.chance(50)) text.append("event: x" + end);
    text.append("data: " + chunk + end + end);
  }
  if (form == 2 && random.chance(50)) text.append("data: [DONE]" + end + end);
  return text;
}

}  // namespace latewood::test
