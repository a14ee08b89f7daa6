// Reading a JSON-RPC message.
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "canon/json_reader.h"
#include "latewood/json_text.h"
#include "latewood/mcp.h"
#include "mcp/reply.h"

namespace latewood {
namespace {

using mcp::Fault;
using mcp::fault_reply;

constexpr std::size_t kLongestId = 1024;

// The JSON text of a request's id; empty if it is not one that MCP permits: a text or an integer.
std::string id_text(const JsonValue* id) {
  if (id == nullptr) return {};
  if (id->as_integer() != nullptr) return json_text_of(*id);
  const std::string* text = id->as_string();
  return text != nullptr && text->size() <= kLongestId ? json_text_of(*id) : std::string();
}

bool runs_operations(std::string_view method) {
  return method == "tools/call" || method == "resources/read" || method == "resources/list";
}

// Half of a surrogate pair is a fault of one text alone, so that the id can still be read and the client need not wait
// for an answer in vain.
std::string id_beside_lone_surrogate(std::string_view text) {
  JsonCursor cursor{text};
  cursor.skip_space();
  const auto value = read_json_value(cursor);
  return value ? id_text(value->find("id")) : std::string();
}

std::string unreadable(const std::string& text, const Error& error) {
  const std::string id = error.rule == kLoneSurrogate ? id_beside_lone_surrogate(text) : std::string();
  return fault_reply(id, Fault::Parse, "the message is not JSON: " + error.message);
}

// Empty: the parts of the message are those of JSON-RPC.
std::string fault_of(const McpMessage& message) {
  const JsonValue& document = message.document;
  if (document.as_array() != nullptr) return fault_reply({}, Fault::Request, "batches of messages are not supported");
  if (document.as_object() == nullptr) return fault_reply({}, Fault::Request, "a message is a JSON object");
  if (document.find("id") != nullptr && message.id.empty()) {
    return fault_reply({}, Fault::Request, "'id' must be an integer of 64 bits or a text of at most 1024 bytes");
  }
  const JsonValue* version = document.find("jsonrpc");
  const bool is_version_2 = version != nullptr && version->as_string() != nullptr && *version->as_string() == "2.0";
  if (!is_version_2) return fault_reply(message.id, Fault::Request, "'jsonrpc' must be \"2.0\"");
  const JsonValue* method = document.find("method");
  const bool is_answer = document.find("result") != nullptr || document.find("error") != nullptr;
  if (method == nullptr && is_answer) return {};
  if (method == nullptr || method->as_string() == nullptr) {
    return fault_reply(message.id, Fault::Request, "'method' must be a text");
  }
  const JsonValue* params = document.find("params");
  const bool is_notification = message.id.empty();
  if (params != nullptr && params->as_object() == nullptr && !is_notification) {
    return fault_reply(message.id, Fault::Params, "'params' must be an object");
  }
  return {};
}

}  // namespace

McpMessage read_mcp_message(std::string text) {
  McpMessage message;
  message.text = std::move(text);
  auto document = parse_json(message.text, kAroundValues);
  if (!document) {
    message.fault = unreadable(message.text, document.error());
    return message;
  }
  message.document = *std::move(document);
  message.id = id_text(message.document.find("id"));
  message.fault = fault_of(message);
  if (!message.fault.empty()) return message;
  const JsonValue* method = message.document.find("method");
  if (method == nullptr) {
    message.id.clear();
    return message;
  }
  message.method = *method->as_string();
  message.is_call = !message.id.empty() && runs_operations(message.method);
  const JsonValue* params = message.document.find("params");
  if (message.method == "notifications/cancelled" && params != nullptr) {
    message.cancels = id_text(params->find("requestId"));
  }
  return message;
}

std::string refused_mcp_message(std::string_view reason) { return fault_reply({}, Fault::Request, reason); }

std::string repeated_mcp_id(const McpMessage& message) {
  return fault_reply(message.id, Fault::Request, "a request with this id is not answered yet");
}

}  // namespace latewood
