// Conversations as providers log them, read into what a context keeps.
//
//   const auto logs = parse_chat_logs(file, ChatFormat::OpenAi);
//   for (const ChatLog& log : logs->conversations) import_chat(context_for(log.id), log);
//
// Leading system messages and tool definitions go to `^sys`, everything else into turns; a
// turn starts before each message of the assistant. Ids and arguments of tool calls are kept
// as they are. docs/profiles.md has the shapes of blocks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/context.h"
#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/result.h"

namespace latewood {

enum class ChatFormat : std::uint8_t { OpenAi, Anthropic };

// "openai", "anthropic"; the rule E_OPTION_INVALID otherwise.
Result<ChatFormat> find_chat_format(std::string_view name);

struct ChatTurn {
  std::vector<Component> blocks;  // in the order in which they were said
};

struct ChatLog {
  std::string id;                 // the member `id`, if it is a text; else empty
  std::vector<Component> system;  // for `^sys`: tool definitions, then leading system messages
  std::vector<ChatTurn> turns;
};

struct ChatLogs {
  // Whether the text is JSON lines, one conversation a line; else it is one document. A text
  // of one line is a document.
  bool are_lines = false;
  std::vector<ChatLog> conversations;
};

// A conversation is an object with `messages` (and, as they apply, `system`, `tools`, `id`), or
// the array of messages itself. A text that is not such a conversation is refused whole, with
// the rule E_CHAT_LOG_INVALID and the place: the fault in bad JSON, else the conversation.
Result<ChatLogs> parse_chat_logs(std::string_view text, ChatFormat format);

// One conversation that is parsed already.
Result<ChatLog> read_chat_log(const JsonValue& conversation, ChatFormat format);

// Adds the conversation to a context: one commit for each turn, the last one included, and one
// for `^sys` if there is no turn. Needs the system capability if anything goes to `^sys`.
// Edits that the context holds uncommitted become part of the first commit. What was committed
// before a failure stays.
Result<void> import_chat(Context& context, const ChatLog& log);

}  // namespace latewood
