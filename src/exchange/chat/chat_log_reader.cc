// A log as one document or as JSON lines, conversation by conversation.
#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "latewood/chat_log.h"

namespace latewood {
namespace {

// Faults of a conversation that starts at `offset` of the text.
Error placed(Error error, std::uint64_t offset, std::size_t size) {
  const auto start = static_cast<std::size_t>(offset);
  error.rule = kChatLogInvalid;
  error.place = error.place ? Place{error.place->offset + start, error.place->length} : Place{start, size};
  return error;
}

std::string_view without_line_feed(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return line;
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r\n") == line.npos; }

}  // namespace

Result<ChatLogReader::Line> ChatLogReader::next_line() {
  Line line{{}, offset_, ++number_};
  for (;;) {
    const std::size_t end = piece_.find('\n', at_);
    line.text.append(piece_.substr(at_, end == piece_.npos ? end : end + 1 - at_));
    at_ = end == piece_.npos ? piece_.size() : end + 1;
    if (end != piece_.npos) break;
    LW_TRY_ASSIGN(const std::string_view more, source_());
    if (more.empty()) break;
    piece_ = more;
    at_ = 0;
  }
  offset_ += line.text.size();
  return line;
}

// The next line that is not blank. Blank lines before it are appended to `blank`; null: dropped.
Result<ChatLogReader::Line> ChatLogReader::next_said(std::string* blank) {
  for (;;) {
    LW_TRY_ASSIGN(Line line, next_line());
    if (line.text.empty() || !is_blank(line.text)) return line;
    if (blank != nullptr) blank->append(line.text);
  }
}

Result<void> ChatLogReader::read_rest(std::string& text) {
  text.append(piece_.substr(std::exchange(at_, piece_.size())));
  for (;;) {
    LW_TRY_ASSIGN(const std::string_view more, source_());
    if (more.empty()) return {};
    text.append(more);
  }
}

Result<ChatLog> ChatLogReader::read_line(const Line& line) const {
  const std::string_view text = without_line_feed(line.text);
  auto log = parse_chat_log(text, format_);
  if (log) return log;
  Error error = placed(std::move(log).error(), line.offset, text.size());
  error.message = "line " + std::to_string(line.number) + ": " + error.message;
  return error;
}

// The text is JSON Lines if its first line that is not blank is a whole document and more lines follow.
Result<std::optional<ChatLog>> ChatLogReader::first() {
  std::string text;
  LW_TRY_ASSIGN(Line line, next_said(&text));
  if (parse_json(without_line_feed(line.text))) {
    LW_TRY_ASSIGN(ahead_, next_said());
    are_lines_ = !ahead_.text.empty();
  }
  if (are_lines_) {
    LW_TRY_ASSIGN(ChatLog log, read_line(line));
    return std::optional(std::move(log));
  }
  text.append(line.text);
  LW_TRY(read_rest(text));
  auto log = parse_chat_log(text, format_);
  if (!log) return placed(std::move(log).error(), 0, text.size());
  return std::optional(*std::move(log));
}

Result<std::optional<ChatLog>> ChatLogReader::next() {
  if (!std::exchange(has_begun_, true)) return first();
  if (!are_lines_) return std::optional<ChatLog>();
  const Line line = std::exchange(ahead_, {});
  if (line.text.empty()) return std::optional<ChatLog>();
  LW_TRY_ASSIGN(ChatLog log, read_line(line));
  LW_TRY_ASSIGN(ahead_, next_said());
  return std::optional(std::move(log));
}

Result<ChatLogs> parse_chat_logs(std::string_view text, ChatFormat format) {
  ChatLogReader reader([left = text]() mutable { return Result<std::string_view>(std::exchange(left, {})); }, format);
  ChatLogs logs;
  for (;;) {
    LW_TRY_ASSIGN(std::optional<ChatLog> log, reader.next());
    if (!log) break;
    logs.conversations.push_back(*std::move(log));
  }
  logs.are_lines = reader.are_lines();
  return logs;
}

}  // namespace latewood
