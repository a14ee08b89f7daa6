// Messages of a client and what the server answers.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "latewood/json_text.h"
#include "latewood/json_value.h"
#include "latewood/mcp.h"

namespace latewood::test {

// The answer as JSON; null if there is none.
inline JsonValue answered(const McpServer& server, const std::string& message) {
  const auto answer = server.answer(read_mcp_message(message));
  if (!answer) return {};
  EXPECT_EQ(answer->find('\n'), std::string::npos) << *answer;
  auto value = parse_json_text(*answer);
  EXPECT_TRUE(value) << *answer;
  return value ? *std::move(value) : JsonValue();
}

// A request of the era with a handshake.
inline JsonValue asked(const McpServer& server, const std::string& method, const std::string& params = "{}") {
  return answered(server, R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}");
}

inline JsonValue called_tool(const McpServer& server, const std::string& name, const std::string& arguments = "{}") {
  return asked(server, "tools/call", R"({"name":")" + name + R"(","arguments":)" + arguments + "}");
}

// The member at the end of the way; null if it is not there.
template <class... Names>
JsonValue at(const JsonValue& value, const Names&... names) {
  const JsonValue* found = &value;
  for (const std::string& name : {std::string(names)...}) {
    if (found != nullptr) found = found->find(name);
  }
  return found == nullptr ? JsonValue() : *found;
}

inline std::string text_at(const JsonValue& value) {
  return value.as_string() == nullptr ? std::string() : *value.as_string();
}

inline std::int64_t fault_code(const JsonValue& answer) {
  const JsonValue code = at(answer, "error", "code");
  return code.as_integer() == nullptr ? 0 : *code.as_integer();
}

}  // namespace latewood::test
