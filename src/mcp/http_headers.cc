#include "mcp/http_headers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "latewood/json_text.h"
#include "mcp/era.h"
#include "mcp/reply.h"

namespace latewood::mcp {
namespace {

constexpr const char* kVersionMember = "io.modelcontextprotocol/protocolVersion";

// A header whose text is not printable ASCII is sent as =?base64?..?=.
std::optional<std::string> decode_base64(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFF);
  }
  return out;
}

std::optional<std::string> decoded(const std::string& header) {
  constexpr std::string_view kStart = "=?base64?";
  constexpr std::string_view kEnd = "?=";
  const std::string_view text = header;
  const bool is_encoded =
      text.size() >= kStart.size() + kEnd.size() && text.starts_with(kStart) && text.ends_with(kEnd);
  if (!is_encoded) return header;
  return decode_base64(text.substr(kStart.size(), text.size() - kStart.size() - kEnd.size()));
}

// The text of the parameters that `Mcp-Name` repeats; null: the method has none.
const std::string* named_by(const McpMessage& message) {
  const JsonValue* params = message.document.find("params");
  if (params == nullptr) return nullptr;
  const JsonValue* name = nullptr;
  if (message.method == "tools/call") name = params->find("name");
  if (message.method == "resources/read") name = params->find("uri");
  return name == nullptr ? nullptr : name->as_string();
}

const std::string* version_in(const McpMessage& message) {
  const JsonValue* params = message.document.find("params");
  const JsonValue* meta = params == nullptr ? nullptr : params->find("_meta");
  const JsonValue* version = meta == nullptr ? nullptr : meta->find(kVersionMember);
  return version == nullptr ? nullptr : version->as_string();
}

std::string mismatch(const McpMessage& message, std::string_view what) {
  return fault_reply(message.id, Fault::Header, what);
}

std::optional<std::string> refuse_early(const McpMessage& message, const McpHeaders& headers) {
  if (!headers.version || message.method == "initialize") return std::nullopt;
  if (*headers.version == kNewestVersion && message.method != "server/discover") {
    return mismatch(message, "the header MCP-Protocol-Version names a version whose requests name it in '_meta'");
  }
  const auto& spoken = versions();
  const bool is_spoken = std::find(spoken.begin(), spoken.end(), *headers.version) != spoken.end();
  if (is_spoken) return std::nullopt;
  return fault_reply(message.id, Fault::Request, "the header MCP-Protocol-Version names a version that is not spoken");
}

}  // namespace

std::optional<std::string> refuse_headers(const McpMessage& message, const McpHeaders& headers) {
  const std::string* version = version_in(message);
  if (version == nullptr) return refuse_early(message, headers);
  if (!headers.version || *headers.version != *version) {
    return mismatch(message, "the header MCP-Protocol-Version is not the version in '_meta'");
  }
  // A version that is not spoken is the more useful answer.
  if (*version != kNewestVersion) return std::nullopt;
  if (!headers.method || *headers.method != message.method) {
    return mismatch(message, "the header Mcp-Method is not the method of the request");
  }
  const std::string* name = named_by(message);
  if (name == nullptr) return std::nullopt;
  const auto given = headers.name ? decoded(*headers.name) : std::nullopt;
  if (given == *name) return std::nullopt;
  return mismatch(message, "the header Mcp-Name is not the name or uri of the request");
}

int status_of_answer(const McpMessage& message, const std::string& answer) {
  if (version_in(message) == nullptr && message.method != "server/discover") return 200;
  // Errors are short; a long answer is a result.
  constexpr std::size_t kLongestError = 4096;
  if (answer.size() > kLongestError) return 200;
  const auto value = parse_json_text(answer);
  const JsonValue* error = value ? value->find("error") : nullptr;
  const JsonValue* code = error == nullptr ? nullptr : error->find("code");
  if (code == nullptr || code->as_integer() == nullptr) return 200;
  const auto is = [code](Fault fault) { return *code->as_integer() == static_cast<int>(fault); };
  if (is(Fault::Method)) return 404;
  const bool is_refused = is(Fault::Parse) || is(Fault::Request) || is(Fault::Version) || is(Fault::Header);
  // A request without its declaration is refused; other wrong parameters are answered.
  const bool lacks_declaration = is(Fault::Params) && answer.find("'_meta' lacks") != std::string::npos;
  return is_refused || lacks_declaration ? 400 : 200;
}

}  // namespace latewood::mcp
