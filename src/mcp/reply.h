// JSON-RPC answers.
#pragma once

#include <string>
#include <string_view>

namespace latewood::mcp {

// The codes of JSON-RPC and of MCP.
enum class Fault : int {
  Parse = -32700,
  Request = -32600,
  Method = -32601,
  Params = -32602,
  Internal = -32603,
  ResourceNotFound = -32002,  // 2025-11-25 and earlier
  Header = -32020,            // 2026-07-28, over HTTP
  Version = -32022,           // 2026-07-28
};

// `id` and `result` are JSON texts.
std::string result_reply(std::string_view id, std::string_view result);
// `data` is a JSON text; empty: none. The answer has no id if `id` is empty: the message had none that can be read.
std::string fault_reply(std::string_view id, Fault fault, std::string_view message, std::string_view data = {});

}  // namespace latewood::mcp
