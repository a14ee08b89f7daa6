// Logs of Codex: JSON lines {"timestamp","type","payload"}, a plain list. `response_item` has items of the Responses
// API as they are sent; `event_msg` repeats them for display and has the token counts.
#include <utility>

#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "exchange/chat/chat_message.h"
#include "sessions/members.h"

namespace latewood::sessions {
namespace {

// Answers have no ids in this format.
std::string answer_id(const ReaderState& state) { return "#" + std::to_string(state.answers); }

LoggedResponse current_response(const ReaderState& state) { return {answer_id(state), state.model, {}, {}}; }

void read_meta(const JsonValue& payload, ReaderState& state, LogEntry& entry) {
  entry.reason = "the head of a session";
  const std::string& id = text_in(payload, "id");
  if (!state.session.empty() || id.empty()) return;
  state.session = id;
  entry.session = id;
  const JsonValue* base = find_in(payload, "base_instructions", "text");
  if (base == nullptr) base = payload.find("instructions");
  const std::string* text = base == nullptr ? nullptr : base->as_string();
  if (text == nullptr || text->empty()) return;
  state.system = {exchange::make_block("system", "text", *text)};
  state.has_system = true;
}

void read_item(const JsonField& item, ReaderState& state, LogEntry& entry) {
  auto read = exchange::read_responses_item(item, entry.id);
  if (!read || read->blocks.empty()) {
    entry.kind = EntryKind::Unknown;
    entry.reason = read ? "an item without content" : read.error().message;
    return;
  }
  entry.kind = EntryKind::Message;
  const bool is_assistant = read->role == "assistant";
  entry.role = is_assistant ? "assistant" : "user";
  entry.blocks = std::move(read->blocks);
  if (!is_assistant) {
    state.is_answering = false;
    return;
  }
  if (!state.is_answering) ++state.answers;
  state.is_answering = true;
  entry.response = current_response(state);
}

// The history that is sent from here on, or the summary alone.
void read_compacted(const JsonField& payload, ReaderState& state, LogEntry& entry) {
  entry.kind = EntryKind::Boundary;
  state.is_answering = false;
  const auto history = payload.find("replacement_history");
  const auto items = history ? history->items() : Result<std::vector<JsonField>>(std::vector<JsonField>());
  if (items) {
    for (const JsonField& item : *items) {
      auto read = exchange::read_responses_item(item, entry.id);
      if (!read) continue;
      for (Component& block : read->blocks) entry.blocks.push_back(std::move(block));
    }
  }
  const std::string& summary = text_in(payload.value(), "message");
  if (entry.blocks.empty() && !summary.empty()) entry.blocks = {exchange::make_block("user", "text", summary)};
}

void read_counts(const JsonValue& payload, ReaderState& state, LogEntry& entry) {
  entry.reason = "token counts";
  const JsonValue* last = find_in(payload, "info", "last_token_usage");
  if (last == nullptr || state.answers == 0) return;
  LoggedResponse response = current_response(state);
  response.usage.input = count_in(*last, "input_tokens");
  response.usage.cached = count_in(*last, "cached_input_tokens");
  response.usage.output = count_in(*last, "output_tokens");
  response.usage.reasoning = count_in(*last, "reasoning_output_tokens");
  entry.response = std::move(response);
}

}  // namespace

void read_codex(std::string_view text, ReaderState& state, std::vector<LogEntry>& entries) {
  const auto line = parse_json(text);
  if (!line) return entries.push_back(unknown_entry("no JSON: " + line.error().message));
  const std::string& type = text_in(*line, "type");
  const JsonValue* payload = line->find("payload");
  const bool is_known = !type.empty() && payload != nullptr && payload->as_object() != nullptr;
  if (!is_known) return entries.push_back(unknown_entry("a line without a type and a payload"));
  const std::string inner = text_in(*payload, "type");
  LogEntry entry = note_entry("a line of the type " + type + (inner.empty() ? "" : " " + inner));
  entry.id = "line-" + std::to_string(state.line);
  entry.parent = state.last;
  entry.session = state.session;
  entry.follows = true;
  entry.time = time_in(*line, "timestamp");
  const JsonField field = JsonField(*line, text).member("payload").value();
  if (type == "session_meta") {
    read_meta(*payload, state, entry);
  } else if (type == "response_item") {
    read_item(field, state, entry);
  } else if (type == "compacted") {
    read_compacted(field, state, entry);
  } else if (type == "turn_context") {
    if (const std::string& model = text_in(*payload, "model"); !model.empty()) state.model = model;
  } else if (type == "event_msg" && inner == "token_count") {
    read_counts(*payload, state, entry);
  }
  const bool has_place = entry.kind == EntryKind::Message || entry.kind == EntryKind::Boundary || !state.last.empty();
  if (has_place && entry.kind != EntryKind::Unknown) state.last = entry.id;
  entries.push_back(std::move(entry));
}

}  // namespace latewood::sessions
