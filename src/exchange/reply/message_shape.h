// Finds the possible formats of a message by its members.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "latewood/chat_log.h"
#include "latewood/json_value.h"

namespace latewood::exchange {

// Each format, in the order of `kChatFormats`, and whether it is possible.
class FormatSet {
 public:
  static FormatSet all() { return FormatSet({true, true, true, true}); }
  static FormatSet only(ChatFormat format) { return FormatSet().with(format); }

  FormatSet with(ChatFormat format) const;
  FormatSet without(ChatFormat format) const;
  FormatSet both(const FormatSet& other) const;

  std::vector<ChatFormat> formats() const;
  bool is_empty() const { return formats().empty(); }

 private:
  FormatSet() = default;
  explicit FormatSet(std::array<bool, kChatFormats.size()> has) : has_(has) {}

  std::array<bool, kChatFormats.size()> has_ = {};
};

// The formats of one message, or of one item of Responses; empty if there is none.
FormatSet formats_of_message(const JsonValue& message);

// The formats of an object with a list of messages; all formats for a list or a message.
FormatSet formats_of_request(const JsonValue& request);

// "openai, anthropic".
std::string names_of(const FormatSet& formats);

}  // namespace latewood::exchange
