// Conversations as vendors log them, read into contexts.
//
//   const ChatLogs logs = parse_chat_logs(document, ChatFormat::OpenAi).value();
//   for (const ChatLog& log : logs.conversations) {
//     Context imported = repository.open_context(log.id).value();
//     imported.set_system(true);
//     import_chat(imported, log).value();
//   }
//
// `ChatLogReader` does the same for logs that do not fit into memory.
//
// Leading system messages and tool definitions become nodes of `^sys`, everything else becomes turns; a turn starts
// before each message of the assistant. Ids and arguments of tool calls are kept as they are. docs/profiles.md has the
// shapes of blocks.
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

// The format of a name, "openai", "anthropic", "responses", "gemini", or of the id of its profile. E_OPTION_INVALID for
// any other text.
Result<ChatFormat> find_chat_format(std::string_view name);
const char* to_string(ChatFormat format);
// The id of the profile that renders requests in this format: "openai", "anthropic", "openai-responses", "gemini".
const char* profile_of(ChatFormat format);

struct ChatTurn {
  std::vector<Component> blocks;  // in the order of the log
};

struct ChatLog {
  std::string id;                 // the member `id` if it is a text; empty: none
  std::vector<Component> system;  // for `^sys`: tool definitions, then leading system messages
  std::vector<ChatTurn> turns;
  std::int64_t host_time = 0;  // when it began, in nanoseconds, from a member such as `created_at`; 0: unknown
};

struct ChatLogs {
  bool are_lines = false;  // JSON lines, one conversation each; false: one document, such as any text of one line
  std::vector<ChatLog> conversations;
};

// Reads a whole text. A conversation is an object with `messages`, `input` (Responses) or `contents` (Gemini), and
// optionally `tools`, `id` and system text (`system`, `instructions`, `systemInstruction`), or the array of messages
// itself. A text that contains anything else is refused as a whole with E_CHAT_LOG_INVALID and the place: of the fault
// in bad JSON, else of the conversation. For JSON lines the message names the line.
Result<ChatLogs> parse_chat_logs(std::string_view text, ChatFormat format);

// Reads the same text in pieces, one conversation after the other.
//
// Owns its position and keeps the source, which must stay usable. Used by one thread. Memory: two lines of JSON lines,
// however many there are; a whole document.
class ChatLogReader {
 public:
  ChatLogReader(ByteSource source, ChatFormat format) : source_(std::move(source)), format_(format) {}

  // The next conversation; nullopt after the last one, and after an error.
  Result<std::optional<ChatLog>> next();

  // As in `ChatLogs`; known after the first `next`.
  bool are_lines() const { return are_lines_; }

 private:
  // With its line feed; empty at the end of the text.
  struct Line {
    std::string text = {};
    std::uint64_t offset = 0;  // place of the first byte
    std::uint64_t number = 0;  // from 1
  };

  Result<std::optional<ChatLog>> first();
  Result<Line> next_line();
  Result<Line> next_said(std::string* blank = nullptr);
  Result<ChatLog> read_line(const Line& line) const;
  Result<void> read_rest(std::string& text);

  ByteSource source_;
  ChatFormat format_;
  std::string_view piece_ = {};  // the current one of the source
  std::size_t at_ = 0;           // how much of it is read
  std::uint64_t offset_ = 0;     // in the text
  std::uint64_t number_ = 0;     // number of the line before
  Line ahead_ = {};
  bool has_begun_ = false;
  bool are_lines_ = false;
};

// Reads one conversation. Parameters of tools and arguments of calls keep the order of the text.
Result<ChatLog> parse_chat_log(std::string_view text, ChatFormat format);
// Reads a parsed conversation: parameters and arguments are sorted, since a JsonValue sorts its members.
Result<ChatLog> read_chat_log(const JsonValue& conversation, ChatFormat format);

// Adds a conversation to a context: one commit for each turn, or one for everything if there is no turn. A context that
// has blocks already is continued: leading system messages then stand before the first turn like later ones, and tools
// that are defined by the same text are not added again. E_UNAUTHORIZED if there is system text and no capability.
//
// Uncommitted edits of the context become part of the first commit. Commits made before a failure stay. Each commit has
// the first words of its turn as message and, if the log has it, the end of the turn as time.
Result<void> import_chat(Context& context, const ChatLog& log);

// How much of a conversation a context already has, so that it is not imported twice.
struct LogOverlap {
  bool is_whole = false;     // all of it, one block after the other
  std::uint64_t blocks = 0;  // so many of its first blocks are the last ones of the context
};
Result<LogOverlap> overlap_with(const Context& context, const ChatLog& log);
// The same for a flat log (exchange.h).
Result<LogOverlap> overlap_with(const Context& context, const std::vector<LogEntry>& entries);

}  // namespace latewood
