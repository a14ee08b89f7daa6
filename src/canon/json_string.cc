#include "canon/json_string.h"

#include <cstdint>
#include <cstring>
#include <utility>

#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/utf8.h"

namespace latewood {
namespace {

bool is_plain(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

constexpr std::uint64_t eight_times(unsigned char byte) { return 0x0101010101010101u * byte; }

// Each term sets the high bit of a byte that is not plain. A carry or a borrow
// can reach another byte only from a byte that is not plain itself, so the
// answer is exact for the eight together.
bool are_plain(std::uint64_t eight) {
  const std::uint64_t not_ascii_or_del = eight | (eight + eight_times(1));
  const std::uint64_t control = eight - eight_times(0x20);
  const std::uint64_t quote = (eight ^ eight_times('"')) - eight_times(1);
  const std::uint64_t backslash = (eight ^ eight_times('\\')) - eight_times(1);
  return ((not_ascii_or_del | control | quote | backslash) & eight_times(0x80)) == 0;
}

// Everything up to the next quote, backslash, control character or the end.
Result<void> append_run(JsonCursor& cursor, std::string& out) {
  const std::size_t start = cursor.at;
  for (;;) {
    cursor.at += plain_json_prefix(cursor.text.substr(cursor.at));
    if (cursor.at_end() || static_cast<unsigned char>(cursor.text[cursor.at]) < 0x7f) break;
    const std::size_t length = decode_utf8(cursor.text.substr(cursor.at)).length;
    if (length == 0) return cursor.unexpected("UTF-8");
    cursor.at += length;
  }
  out.append(cursor.since(start));
  return {};
}

Result<char32_t> read_four_digits(JsonCursor& cursor) {
  char32_t unit = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = cursor.at_end() ? '\0' : cursor.text[cursor.at];
    const char lower = static_cast<char>(c | 0x20);
    if (c >= '0' && c <= '9') {
      unit = unit * 16 + static_cast<char32_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      unit = unit * 16 + static_cast<char32_t>(lower - 'a' + 10);
    } else {
      return cursor.unexpected("a hexadecimal digit");
    }
    ++cursor.at;
  }
  return unit;
}

// The low surrogate that completes a pair; 0, and nothing read, if another
// character or another kind of escape follows.
Result<char32_t> read_low_surrogate(JsonCursor& cursor) {
  const std::size_t start = cursor.at;
  if (cursor.take('\\') && cursor.take('u')) {
    LW_TRY_ASSIGN(const char32_t unit, read_four_digits(cursor));
    if (is_low_surrogate(unit)) return unit;
  }
  cursor.at = start;
  return char32_t{0};
}

void note_lone_surrogate(JsonCursor& cursor, std::size_t start) {
  if (cursor.lone_surrogate) return;
  Error error = cursor.fault_since(start, std::string(cursor.since(start)) + " has no other half");
  error.rule = kLoneSurrogate;
  cursor.lone_surrogate = std::move(error);
}

// What follows `\u`; `start` is where the backslash is.
Result<void> append_code_point(JsonCursor& cursor, std::size_t start, std::string& out) {
  LW_TRY_ASSIGN(char32_t code, read_four_digits(cursor));
  if (is_high_surrogate(code)) {
    LW_TRY_ASSIGN(const char32_t low, read_low_surrogate(cursor));
    if (low != 0) code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  if (is_surrogate(code)) note_lone_surrogate(cursor, start);
  // A lone surrogate keeps its number, so that keys do not become equal by it.
  append_utf8(out, code);
  return {};
}

Result<void> append_escape(JsonCursor& cursor, std::string& out) {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const std::size_t start = cursor.at++;
  if (cursor.take('u')) return append_code_point(cursor, start, out);
  const std::size_t i = cursor.at_end() ? kLetters.npos : kLetters.find(cursor.text[cursor.at]);
  if (i == kLetters.npos) return cursor.unexpected("one of \"\\/bfnrtu");
  out.push_back(kMeanings[i]);
  ++cursor.at;
  return {};
}

}  // namespace

std::size_t plain_json_prefix(std::string_view text) {
  std::size_t length = 0;
  for (std::uint64_t eight = 0; text.size() - length >= sizeof(eight); length += sizeof(eight)) {
    std::memcpy(&eight, text.data() + length, sizeof(eight));
    if (!are_plain(eight)) break;
  }
  while (length < text.size() && is_plain(text[length])) ++length;
  return length;
}

Result<std::string> read_json_string(JsonCursor& cursor) {
  std::string out;
  ++cursor.at;
  for (;;) {
    LW_TRY(append_run(cursor, out));
    if (cursor.take('"')) return out;
    if (!cursor.next_is('\\')) return cursor.unexpected("a closing quote or an escape");
    LW_TRY(append_escape(cursor, out));
  }
}

}  // namespace latewood
