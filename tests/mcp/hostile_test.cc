// Messages that no proper client sends.
#include <gtest/gtest.h>

#include <string>

#include "mcp/exchange.h"
#include "support/operations/story.h"

namespace latewood::test {
namespace {

std::string request(const std::string& id) { return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})"; }

TEST(McpHostile, IdsThatAreNoneAreRefused) {
  Session session = story_session();
  const McpServer server(session);
  for (const std::string& id :
       {std::string("null"), std::string("1.5"), std::string("1e3"), std::string("[]"), std::string("{}"),
        std::string("true"), std::string("123456789012345678901234567890"), "\"" + std::string(2000, 'x') + "\""}) {
    const JsonValue answer = answered(server, request(id));
    EXPECT_EQ(fault_code(answer), -32600) << id;
    // The schemas of both eras have no null there.
    EXPECT_EQ(answer.find("id"), nullptr) << id;
  }
  for (const std::string id : {"0", "-7", "9223372036854775807", R"("")", R"("a\"b")", "\"\xc3\xa9\""}) {
    const JsonValue answer = answered(server, request(id));
    EXPECT_EQ(*answer.find("id"), *parse_json_text(id)) << id;
    EXPECT_NE(answer.find("result"), nullptr) << id;
  }
}

TEST(McpHostile, TextsThatAreNoMessageGetAFault) {
  Session session = story_session();
  const McpServer server(session);
  for (const std::string& text :
       {std::string(""), std::string("{"), std::string("x"), std::string("{\"id\":1,\"id\":2}"),
        std::string("\xff\xfe"), std::string("\xef\xbb\xbf{}"), std::string(100000, '['), std::string(100000, '{'),
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)" + std::string(100000, '[')}) {
    EXPECT_EQ(fault_code(answered(server, text)), -32700) << text.substr(0, 60);
  }
  for (const char* text : {"[]", R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", "7", "null", "\"x\"", "{}",
                           R"({"id":1,"method":"ping"})", R"({"jsonrpc":"1.0","id":1,"method":"ping"})",
                           R"({"jsonrpc":"2.0","id":1})", R"({"jsonrpc":"2.0","id":1,"method":7})"}) {
    EXPECT_EQ(fault_code(answered(server, text)), -32600) << text;
  }
  for (const char* params : {"[]", "7", "null", "\"x\""}) {
    EXPECT_EQ(fault_code(asked(server, "ping", params)), -32602) << params;
  }
  EXPECT_NE(asked(server, "ping").find("result"), nullptr);
}

// The client learns which request is meant.
TEST(McpHostile, HalfASurrogatePairIsAnsweredWithTheId) {
  Session session = story_session();
  const McpServer server(session);
  const JsonValue answer = called_tool(server, "select", R"({"selector":"\ud800"})");
  EXPECT_EQ(fault_code(answer), -32700);
  EXPECT_EQ(*answer.find("id"), JsonValue(std::int64_t{1}));
}

TEST(McpHostile, ParametersOfTheWrongTypeNeverPass) {
  Session session = story_session();
  const McpServer server(session, {.scope = Scope::Write});
  for (const char* value : {"null", "true", "7", "1.5", "[]", "{}", "\"x\"", "123456789012345678901234567890"}) {
    for (const char* method : {"initialize", "tools/call", "tools/list", "resources/list", "resources/read",
                               "resources/templates/list", "server/discover", "ping"}) {
      for (const char* name : {"name", "arguments", "cursor", "uri", "protocolVersion", "_meta"}) {
        const JsonValue answer = asked(server, method, "{\"" + std::string(name) + "\":" + value + "}");
        EXPECT_NE(answer.find("result") != nullptr, answer.find("error") != nullptr) << method << name << value;
      }
    }
    for (const std::string& tool : mcp_tool_names()) {
      for (const char* name : {"selector", "nodes", "moment", "context", "cursor", "max_bytes", "content", "limit"}) {
        const JsonValue answer = called_tool(server, tool, "{\"" + std::string(name) + "\":" + value + "}");
        EXPECT_NE(answer.find("result") != nullptr, answer.find("error") != nullptr) << tool << name << value;
      }
    }
  }
}

TEST(McpHostile, TextFromOutsideIsEscaped) {
  Session session = story_session();
  const McpServer server(session);
  const auto answer =
      server.answer(read_mcp_message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\\u001b[2J\xe2\x80\xae\"}"));
  ASSERT_TRUE(answer);
  for (const char c : *answer) EXPECT_TRUE(c >= 0x20 && c < 0x7f) << *answer;
}

}  // namespace
}  // namespace latewood::test
