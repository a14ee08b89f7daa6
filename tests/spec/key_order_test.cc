// R-17: what a model reads in order is sent in the order in which it was given: the parameters of tools, and the
// arguments of calls.
#include <gtest/gtest.h>

#include "canon/json_reader.h"
#include "canon/json_source.h"
#include "latewood/chat_log.h"
#include "latewood/exchange.h"
#include "latewood/ordered_content.h"
#include "support/context_probe.h"
#include "support/law.h"
#include "support/random/random.h"

namespace latewood {
namespace {

using test::must;
using test::open_context;
using test::open_system_context;
using test::request_bytes;

const std::string kSchema =
    R"({"type":"object","properties":{"reasoning":{"type":"string"},"answer":{"type":"string"}},"required":["reasoning"]})";
const std::string kArguments = R"({"reasoning":"it rains","answer":{"z":1.50,"a":[{"y":1,"b":2}]}})";

Context imported_log(const std::string& log, ChatFormat format) {
  Context context = open_system_context();
  must(import_chat(context, must(parse_chat_log(log, format))));
  return context;
}

std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (const char c : text) json.append(c == '"' || c == '\\' ? "\\" : "").push_back(c);
  return json + "\"";
}

std::string openai_log(const std::string& schema, const std::string& arguments) {
  return R"({"tools":[{"type":"function","function":{"name":"f","parameters":)" + schema +
         R"(}}],"messages":[{"role":"user","content":"?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1",)"
         R"("type":"function","function":{"name":"f","arguments":)" +
         quoted(arguments) + R"(}}]},{"role":"tool","tool_call_id":"c1","content":"ok"}]})";
}

std::string anthropic_log(const std::string& schema, const std::string& arguments) {
  return R"({"tools":[{"name":"f","input_schema":)" + schema +
         R"(}],"messages":[{"role":"user","content":"?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1",)"
         R"("name":"f","input":)" +
         arguments + R"(}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"ok"}]}]})";
}

// What each profile must hold of a schema and of arguments.
void expect_sent(const Context& context, const std::string& schema, const std::string& as_text,
                 const std::string& as_object) {
  const auto holds = [&](std::string_view profile, const std::string& part) {
    const std::string request = request_bytes(context, profile);
    EXPECT_NE(request.find(part), std::string::npos) << profile << ' ' << part << '\n' << request;
  };
  holds("openai", R"("parameters":)" + schema);
  holds("openai", R"("arguments":)" + quoted(as_text));
  holds("openai-responses", R"("parameters":)" + schema);
  holds("openai-responses", R"("arguments":)" + quoted(as_text));
  holds("anthropic", R"("input_schema":)" + schema);
  holds("anthropic", R"("input":)" + as_object);
  holds("gemini", R"("parametersJsonSchema":)" + schema);
  holds("gemini", R"("args":)" + as_object);
}

TEST(KeyOrder, R_17_AnOpenAiLogIsSentInItsOrder) {
  expect_sent(imported_log(openai_log(kSchema, kArguments), ChatFormat::OpenAi), kSchema, kArguments, kArguments);
  // Text is sent as it was written; as an object it has no white space.
  const std::string spaced = R"({ "b": 1,  "a": 2 })";
  expect_sent(imported_log(openai_log(kSchema, spaced), ChatFormat::OpenAi), kSchema, spaced, R"({"b":1,"a":2})");
}

TEST(KeyOrder, R_17_AnAnthropicLogIsSentInItsOrder) {
  expect_sent(imported_log(anthropic_log(kSchema, kArguments), ChatFormat::Anthropic), kSchema, kArguments, kArguments);
  // An object is stored as its text in the order given, in one spelling.
  expect_sent(imported_log(anthropic_log(kSchema, "{ \"b\" : \"\xc3\xa9\", \"a\":2}"), ChatFormat::Anthropic), kSchema,
              R"({"b":"\u00e9","a":2})", R"({"b":"\u00e9","a":2})");
}

TEST(KeyOrder, R_17_TheStoredFormIsText) {
  const Context context = imported_log(anthropic_log(kSchema, kArguments), ChatFormat::Anthropic);
  std::size_t seen = 0;
  for (const NodeView& node : must(must(context.latest()).nodes())) {
    if (node.node_type == "cb:tool") {
      EXPECT_EQ(*node.content->find("parameters"), JsonValue(kSchema));
      ++seen;
    }
    if (node.kind == "call") {
      EXPECT_EQ(*node.content->find("arguments"), JsonValue(kArguments));
      ++seen;
    }
  }
  EXPECT_EQ(seen, 2U);
}

// Tools that no neutral shape describes are kept whole, and in their order too.
TEST(KeyOrder, R_17_AToolOfTheVendorsOwnKeepsItsOrder) {
  const std::string tool = R"({"name":"f","input_schema":)" + kSchema + R"(,"defer_loading":true})";
  const std::string marked =
      R"({"name":"f","cache_control":{"type":"ephemeral"},"input_schema":)" + kSchema + R"(,"defer_loading":true})";
  for (const std::string& given : {tool, marked}) {
    const Context context = imported_log(R"({"tools":[)" + given + R"(],"messages":[{"role":"user","content":"?"}]})",
                                         ChatFormat::Anthropic);
    EXPECT_NE(request_bytes(context, "anthropic").find(R"("tools":[)" + tool + "]"), std::string::npos)
        << request_bytes(context, "anthropic");
  }
}

// What was stored as objects has no order to keep and is sent as ever.
TEST(KeyOrder, R_17_OlderStoresRenderAsTheyDid) {
  Context context = open_system_context();
  Component tool{.content = must(parse_json(R"({"name":"f","parameters":)" + kSchema + "}")), .node_type = "cb:tool"};
  must(context.insert(tool, -1));
  must(context.insert(Component{.role = "user", .content = JsonValue("?")}));
  must(context.insert(Component{.role = "assistant",
                                .kind = "call",
                                .content = must(parse_json(R"({"id":"c","name":"f","arguments":{"b":1,"a":2}})"))}));
  must(context.commit());
  const std::string sorted =
      R"({"properties":{"answer":{"type":"string"},"reasoning":{"type":"string"}},"required":["reasoning"],"type":"object"})";
  for (const char* version : {"@1", "@2"}) {
    EXPECT_NE(request_bytes(context, std::string("openai") + version).find(R"("parameters":)" + sorted),
              std::string::npos);
    EXPECT_NE(request_bytes(context, std::string("anthropic") + version).find(R"("input":{"a":2,"b":1})"),
              std::string::npos);
  }
}

// The bytes of a version never change: the first sorts arguments where the vendor wants an object.
TEST(KeyOrder, R_17_TheFirstVersionsSortAsTheyDid) {
  const Context context = imported_log(openai_log(kSchema, R"({"b":1,"a":2})"), ChatFormat::OpenAi);
  EXPECT_NE(request_bytes(context, "anthropic@1").find(R"("input":{"a":2,"b":1})"), std::string::npos);
  EXPECT_NE(request_bytes(context, "gemini@1").find(R"("args":{"a":2,"b":1})"), std::string::npos);
  EXPECT_NE(request_bytes(context, "anthropic@2").find(R"("input":{"b":1,"a":2})"), std::string::npos);
}

// A tool that an older store has as an object is defined there already; one in another order is another.
TEST(KeyOrder, R_17_AnOlderDefinitionIsTheSameTool) {
  const auto count = [](const JsonValue& parameters) {
    Context context = open_system_context();
    Component tool{.role = "system",
                   .kind = "tool",
                   .content = make_object({{"name", "f"}, {"parameters", parameters}}),
                   .node_type = "cb:tool"};
    must(context.insert(tool, -1));
    must(context.insert(Component{.role = "user", .content = JsonValue("?")}));
    must(context.commit());
    must(import_chat(context, must(parse_chat_log(openai_log(kSchema, "{}"), ChatFormat::OpenAi))));
    const auto nodes = must(must(context.latest()).nodes());
    return std::count_if(nodes.begin(), nodes.end(), [](const NodeView& node) { return node.node_type == "cb:tool"; });
  };
  EXPECT_EQ(count(must(parse_json(kSchema))), 1);
  EXPECT_EQ(count(JsonValue(kSchema)), 1);
  EXPECT_EQ(
      count(JsonValue(
          R"({"type":"object","required":["reasoning"],"properties":{"reasoning":{"type":"string"},"answer":{"type":"string"}}})")),
      2);
}

TEST(KeyOrder, R_17_ContentFromJsonTextKeepsItsOrder) {
  const auto member = [](std::string_view json, std::string_view kind, std::string_view type, std::string_view key) {
    const JsonValue content = must(parse_content(json, kind, type));
    return content.find(key) == nullptr ? JsonValue() : *content.find(key);
  };
  EXPECT_EQ(member(R"({"id":"c","name":"f","arguments":{"b":1,"a":2}})", "call", "cb", "arguments"),
            JsonValue(R"({"b":1,"a":2})"));
  EXPECT_EQ(member(R"({"id":"c","name":"f","arguments":"{ }"})", "call", "cb", "arguments"), JsonValue("{ }"));
  EXPECT_EQ(member(R"({"name":"f","parameters":{"type":"object","properties":{}}})", "", "cb:tool", "parameters"),
            JsonValue(R"({"type":"object","properties":{}})"));
  EXPECT_EQ(must(parse_content(R"({"b":1,"a":2})", "text", "cb")), must(parse_json(R"({"a":2,"b":1})")));
  EXPECT_FALSE(parse_content("{", "call", "cb"));
}

// ---- laws ----

std::string random_json_text(test::Random& random, int depth) {
  const auto pick = random.below(depth > 0 ? 6 : 4);
  if (pick == 0) return std::to_string(random.below(100)) + (random.chance(30) ? ".50" : "");
  if (pick == 1) return random.chance(50) ? "true" : "null";
  if (pick < 4) return "\"t" + std::to_string(random.below(9)) + "\"";
  std::string out(1, pick == 4 ? '[' : '{');
  std::vector<std::string> keys = {"zeta", "alpha", "mid", "b", "a"};
  const std::size_t count = random.below(4);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out += ",";
    if (pick == 5) {
      const auto at = random.below(keys.size());
      out += "\"" + keys[at] + "\":";
      keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(at));
    }
    out += random_json_text(random, depth - 1);
  }
  return out + (pick == 4 ? "]" : "}");
}

std::string random_object(test::Random& random) {
  return R"({"z":)" + random_json_text(random, 3) + R"(,"k":)" + random_json_text(random, 3) + R"(,"a":)" +
         random_json_text(random, 2) + "}";
}

// By every profile, from either log, byte by byte.
TEST(KeyOrder, R_17_LawArgumentsAndParametersComeBackByteByByte) {
  test::expect_law("arguments and parameters come back byte by byte", [](test::Random& random) {
    const std::string schema = R"({"type":"object","properties":)" + random_object(random) + "}";
    const std::string arguments = random_object(random);
    expect_sent(imported_log(openai_log(schema, arguments), ChatFormat::OpenAi), schema, arguments, arguments);
    expect_sent(imported_log(anthropic_log(schema, arguments), ChatFormat::Anthropic), schema, arguments, arguments);
  });
}

// The spelling that keeps order is the text itself where that is compact, and always the same value.
TEST(KeyOrder, R_17_LawOrderedTextIsTheSameValue) {
  test::expect_law("ordered text is the same value", [](test::Random& random) {
    const std::string text = random_object(random);
    EXPECT_EQ(json_in_order(text), text);
    std::string spaced;
    for (const char c : text) {
      spaced += c;
      if (c == ',' || c == ':') spaced += " \n\t";
    }
    EXPECT_EQ(json_in_order(spaced), text);
    EXPECT_EQ(must(parse_json(json_in_order(spaced))), must(parse_json(spaced)));
  });
}

}  // namespace
}  // namespace latewood
