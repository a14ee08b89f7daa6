// Answers of a limited size.
#include <gtest/gtest.h>

#include <string>

#include "mcp/exchange.h"
#include "support/operations/story.h"

namespace latewood::test {
namespace {

Session long_session() {
  Session session = story_session();
  for (int i = 0; i < 60; ++i) {
    const std::string content(static_cast<std::size_t>(i) * 7, i % 2 == 0 ? 'a' : '"');
    called(session, "insert", R"({"role":"user","content":)" + json_text(content + "\xc3\xa9") + "}");
    called(session, "commit", R"({"message":"number )" + std::to_string(i) + "\"}");
  }
  return session;
}

std::string with_page(const std::string& arguments, const std::string& cursor, std::size_t most) {
  std::string text = arguments;
  text.pop_back();
  text += (text == "{" ? "" : ",") + std::string(R"("max_bytes":)") + std::to_string(most);
  if (!cursor.empty()) text += R"(,"cursor":)" + json_text(cursor);
  return text + "}";
}

// Follows the cursors from the first page to the last, and puts the parts together.
struct Gathered {
  JsonValue::Array items;
  std::string text;
  std::size_t pages = 0;
};

Gathered gather(const McpServer& server, const std::string& tool, const std::string& arguments, std::size_t most) {
  Gathered all;
  std::string cursor;
  do {
    const JsonValue answer = called_tool(server, tool, with_page(arguments, cursor, most));
    const JsonValue structured = at(answer, "result", "structuredContent");
    const JsonValue page = at(structured, "page");
    EXPECT_LE(json_text_of(structured).size(), most);
    EXPECT_FALSE(page.is_null()) << json_text_of(answer);
    const std::string list = text_at(at(page, "list"));
    if (list.empty()) {
      EXPECT_EQ(at(page, "from"), JsonValue(static_cast<std::int64_t>(all.text.size())));
      all.text += text_at(at(page, "text"));
    } else {
      EXPECT_EQ(at(page, "from"), JsonValue(static_cast<std::int64_t>(all.items.size())));
      const JsonValue part = at(structured, list);
      for (const JsonValue& item : *part.as_array()) all.items.push_back(item);
    }
    cursor = text_at(at(page, "cursor"));
    EXPECT_EQ(cursor.empty(), at(page, "left") == JsonValue(std::int64_t{0}));
  } while (++all.pages < 1000 && !cursor.empty());
  return all;
}

TEST(McpPages, PartsOfAListAreTheWholeList) {
  Session session = long_session();
  const McpServer server(session);
  const auto whole = parse_json_text(*session.call("log", "{}"));
  for (const std::size_t most : {1500U, 4096U, 20000U}) {
    const Gathered gathered = gather(server, "log", "{}", most);
    EXPECT_GT(gathered.pages, 1U);
    EXPECT_EQ(JsonValue(gathered.items), at(*whole, "commits")) << most;
  }
}

TEST(McpPages, PartsOfATextAreTheWholeText) {
  Session session = long_session();
  const McpServer server(session);
  const auto whole = session.call("render", "{}");
  ASSERT_TRUE(whole);
  for (const std::size_t most : {1024U, 5000U}) {
    const Gathered gathered = gather(server, "render", "{}", most);
    EXPECT_GT(gathered.pages, 2U);
    EXPECT_EQ(gathered.text, *whole) << most;
  }
}

TEST(McpPages, AResultWithoutAnObjectHasPagesToo) {
  Session session = long_session();
  const McpServer server(session);
  const auto whole = parse_json_text(*session.call("select", R"({"selector":"@t0 .cb"})"));
  const Gathered gathered = gather(server, "select", R"({"selector":"@t0 .cb"})", 1024);
  EXPECT_GT(gathered.pages, 1U);
  EXPECT_EQ(JsonValue(gathered.items), *whole);
}

TEST(McpPages, WhatFitsIsGivenAsItIs) {
  Session session = long_session();
  const McpServer server(session, {.most_bytes = 1024 * 1024});
  const JsonValue answer = called_tool(server, "log");
  EXPECT_EQ(json_text_of(at(answer, "result", "structuredContent")), *session.call("log", "{}"));
  const McpServer frugal(session, {.most_bytes = 2048});
  EXPECT_LE(json_text_of(at(called_tool(frugal, "log"), "result", "structuredContent")).size(), 2048U);
}

TEST(McpPages, ACursorOfAnotherResultIsRefused) {
  Session session = long_session();
  const McpServer server(session);
  const JsonValue first = called_tool(server, "log", R"({"max_bytes":2048})");
  const std::string cursor = text_at(at(first, "result", "structuredContent", "page", "cursor"));
  ASSERT_FALSE(cursor.empty());
  called(session, "insert", R"({"content":"x"})");
  called(session, "commit", "{}");
  const JsonValue late = called_tool(server, "log", with_page("{}", cursor, 2048));
  EXPECT_TRUE(*at(late, "result", "isError").as_bool());
  EXPECT_NE(json_text_of(late).find("call again without `cursor`"), std::string::npos) << json_text_of(late);
  for (const char* forged : {"x", "i5", "t-", "i99999999999999999999-0", "t5-0000000000000000", "-", "i-1-2"}) {
    const JsonValue refused = called_tool(server, "log", with_page("{}", forged, 2048));
    EXPECT_TRUE(*at(refused, "result", "isError").as_bool()) << forged;
  }
  for (const char* wrong : {R"({"max_bytes":10})", R"({"max_bytes":"all"})", R"({"cursor":7})"}) {
    EXPECT_TRUE(*at(called_tool(server, "log", wrong), "result", "isError").as_bool()) << wrong;
  }
}

}  // namespace
}  // namespace latewood::test
