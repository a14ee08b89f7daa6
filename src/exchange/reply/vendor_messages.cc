// Messages of a vendor for the active head. Which vendor's they are is told by their shape, as far as it matters: a
// message that means the same in every format it may be of needs no name.
#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "exchange/chat/chat_messages.h"
#include "exchange/reply/message_shape.h"
#include "latewood/vendor_reply.h"

namespace latewood {
namespace {

using exchange::ChatMessage;
using exchange::FormatSet;
using exchange::messages_key;

// An object that is neither a list nor a request is one message.
bool is_single(const JsonValue& value) {
  if (value.as_object() == nullptr) return false;
  return std::none_of(kChatFormats.begin(), kChatFormats.end(), [&value](ChatFormat format) {
    return value.find(messages_key(format)) != nullptr && value.find("type") == nullptr &&
           value.find("role") == nullptr;
  });
}

const JsonValue::Array* list_in(const JsonValue& value) {
  if (value.as_array() != nullptr) return value.as_array();
  for (const ChatFormat format : kChatFormats) {
    const JsonValue* list = value.find(messages_key(format));
    if (list != nullptr) return list->as_array();
  }
  return nullptr;
}

Result<FormatSet> possible_formats(const JsonValue& value) {
  FormatSet formats = exchange::formats_of_request(value);
  const JsonValue::Array* messages = list_in(value);
  if (messages == nullptr) return formats;
  for (std::size_t i = 0; i < messages->size(); ++i) {
    const FormatSet own = exchange::formats_of_message((*messages)[i]);
    const FormatSet both = formats.both(own);
    if (both.is_empty()) {
      const std::string what =
          own.is_empty() ? "of no format: its members are of several" : "of the format " + names_of(own);
      return broken(kChatLogInvalid, "message " + std::to_string(i) + " is " + what +
                                         (own.is_empty() ? "" : ", those before it are of " + names_of(formats)));
    }
    formats = both;
  }
  return formats;
}

Result<VendorMessages> read_as(const JsonField& request, ChatFormat format, const VendorMessagesOptions& options) {
  VendorMessages read{format, {}, {}};
  if (const auto tools = request.find("tools")) {
    LW_TRY_ASSIGN(const std::vector<JsonField> items, tools->items());
    for (const JsonField& item : items) {
      LW_TRY_ASSIGN(std::vector<Component> blocks, exchange::read_tool_of(item, format));
      for (Component& tool : blocks) read.system.push_back(std::move(tool));
    }
  }
  LW_TRY_ASSIGN(std::vector<Component> system, exchange::read_system_of(request, format));
  for (Component& block : system) read.system.push_back(std::move(block));
  exchange::MessageNumbers numbers{options.prefix, {}};
  for (const OpenCall& call : options.open_calls) numbers.open_calls.push_back({call.id, call.name});
  LW_TRY_ASSIGN(std::vector<ChatMessage> messages, exchange::read_messages_of(request, format, numbers));
  bool is_leading = true;
  for (ChatMessage& message : messages) {
    is_leading = is_leading && message.role == "system";
    std::vector<Component>& target = is_leading ? read.system : read.blocks;
    for (Component& block : message.blocks) target.push_back(std::move(block));
  }
  return read;
}

// Formats that read the messages alike are one.
Result<VendorMessages> read_as_any(const JsonField& request, const FormatSet& formats,
                                   const VendorMessagesOptions& options) {
  std::optional<VendorMessages> found;
  std::optional<Error> fault;
  FormatSet readable = formats;
  bool is_same = true;
  for (const ChatFormat format : formats.formats()) {
    auto read = read_as(request, format, options);
    if (!read) {
      if (!fault) fault = std::move(read).error();
      readable = readable.without(format);
      continue;
    }
    is_same = is_same && (!found || (found->system == read->system && found->blocks == read->blocks));
    if (!found) found = *std::move(read);
  }
  if (!found) return *fault;
  if (is_same) return *std::move(found);
  return broken(kChatLogInvalid, "the messages may be of several formats, which differ in their meaning; name one of " +
                                     names_of(readable));
}

Result<VendorMessages> read_messages(std::string_view json, const VendorMessagesOptions& options) {
  // One message is a list of one, in the same text: an added bracket moves the place of a fault by one byte.
  auto value = parse_json(json);
  if (!value) return std::move(value).error();
  std::string list;
  if (is_single(*value)) {
    list = "[" + std::string(json) + "]";
    value = JsonValue(JsonValue::Array{*std::move(value)});
    json = list;
  }
  const JsonField request(*value, json);
  if (options.format) return read_as(request, *options.format, options);
  LW_TRY_ASSIGN(const FormatSet formats, possible_formats(*value));
  return read_as_any(request, formats, options);
}

}  // namespace

Result<VendorMessages> read_vendor_messages(std::string_view json, const VendorMessagesOptions& options) {
  auto read = read_messages(json, options);
  if (read) return read;
  Error error = std::move(read).error();
  error.rule = kChatLogInvalid;
  if (!error.place) error.place = Place{0, json.size()};
  return error;
}

}  // namespace latewood
