#include "canon/json_source.h"

#include <cstddef>

#include "canon/json_cursor.h"
#include "canon/json_string.h"
#include "canon/json_writer.h"

namespace latewood {
namespace {

// Steps over a string without reading it.
void skip_string(JsonCursor& cursor) {
  ++cursor.at;
  while (!cursor.at_end() && cursor.text[cursor.at] != '"') cursor.at += cursor.text[cursor.at] == '\\' ? 2 : 1;
  ++cursor.at;
}

// Steps over a value, and gives its text. Brackets are counted, so depth costs nothing.
std::string_view take_value(JsonCursor& cursor) {
  cursor.skip_space();
  const std::size_t start = cursor.at;
  std::size_t depth = 0;
  while (!cursor.at_end()) {
    const char next = cursor.text[cursor.at];
    if (next == '"') {
      skip_string(cursor);
      if (depth == 0) break;
      continue;
    }
    const bool closes = next == '}' || next == ']';
    const bool ends_word = closes || next == ',' || next == ' ' || next == '\n' || next == '\r' || next == '\t';
    if (depth == 0 && ends_word) break;
    ++cursor.at;
    if (next == '{' || next == '[') ++depth;
    if (closes && --depth == 0) break;
  }
  return cursor.since(start);
}

std::string take_key(JsonCursor& cursor) {
  cursor.skip_space();
  if (const auto plain = take_plain_json_string(cursor)) return std::string(*plain);
  auto key = read_json_string(cursor);
  return key ? *std::move(key) : std::string();
}

}  // namespace

void for_each_member(std::string_view object,
                     const std::function<void(const std::string& key, std::string_view value)>& fn) {
  JsonCursor cursor{object};
  if (!cursor.take_next('{') || cursor.take_next('}')) return;
  do {
    const std::string key = take_key(cursor);
    if (!cursor.take_next(':')) return;
    fn(key, take_value(cursor));
  } while (cursor.take_next(','));
}

std::optional<std::string_view> member_source(std::string_view object, std::string_view key) {
  std::optional<std::string_view> found;
  for_each_member(object, [&](const std::string& name, std::string_view value) {
    if (name == key) found = value;
  });
  return found;
}

std::vector<std::string_view> item_sources(std::string_view array) {
  std::vector<std::string_view> items;
  JsonCursor cursor{array};
  if (!cursor.take_next('[') || cursor.take_next(']')) return items;
  do {
    items.push_back(take_value(cursor));
  } while (cursor.take_next(','));
  return items;
}

std::string json_in_order(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  JsonCursor cursor{text};
  for (cursor.skip_space(); !cursor.at_end(); cursor.skip_space()) {
    if (!cursor.next_is('"')) {
      out.push_back(cursor.text[cursor.at++]);
      continue;
    }
    const auto string = read_json_string(cursor);
    if (!string) return out;  // not text that the reader has accepted
    append_json_string(out, *string);
  }
  return out;
}

}  // namespace latewood
