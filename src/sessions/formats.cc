#include <array>

#include "canon/json_reader.h"
#include "sessions/log_entry.h"
#include "sessions/members.h"

namespace latewood {
namespace {

constexpr std::array kFormats = {SessionFormat::ClaudeCode, SessionFormat::Codex, SessionFormat::Pi,
                                 SessionFormat::ChatGpt, SessionFormat::Letta};

// The format that one line shows; nullopt: the line shows none.
std::optional<SessionFormat> format_of_line(const JsonValue& line) {
  if (line.as_object() == nullptr) return std::nullopt;
  const std::string& type = sessions::text_in(line, "type");
  const JsonValue* payload = line.find("payload");
  if (payload != nullptr && !type.empty()) return SessionFormat::Codex;
  if (type == "session" && line.find("version") != nullptr) return SessionFormat::Pi;
  if (line.find("parentId") != nullptr && !type.empty()) return SessionFormat::Pi;
  if (line.find("uuid") != nullptr || line.find("sessionId") != nullptr || line.find("leafUuid") != nullptr) {
    return SessionFormat::ClaudeCode;
  }
  return std::nullopt;
}

bool has_word(std::string_view text, std::string_view word) { return text.find(word) != text.npos; }

}  // namespace

std::string_view to_string(SessionFormat format) {
  switch (format) {
    case SessionFormat::ClaudeCode: return "claude-code";
    case SessionFormat::Codex: return "codex";
    case SessionFormat::Pi: return "pi";
    case SessionFormat::ChatGpt: return "chatgpt";
    case SessionFormat::Letta: return "letta";
  }
  return "claude-code";
}

std::optional<SessionFormat> find_session_format(std::string_view name) {
  for (const SessionFormat format : kFormats) {
    if (name == to_string(format)) return format;
  }
  return std::nullopt;
}

std::optional<SessionFormat> detect_session_format(std::string_view start) {
  std::string_view rest = start;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    // A last line may be cut off.
    if (end == rest.npos && rest.size() < start.size()) break;
    const auto line = parse_json(rest.substr(0, end));
    const auto found = line ? format_of_line(*line) : std::nullopt;
    if (found) return found;
    if (end == rest.npos) break;
    rest.remove_prefix(end + 1);
  }
  // A line that is longer than what was read.
  const std::string_view head = start.substr(0, 4096);
  if (has_word(head, "\"parentUuid\"") || has_word(head, "\"sessionId\"")) return SessionFormat::ClaudeCode;
  if (has_word(start, "\"mapping\"") || has_word(head, "\"conversation_id\"")) return SessionFormat::ChatGpt;
  if (has_word(start, "\"agent_type\"") || has_word(start, "\"in_context_message_ids\"")) return SessionFormat::Letta;
  if (has_word(start, "\"agents\"") && head.find_first_not_of(" \t\r\n") != head.npos) return SessionFormat::Letta;
  return std::nullopt;
}

namespace sessions {

bool is_document(SessionFormat format) { return format == SessionFormat::ChatGpt || format == SessionFormat::Letta; }

std::string_view profile_of(SessionFormat format) {
  if (format == SessionFormat::ClaudeCode) return "anthropic";
  return format == SessionFormat::Codex ? "openai-responses" : "openai";
}

}  // namespace sessions
}  // namespace latewood
