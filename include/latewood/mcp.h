// MCP: operations as tools of the Model Context Protocol, and snapshots as its resources.
//
//   Session session("agent.db", {.scope = Scope::Read, .system = SystemText::Refuse});
//   const McpServer server(session);
//   for (std::string line; std::getline(std::cin, line);) {
//     if (const auto answer = server.answer(read_mcp_message(line))) std::cout << *answer << '\n';
//   }
//
// Text in, text out: the transport is the caller's. Both eras of the protocol are served at once, each message by what
// it holds: 2026-07-28, where every request names its version, and 2025-11-25 and earlier, which begin with
// `initialize`. The server keeps nothing between messages. docs/mcp.md describes what a client sees.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/operation.h"
#include "latewood/session.h"

namespace latewood {

// A message of a client.
struct McpMessage {
  std::string text;      // as it was read
  JsonValue document;    // its value
  std::string method;    // empty: the client answers a request, or `fault` is set
  std::string id;        // the JSON text of the id; empty: no answer is expected
  std::string fault;     // the answer to a text that is no message; else empty
  std::string cancels;   // of notifications/cancelled: the JSON text of the id that it names; else empty
  bool is_call = false;  // the answer runs operations, so that it may take long
};

// Reads one JSON-RPC message. Never fails: see `McpMessage::fault`.
McpMessage read_mcp_message(std::string text);

// The answer to a message that the transport refuses, such as one that is too long.
std::string refused_mcp_message(std::string_view reason);
// The answer to a request whose id belongs to a request that is not answered yet.
std::string repeated_mcp_id(const McpMessage& message);

struct McpOptions {
  Scope scope = Scope::Read;           // Write: the tools that edit are offered too
  std::size_t most_bytes = 64 * 1024;  // of a tool's answer, for calls that do not give `max_bytes`
};

// Headers of a message that was sent by HTTP; nullopt: it has none of that name.
struct McpHeaders {
  std::optional<std::string> version = {};  // MCP-Protocol-Version
  std::optional<std::string> method = {};   // Mcp-Method
  std::optional<std::string> name = {};     // Mcp-Name
};

// The status of an answer by HTTP, and its body; empty: none.
struct McpHttpAnswer {
  int status = 200;
  std::string body;
};

// The names of all tools, in the order in which they are listed; those that write are last.
const std::vector<std::string>& mcp_tool_names();

class McpServer {
 public:
  // `session` must outlive this object. What the session does not permit is refused, whatever `options` offer.
  explicit McpServer(Session& session, McpOptions options = {}) : session_(&session), options_(options) {}

  // The answer to a message; nullopt if it gets none. May be called from any thread.
  std::optional<std::string> answer(const McpMessage& message) const;

  // The same for a message that came by HTTP. A message without an answer gives 202. Headers that do not agree with the
  // message give 400.
  McpHttpAnswer answer_http(const McpMessage& message, const McpHeaders& headers) const;

 private:
  Session* session_;
  McpOptions options_;
};

}  // namespace latewood
