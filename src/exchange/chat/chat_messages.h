// The members of a request in each format: which of them hold the tools, the system text and the messages.
#pragma once

#include <string_view>
#include <vector>

#include "canon/json_field.h"
#include "exchange/chat/chat_message.h"
#include "latewood/chat_log.h"
#include "latewood/result.h"

namespace latewood::exchange {

// The member that holds the messages: `messages`, `input`, `contents`.
std::string_view messages_key(ChatFormat format);

// A tool definition as `cb:tool` blocks: one, or of Gemini one for each function.
Result<std::vector<Component>> read_tool_of(const JsonField& tool, ChatFormat format);

// System text beside the messages; none if the format or the request has none.
Result<std::vector<Component>> read_system_of(const JsonField& request, ChatFormat format);

// How messages are told apart, and which calls of Gemini they may answer.
struct MessageNumbers {
  std::string prefix = {};
  std::vector<GeminiCalls::Call> open_calls = {};
};

// The messages of a request, or of the list itself. A text as the `input` of Responses is a message of the user.
Result<std::vector<ChatMessage>> read_messages_of(const JsonField& request, ChatFormat format,
                                                  const MessageNumbers& numbers);

}  // namespace latewood::exchange
