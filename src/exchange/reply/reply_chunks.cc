#include "exchange/reply/reply_chunks.h"

#include <optional>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_cursor.h"
#include "canon/json_reader.h"

namespace latewood::exchange {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kDone = "[DONE]";

// Whether a fault of JSON text is that it ends too early.
bool is_end_missing(const Error& error, std::string_view text) {
  return error.place && error.place->offset + error.place->length >= text.size() && error.rule != kLoneSurrogate &&
         error.rule != kNestingTooDeep;
}

Error chunk_fault(Error error, std::string_view what, std::size_t number, std::size_t offset) {
  error.message = std::string(what) + " " + std::to_string(number) + ": " + error.message;
  error.place = error.place ? Place{error.place->offset + offset, error.place->length} : Place{offset, 0};
  return error;
}

// Adds the chunk that starts at `offset` of the body. Gives false, and adds nothing, if it is the last and was cut off.
Result<bool> add_chunk(ReplyChunks& found, std::string text, std::string_view what, std::size_t offset, bool is_last) {
  auto value = parse_json(text);
  if (!value) {
    if (is_last && is_end_missing(value.error(), text)) return false;
    return chunk_fault(std::move(value).error(), what, found.chunks.size() + 1, offset);
  }
  const Place place{offset, text.size()};
  found.chunks.push_back({std::move(text), *std::move(value), place});
  return true;
}

std::string_view without_space(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

// ---- a JSON array ----

Result<ReplyChunks> read_array(std::string_view body) {
  ReplyChunks found{true, false, {}};
  JsonCursor cursor{body};
  cursor.take_next('[');
  if (cursor.take_next(']')) return found;
  for (;;) {
    cursor.skip_space();
    const std::size_t begin = cursor.at;
    auto value = read_json_value(cursor);
    if (!value && is_end_missing(value.error(), body)) break;
    if (!value) return std::move(value).error();
    if (cursor.lone_surrogate) return *cursor.lone_surrogate;
    const std::string_view text = cursor.since(begin);
    found.chunks.push_back({std::string(text), *std::move(value), {begin, text.size()}});
    if (cursor.take_next(',')) continue;
    if (cursor.take_next(']')) {
      cursor.skip_space();
      if (!cursor.at_end()) return cursor.unexpected("the end of the text");
      return found;
    }
    if (!cursor.at_end()) return cursor.unexpected("',' or ']'");
    break;
  }
  found.is_cut = true;
  return found;
}

// ---- JSON lines ----

Result<ReplyChunks> read_lines(std::string_view body) {
  ReplyChunks found{true, false, {}};
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t feed = body.find('\n', at);
    const std::size_t end = feed == body.npos ? body.size() : feed;
    const std::string_view line = without_space(body.substr(at, end - at));
    const bool is_last = without_space(body.substr(end)).empty();
    if (!line.empty()) {
      const auto offset = static_cast<std::size_t>(line.data() - body.data());
      LW_TRY_ASSIGN(const bool is_whole, add_chunk(found, std::string(line), "line", offset, is_last));
      found.is_cut = !is_whole;
    }
    at = end + 1;
  }
  return found;
}

// ---- server-sent events ----

// One line without its end, which is CR, LF or both.
std::string_view take_line(std::string_view body, std::size_t& at) {
  const std::size_t end = std::min(body.find_first_of("\r\n", at), body.size());
  const std::string_view line = body.substr(at, end - at);
  at = end;
  if (at < body.size()) at += body.substr(at).starts_with("\r\n") ? 2 : 1;
  return line;
}

// The value of the field `data` of a line; nothing if the line is another field or a comment.
std::optional<std::string_view> data_of(std::string_view line) {
  constexpr std::string_view kName = "data";
  if (!line.starts_with(kName)) return std::nullopt;
  line.remove_prefix(kName.size());
  if (line.empty()) return line;
  if (line.front() != ':') return std::nullopt;
  line.remove_prefix(1);
  if (line.starts_with(' ')) line.remove_prefix(1);
  return line;
}

bool is_event_line(std::string_view line) {
  for (const std::string_view name : {"data", "event", "id", "retry"}) {
    if (line == name || (line.starts_with(name) && line.substr(name.size()).starts_with(':'))) return true;
  }
  return line.starts_with(':');
}

Result<ReplyChunks> read_events(std::string_view body) {
  ReplyChunks found{true, false, {}};
  std::optional<std::string> data;
  std::size_t offset = 0;  // where the data begins
  bool is_done = false;
  for (std::size_t at = 0; at <= body.size() && !is_done;) {
    const std::size_t begin = at;
    const bool is_end = at == body.size();
    const std::string_view line = take_line(body, at);
    if (line.empty()) {
      if (data && without_space(*data) == kDone) {
        is_done = true;
      } else if (data && !without_space(*data).empty()) {
        LW_TRY_ASSIGN(const bool is_whole, add_chunk(found, *std::move(data), "event", offset, is_end));
        found.is_cut = !is_whole;
      }
      data.reset();
      if (is_end) break;
      continue;
    }
    if (!is_event_line(line)) {
      const bool is_cut_name = at == body.size() && !body.ends_with('\n') && !body.ends_with('\r');
      if (!is_cut_name) {
        return broken(kReplyInvalid, "byte " + std::to_string(begin) + " is no line of server-sent events");
      }
      found.is_cut = true;
      continue;
    }
    const auto value = data_of(line);
    if (!value) continue;
    if (!data) offset = static_cast<std::size_t>(value->data() - body.data());
    if (data) data->push_back('\n');
    if (!data) data.emplace();
    data->append(*value);
  }
  return found;
}

// ---- the form of the input ----

bool starts_with_document(std::string_view body) {
  JsonCursor cursor{body};
  cursor.skip_space();
  return read_json_value(cursor).has_value();
}

Result<ReplyChunks> read_object(std::string_view body) {
  auto value = parse_json(body);
  if (value) {
    ReplyChunks found;
    found.chunks.push_back({std::string(body), *std::move(value), {0, body.size()}});
    return found;
  }
  // The text after a whole object is another line.
  const std::size_t feed = body.find('\n', body.find('{'));
  if (feed != body.npos && starts_with_document(body.substr(0, feed))) return read_lines(body);
  return std::move(value).error();
}

}  // namespace

Result<ReplyChunks> read_reply_chunks(std::string_view body) {
  const std::string_view inner = without_space(body);
  if (inner.empty()) return broken(kReplyInvalid, "there is nothing in the reply");
  if (inner.front() == '{') return read_object(body);
  if (inner.front() == '[') return read_array(body);
  std::string_view events = inner;
  if (events.starts_with(kByteOrderMark)) events.remove_prefix(kByteOrderMark.size());
  std::size_t at = 0;
  if (is_event_line(take_line(events, at))) {
    const auto skipped = static_cast<std::size_t>(events.data() - body.data());
    auto found = read_events(body.substr(skipped));
    if (found) {
      for (ReplyChunk& chunk : found->chunks) chunk.place.offset += skipped;
    } else if (found.error().place) {
      Error error = std::move(found).error();
      error.place->offset += skipped;
      return error;
    }
    return found;
  }
  return broken(kReplyInvalid, "JSON or server-sent events expected");
}

}  // namespace latewood::exchange
