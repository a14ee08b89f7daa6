#include "reconcile/request.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/blake3.h"
#include "canon/json_reader.h"
#include "latewood/vendor_reply.h"

namespace latewood::reconcile {
namespace {

constexpr std::size_t kNameDigits = 12;
constexpr std::size_t kLongestName = 180;  // leaves room for the names of side contexts

std::string digits_of(const Blake3Digest& digest) { return digest.hex().substr(0, kNameDigits); }

bool is_plain_id(std::string_view id) {
  return !id.empty() && id.size() <= kLongestName && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.' || c == ':';
  });
}

const std::string* text_in(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value == nullptr ? nullptr : value->as_string();
}

// The `user_id` that Claude Code sends ends with the id of its session, or is a JSON text with it.
std::string session_in_user(const std::string& user) {
  constexpr std::string_view kMark = "_session_";
  if (const std::size_t at = user.rfind(kMark); at != std::string::npos) return user.substr(at + kMark.size());
  if (!user.starts_with('{')) return {};
  const auto parsed = parse_json(user);
  const std::string* id = parsed ? text_in(*parsed, "session_id") : nullptr;
  return id == nullptr ? std::string() : *id;
}

std::string session_of(const JsonValue& body, ChatFormat format) {
  if (const JsonValue* metadata = body.find("metadata")) {
    const std::string* user = text_in(*metadata, "user_id");
    const std::string id = user == nullptr ? std::string() : session_in_user(*user);
    if (!id.empty()) return context_of_session("claude-code", id);
  }
  for (const char* key : {"conversation", "prompt_cache_key"}) {
    if (const std::string* id = text_in(body, key); id != nullptr && !id->empty()) {
      return context_of_session(to_string(format), *id);
    }
  }
  return {};
}

Blake3Digest root_of(const Request& request) {
  std::string text;
  const auto append = [&text](const GivenBlock& given) { text += given.unit.hex(); };
  // Tools change within a conversation. Its system text and first message distinguish it from other conversations.
  std::for_each(request.system.begin(), request.system.end(), append);
  text.push_back('/');
  if (!request.blocks.empty()) append(request.blocks.front());
  return blake3_of(text);
}

GivenBlock given(Component block, const UnitReader& reader) {
  const Unit unit = reader.unit_of(block);
  return {std::move(block), unit, 0};
}

void note_masks(const std::vector<GivenBlock>& blocks, std::uint64_t first, const UnitReader& reader,
                std::vector<MaskedText>& masked) {
  for (std::size_t at = 0; at < blocks.size(); ++at) {
    const Component& block = blocks[at].block;
    if (!reader.mask_of(block).empty()) masked.push_back({first + at, *block.content->as_string()});
  }
}

}  // namespace

namespace {

// A single message is no request, unlike where messages are appended.
Result<JsonValue> parsed_body(std::string_view body) {
  auto value = parse_json(body);
  if (!value) {
    Error error = std::move(value).error();
    error.rule = kChatLogInvalid;
    return error;
  }
  const bool has_messages = value->find("messages") != nullptr || value->find("input") != nullptr ||
                            value->find("contents") != nullptr || value->as_array() != nullptr;
  if (!has_messages) return broken(kChatLogInvalid, "a request with messages, input or contents expected");
  return value;
}

}  // namespace

std::vector<Unit> Request::units() const {
  std::vector<Unit> all;
  all.reserve(blocks.size());
  for (const GivenBlock& block : blocks) all.push_back(block.unit);
  return all;
}

std::vector<Prefix> Request::prefixes() const {
  std::vector<Prefix> all = {start};
  all.reserve(blocks.size() + 1);
  for (const GivenBlock& block : blocks) all.push_back(with_unit(all.back(), block.unit));
  return all;
}

Result<ReadRequest> read_request(std::string_view body, std::optional<ChatFormat> format, const UnitReader& reader) {
  VendorMessagesOptions options;
  options.format = format;
  LW_TRY_ASSIGN(const JsonValue value, parsed_body(body));
  LW_TRY_ASSIGN(VendorMessages messages, read_vendor_messages(body, options));
  ReadRequest read;
  read.format = messages.format;
  for (Component& block : messages.system) {
    const bool is_tool = block.node_type == "cb:tool";
    (is_tool ? read.request.tools : read.request.system).push_back(given(std::move(block), reader));
  }
  for (Component& block : messages.blocks) read.request.blocks.push_back(given(std::move(block), reader));
  if (read.request.blocks.empty()) return broken(kChatLogInvalid, "the request has no message");
  note_masks(read.request.system, read.request.tools.size(), reader, read.masked);
  read.session = session_of(value, read.format);
  return read;
}

std::string context_of_root(const Request& request) { return "request/" + digits_of(root_of(request)); }

std::string side_context(std::string_view context, const Request& request) {
  std::string name(context.substr(0, context.find("/side-")));
  if (name.size() > kLongestName + 40) name = "long/" + digits_of(blake3_of(name));
  return name + "/side-" + digits_of(root_of(request));
}

bool are_related(const std::vector<Unit>& a, const std::vector<Unit>& b) {
  if (a.empty() || b.empty()) return true;
  std::vector<Unit> sorted = a;
  std::sort(sorted.begin(), sorted.end());
  return std::any_of(b.begin(), b.end(),
                     [&](const Unit& unit) { return std::binary_search(sorted.begin(), sorted.end(), unit); });
}

}  // namespace latewood::reconcile

namespace latewood {

std::string context_of_session(std::string_view client, std::string_view id) {
  const std::string name(client);
  if (reconcile::is_plain_id(id)) return name + "/" + std::string(id);
  return name + "/" + reconcile::digits_of(blake3_of(id));
}

}  // namespace latewood
