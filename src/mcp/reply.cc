#include "mcp/reply.h"

#include "latewood/json_text.h"

namespace latewood::mcp {
namespace {

std::string reply_start(std::string_view id) {
  std::string text = R"({"jsonrpc":"2.0")";
  if (!id.empty()) text.append(",\"id\":").append(id);
  return text;
}

}  // namespace

std::string result_reply(std::string_view id, std::string_view result) {
  return reply_start(id).append(",\"result\":").append(result) + "}";
}

std::string fault_reply(std::string_view id, Fault fault, std::string_view message, std::string_view data) {
  std::string text = reply_start(id) + ",\"error\":{\"code\":" + std::to_string(static_cast<int>(fault)) +
                     ",\"message\":" + json_text(message);
  if (!data.empty()) text.append(",\"data\":").append(data);
  return text + "}}";
}

}  // namespace latewood::mcp
