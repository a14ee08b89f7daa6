// Conversations as providers log them, read into what a context keeps.
//
//   const auto logs = parse_chat_logs(file, ChatFormat::OpenAi);
//   for (const ChatLog& log : logs->conversations) import_chat(context_for(log.id), log);
//
// `ChatLogReader` does the same for logs that do not fit into memory.
//
// Leading system messages and tool definitions go to `^sys`, everything else into turns; a
// turn starts before each message of the assistant. Ids and arguments of tool calls are kept
// as they are. docs/profiles.md has the shapes of blocks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "latewood/context.h"
#include "latewood/exchange.h"
#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/result.h"

namespace latewood {

// OpenAI Chat Completions, Anthropic Messages, OpenAI Responses, Gemini generateContent.
enum class ChatFormat : std::uint8_t { OpenAi, Anthropic, Responses, Gemini };
inline constexpr std::array kChatFormats = {ChatFormat::OpenAi, ChatFormat::Anthropic, ChatFormat::Responses,
                                            ChatFormat::Gemini};

// By its name, "openai", "anthropic", "responses", "gemini", or by the id of its profile; the rule E_OPTION_INVALID
// for any other.
Result<ChatFormat> find_chat_format(std::string_view name);
const char* to_string(ChatFormat format);
// The id of the profile that renders requests in this format: "openai", "anthropic", "openai-responses", "gemini".
const char* profile_of(ChatFormat format);

struct ChatTurn {
  std::vector<Component> blocks;  // in the order in which they were said
};

struct ChatLog {
  std::string id;                 // the member `id`, if it is a text; else empty
  std::vector<Component> system;  // for `^sys`: tool definitions, then leading system messages
  std::vector<ChatTurn> turns;
  std::int64_t host_time = 0;  // when it began, in nanoseconds, as far as a member such as `created_at` tells; else 0
};

struct ChatLogs {
  // Whether the text is JSON lines, one conversation a line; else it is one document. A text
  // of one line is a document.
  bool are_lines = false;
  std::vector<ChatLog> conversations;
};

// A conversation is an object with `messages`, `input` (Responses) or `contents` (Gemini), and as they apply `tools`,
// `id` and system text (`system`, `instructions`, `systemInstruction`), or the array of messages itself. A text that is
// not such a conversation is refused whole, with the rule E_CHAT_LOG_INVALID and the place: the fault in bad JSON, else
// the conversation. Of JSON lines the message names the line.
Result<ChatLogs> parse_chat_logs(std::string_view text, ChatFormat format);

// The same text in pieces, one conversation after the other. Of JSON lines two lines are in memory at a
// time, however many there are; a document is there as a whole.
class ChatLogReader {
 public:
  ChatLogReader(ByteSource source, ChatFormat format) : source_(std::move(source)), format_(format) {}

  // Nothing after the last one. After an error there is nothing more to read.
  Result<std::optional<ChatLog>> next();

  // As in `ChatLogs`; known when the first conversation is.
  bool are_lines() const { return are_lines_; }

 private:
  // With its line feed; nothing at the end of the text.
  struct Line {
    std::string text = {};
    std::uint64_t offset = 0;  // of its first byte
    std::uint64_t number = 0;  // from 1
  };

  Result<std::optional<ChatLog>> first();
  Result<Line> next_line();
  Result<Line> next_said(std::string* blank = nullptr);
  Result<ChatLog> read_line(const Line& line) const;
  Result<void> read_rest(std::string& text);

  ByteSource source_;
  ChatFormat format_;
  std::string_view piece_ = {};  // of the source, and how much of it is read
  std::size_t at_ = 0;
  std::uint64_t offset_ = 0;  // in the text
  std::uint64_t number_ = 0;  // of the line before
  Line ahead_ = {};
  bool has_begun_ = false;
  bool are_lines_ = false;
};

// One conversation. The parameters of tools and the arguments of calls keep the order in which the text has them.
Result<ChatLog> parse_chat_log(std::string_view text, ChatFormat format);
// The same, parsed already: members of a `JsonValue` are sorted, so these are as well.
Result<ChatLog> read_chat_log(const JsonValue& conversation, ChatFormat format);

// Adds the conversation to a context: one commit for each turn, the last one included, and one
// for what is left if there is no turn. Where something was said already, the log goes on there: its leading
// system messages stand before its first turn like any later ones, and tools that are defined
// in the same words are left out. Needs the system capability if anything goes to `^sys`.
// Edits that the context holds uncommitted become part of the first commit. What was committed
// before a failure stays. Each commit has the first words of its turn as its message and, where the log tells, the
// time at which the turn ended as its host time.
Result<void> import_chat(Context& context, const ChatLog& log);

// How much of a conversation a context says already, so that it is not imported twice.
struct LogOverlap {
  bool is_whole = false;     // all of it, one block after the other
  std::uint64_t blocks = 0;  // of its first blocks: so many are the last of the context
};
Result<LogOverlap> overlap_with(const Context& context, const ChatLog& log);
// The same of a flat log.
Result<LogOverlap> overlap_with(const Context& context, const std::vector<LogEntry>& entries);

}  // namespace latewood
