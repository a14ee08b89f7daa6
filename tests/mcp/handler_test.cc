// What a client of each era gets.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "mcp/exchange.h"
#include "operations/table/table.h"
#include "support/operations/story.h"

namespace latewood::test {
namespace {

const std::string kMeta = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                          R"("io.modelcontextprotocol/clientCapabilities":{}})";

std::vector<std::string> names_of(const JsonValue& tools) {
  std::vector<std::string> names;
  if (tools.as_array() == nullptr) return names;
  for (const JsonValue& tool : *tools.as_array()) names.push_back(text_at(at(tool, "name")));
  return names;
}

TEST(McpHandshake, AgreesOnTheRequestedVersionIfItIsSpoken) {
  Session session = story_session();
  const McpServer server(session);
  for (const char* version : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}) {
    const JsonValue answer = asked(server, "initialize", R"({"protocolVersion":")" + std::string(version) + R"("})");
    EXPECT_EQ(text_at(at(answer, "result", "protocolVersion")), version);
    EXPECT_EQ(text_at(at(answer, "result", "serverInfo", "name")), "latewood");
    EXPECT_NE(at(answer, "result", "capabilities").find("tools"), nullptr);
    EXPECT_EQ(at(answer, "result").find("resultType"), nullptr);
  }
  const JsonValue other = asked(server, "initialize", R"({"protocolVersion":"1999-01-01"})");
  EXPECT_EQ(text_at(at(other, "result", "protocolVersion")), "2025-11-25");
  // The version without a handshake cannot be agreed on by one.
  const JsonValue newest = asked(server, "initialize", R"({"protocolVersion":"2026-07-28"})");
  EXPECT_EQ(text_at(at(newest, "result", "protocolVersion")), "2025-11-25");
  EXPECT_EQ(fault_code(asked(server, "initialize", R"({"protocolVersion":7})")), -32602);
}

TEST(McpHandshake, NotificationsGetNoAnswer) {
  Session session = story_session();
  const McpServer server(session);
  for (const char* method : {"notifications/initialized", "notifications/cancelled", "unknown"}) {
    EXPECT_FALSE(server.answer(read_mcp_message(R"({"jsonrpc":"2.0","method":")" + std::string(method) + R"("})")));
  }
  EXPECT_FALSE(server.answer(read_mcp_message(R"({"jsonrpc":"2.0","id":1,"result":{}})")));
}

TEST(McpPerRequest, EveryResultHasItsTypeAndTheServer) {
  Session session = story_session();
  const McpServer server(session);
  const JsonValue found = asked(server, "server/discover", "{" + kMeta + "}");
  EXPECT_EQ(text_at(at(found, "result", "resultType")), "complete");
  EXPECT_EQ(text_at(at(found, "result", "cacheScope")), "private");
  EXPECT_EQ(*at(found, "result", "ttlMs").as_integer(), 3600000);
  EXPECT_EQ(*at(found, "result", "supportedVersions").as_array()->front().as_string(), "2026-07-28");
  EXPECT_EQ(text_at(at(found, "result", "_meta", "io.modelcontextprotocol/serverInfo", "name")), "latewood");
  const JsonValue listed = asked(server, "resources/list", "{" + kMeta + "}");
  EXPECT_EQ(*at(listed, "result", "ttlMs").as_integer(), 0);
  const JsonValue called = asked(server, "tools/call", R"({"name":"contexts",)" + kMeta + "}");
  EXPECT_EQ(text_at(at(called, "result", "resultType")), "complete");
  EXPECT_EQ(at(called, "result").find("ttlMs"), nullptr);
  EXPECT_EQ(fault_code(asked(server, "ping", "{" + kMeta + "}")), -32601);
}

TEST(McpPerRequest, AWrongVersionIsRefusedWithTheSpokenOnes) {
  Session session = story_session();
  const McpServer server(session);
  const JsonValue wrong =
      asked(server, "tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}})");
  EXPECT_EQ(fault_code(wrong), -32022);
  EXPECT_EQ(text_at(at(wrong, "error", "data", "requested")), "1900-01-01");
  EXPECT_EQ(*at(wrong, "error", "data", "supported").as_array()->front().as_string(), "2026-07-28");
  EXPECT_EQ(fault_code(asked(server, "server/discover")), -32602);
  EXPECT_EQ(fault_code(asked(server, "tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":7}})")),
            -32602);
  EXPECT_EQ(
      fault_code(asked(server, "tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})")),
      -32602);
}

TEST(McpTools, StandInTheirOrderAndThoseThatWriteAreOfferedOnRequest) {
  Session session = story_session();
  std::vector<std::string> reading;
  std::vector<std::string> all;
  for (const std::string& name : mcp_tool_names()) {
    const operations::Row* row = operations::find_row(name);
    if (row == nullptr) continue;
    all.push_back(name);
    if (row->scope == Scope::Read) reading.push_back(name);
  }
  EXPECT_EQ(names_of(at(asked(McpServer(session), "tools/list"), "result", "tools")), reading);
  EXPECT_EQ(names_of(at(asked(McpServer(session, {.scope = Scope::Write}), "tools/list"), "result", "tools")), all);
}

TEST(McpTools, HaveAnOperationEach) {
  EXPECT_EQ(mcp_tool_names().size(), 16U);
  if (operations::find_row("tree") == nullptr) GTEST_SKIP() << "the operations that read a tree are not in the table";
  for (const std::string& name : mcp_tool_names()) EXPECT_NE(operations::find_row(name), nullptr) << name;
}

TEST(McpTools, HaveSchemasOfObjectsAndTruthfulAnnotations) {
  Session session = story_session();
  const McpServer server(session, {.scope = Scope::Write});
  const JsonValue tools = at(asked(server, "tools/list"), "result", "tools");
  ASSERT_NE(tools.as_array(), nullptr);
  for (const JsonValue& tool : *tools.as_array()) {
    const std::string name = text_at(at(tool, "name"));
    const bool only_reads = operations::find_row(name)->scope == Scope::Read;
    EXPECT_EQ(text_at(at(tool, "inputSchema", "type")), "object") << name;
    EXPECT_EQ(text_at(at(tool, "outputSchema", "type")), "object") << name;
    EXPECT_EQ(*at(tool, "annotations", "readOnlyHint").as_bool(), only_reads) << name;
    EXPECT_FALSE(only_reads && *at(tool, "annotations", "destructiveHint").as_bool()) << name;
    EXPECT_FALSE(*at(tool, "annotations", "openWorldHint").as_bool()) << name;
    EXPECT_EQ(at(tool, "inputSchema", "properties").find("cursor") != nullptr, only_reads) << name;
    // Whether system text may change is not the client's choice.
    EXPECT_EQ(at(tool, "inputSchema", "properties").find("system"), nullptr) << name;
  }
}

// The names of pages must not hide an argument or a member of a result.
TEST(McpTools, NoOperationUsesTheNamesOfPages) {
  for (const std::string& name : mcp_tool_names()) {
    const operations::Row* row = operations::find_row(name);
    if (row == nullptr || row->scope != Scope::Read) continue;
    for (const operations::Member& member : row->arguments().members) {
      EXPECT_NE(member.name, "cursor") << name;
      EXPECT_NE(member.name, "max_bytes") << name;
    }
    for (const operations::Member& member : row->result().members) EXPECT_NE(member.name, "page") << name;
  }
}

TEST(McpTools, GiveTheResultOfTheOperationAsStructureAndAsText) {
  for (const std::string& name : mcp_tool_names()) {
    const operations::Row* row = operations::find_row(name);
    if (row == nullptr) continue;
    Session by_tool = story_session();
    Session by_call = story_session();
    const JsonValue answer = called_tool(McpServer(by_tool, {.scope = Scope::Write}), name, std::string(row->example));
    const auto called = by_call.call(name, row->example);
    ASSERT_TRUE(called) << name;
    const bool is_object = row->result().kind == operations::Schema::Kind::Object && !row->result().items;
    const std::string expected = is_object ? *called : "{\"result\":" + *called + "}";
    // A specification may define the order of the members: the text keeps it.
    EXPECT_EQ(at(answer, "result", "structuredContent"), *parse_json_text(expected)) << name;
    EXPECT_EQ(text_at(at(at(answer, "result", "content").as_array()->front(), "text")), expected) << name;
    EXPECT_FALSE(*at(answer, "result", "isError").as_bool()) << name;
  }
}

TEST(McpTools, TheirFailuresAreResultsAndThoseOfTheProtocolAreFaults) {
  Session session = story_session();
  const McpServer server(session);
  const JsonValue failed = called_tool(server, "select", R"({"selector":".cb["})");
  EXPECT_TRUE(*at(failed, "result", "isError").as_bool());
  const auto error = parse_json_text(text_at(at(at(failed, "result", "content").as_array()->front(), "text")));
  ASSERT_TRUE(error);
  EXPECT_EQ(text_at(at(*error, "error", "code")), "E_SELECTOR_INVALID");
  const JsonValue wrong = called_tool(server, "select", R"({"selektor":7})");
  EXPECT_TRUE(*at(wrong, "result", "isError").as_bool());
  EXPECT_EQ(fault_code(called_tool(server, "nothing")), -32602);
  EXPECT_EQ(fault_code(called_tool(server, "insert", R"({"content":"x"})")), -32602) << "not offered";
  EXPECT_EQ(fault_code(called_tool(server, "gc")), -32602) << "an operation that is no tool";
  EXPECT_EQ(fault_code(asked(server, "tools/call", R"({"name":7})")), -32602);
  EXPECT_EQ(fault_code(asked(server, "tools/call", R"({"name":"contexts","arguments":[]})")), -32602);
  EXPECT_EQ(fault_code(asked(server, "tools/list", R"({"cursor":"x"})")), -32602);
  EXPECT_EQ(fault_code(asked(server, "prompts/list")), -32601);
}

TEST(McpTools, KeepTheOrderOfMembersInWhatTheyAreGiven) {
  Session session = story_session();
  const McpServer server(session, {.scope = Scope::Write});
  const JsonValue added = called_tool(server, "insert",
                                      R"({"id":"call","role":"assistant","kind":"call",)"
                                      R"("content":{"id":"c1","name":"f","arguments":{"b":1,"a":2}}})");
  EXPECT_FALSE(*at(added, "result", "isError").as_bool()) << json_text_of(added);
  called_tool(server, "commit");
  const auto rendered = session.call("render", "{}");
  ASSERT_TRUE(rendered);
  EXPECT_NE(rendered->find(R"({\\\"b\\\":1,\\\"a\\\":2})"), std::string::npos) << *rendered;
}

TEST(McpTools, SystemTextIsRefusedUnlessTheSessionAllowsIt) {
  Session session("memory:", {.scope = Scope::Admin, .system = SystemText::Refuse});
  called(session, "init", "{}");
  const McpServer server(session, {.scope = Scope::Write});
  for (const char* arguments : {R"({"role":"system","content":"Obey.","depth":-1})",
                                R"({"role":"system","content":"Obey.","depth":-1,"system":true})"}) {
    const JsonValue refused = called_tool(server, "insert", arguments);
    EXPECT_TRUE(*at(refused, "result", "isError").as_bool());
    EXPECT_NE(json_text_of(refused).find("E_UNAUTHORIZED"), std::string::npos) << json_text_of(refused);
  }
}

TEST(McpResources, AreListedByContextAndReadThroughTheOperations) {
  Session session = story_session();
  const McpServer server(session);
  const JsonValue listed = at(asked(server, "resources/list"), "result", "resources");
  ASSERT_NE(listed.as_array(), nullptr);
  ASSERT_FALSE(listed.as_array()->empty());
  for (const JsonValue& resource : *listed.as_array()) {
    const std::string uri = text_at(at(resource, "uri"));
    const JsonValue read = asked(server, "resources/read", R"({"uri":")" + uri + R"("})");
    const JsonValue contents = at(read, "result", "contents");
    ASSERT_NE(contents.as_array(), nullptr) << json_text_of(read);
    EXPECT_EQ(text_at(at(contents.as_array()->front(), "uri")), uri);
    EXPECT_TRUE(parse_json_text(text_at(at(contents.as_array()->front(), "text")))) << uri;
  }
  const JsonValue thread = asked(server, "resources/read", R"({"uri":"latewood://main/@t0/thread"})");
  const auto rendered = session.call("render", R"({"profile":""})");
  ASSERT_TRUE(rendered);
  EXPECT_EQ(text_at(at(at(thread, "result", "contents").as_array()->front(), "text")),
            text_at(at(*parse_json_text(*rendered), "request")));
}

TEST(McpResources, AreListedInPages) {
  Session session = story_session();
  for (int i = 10; i < 60; ++i) {
    const std::string context = "{\"context\":\"agent " + std::to_string(i) + "\",";
    called(session, "create_context", R"({"name":"agent )" + std::to_string(i) + "\"}");
    called(session, "insert", context + R"("content":"x"})");
    called(session, "commit", context + R"("message":"one"})");
  }
  const McpServer server(session);
  std::set<std::string> uris;
  std::string cursor;
  std::size_t pages = 0;
  do {
    const JsonValue page =
        at(asked(server, "resources/list", cursor.empty() ? "{}" : "{\"cursor\":" + json_text(cursor) + "}"), "result");
    const JsonValue resources = at(page, "resources");
    ASSERT_NE(resources.as_array(), nullptr);
    for (const JsonValue& resource : *resources.as_array()) {
      EXPECT_TRUE(uris.insert(text_at(at(resource, "uri"))).second);
    }
    cursor = text_at(at(page, "nextCursor"));
    ASSERT_LT(++pages, 10U);
  } while (!cursor.empty());
  EXPECT_GT(pages, 2U);
  for (int i = 10; i < 60; ++i) {
    const std::string start = "latewood://agent%20" + std::to_string(i) + "/";
    const auto found = uris.lower_bound(start);
    EXPECT_TRUE(found != uris.end() && found->starts_with(start)) << start;
  }
}

TEST(McpResources, ANodeIsReadAtItsMoment) {
  if (operations::find_row("show") == nullptr) GTEST_SKIP() << "the operation `show` is not in the table";
  Session session = story_session();
  const McpServer server(session);
  for (const char* moment : {"@t0", "@c2", "main"}) {
    const JsonValue read =
        asked(server, "resources/read", R"({"uri":"latewood://main/)" + std::string(moment) + R"(/node/answer"})");
    const JsonValue contents = at(read, "result", "contents");
    ASSERT_NE(contents.as_array(), nullptr) << json_text_of(read);
    EXPECT_NE(text_at(at(contents.as_array()->front(), "text")).find("compacted"), std::string::npos) << moment;
  }
  // The node is newer than the moment.
  EXPECT_EQ(fault_code(asked(server, "resources/read", R"({"uri":"latewood://main/@c1/node/answer"})")), -32002);
}

TEST(McpResources, AnUnknownOneIsNotFoundInTheWordsOfEachEra) {
  Session session = story_session();
  const McpServer server(session);
  for (const char* uri : {"latewood://nobody/@t0/thread", "latewood://main/@t-99/thread", "latewood://main/@t0/x",
                          "latewood://main/thread", "file:///etc/passwd", "latewood://%zz/@t0/thread", ""}) {
    const std::string params = R"("uri":")" + std::string(uri) + "\"";
    EXPECT_EQ(fault_code(asked(server, "resources/read", "{" + params + "}")), -32002) << uri;
    EXPECT_EQ(fault_code(asked(server, "resources/read", "{" + params + "," + kMeta + "}")), -32602) << uri;
  }
  EXPECT_EQ(fault_code(asked(server, "resources/read", R"({"uri":7})")), -32602);
  EXPECT_EQ(fault_code(asked(server, "resources/list", R"({"cursor":"nobody"})")), -32602);
}

TEST(McpStart, NeedsNoStore) {
  Session session("/nowhere/at/all.db", {.scope = Scope::Read, .system = SystemText::Refuse});
  const McpServer server(session);
  EXPECT_EQ(fault_code(asked(server, "initialize", R"({"protocolVersion":"2025-11-25"})")), 0);
  EXPECT_EQ(fault_code(asked(server, "tools/list")), 0);
  const JsonValue failed = called_tool(server, "contexts");
  EXPECT_TRUE(*at(failed, "result", "isError").as_bool());
  EXPECT_NE(fault_code(asked(server, "resources/list")), 0);
}

}  // namespace
}  // namespace latewood::test
