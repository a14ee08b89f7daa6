#include "canon/json_string.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/utf8.h"

namespace latewood {
namespace {

bool is_plain(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

#if defined(__SSE2__)

// A mask with one bit per byte that is not plain, for sixteen bytes. After adding one, as signed numbers, bytes past
// ASCII, DEL and control characters are all less than the character after the space.
constexpr std::size_t kBlock = 16;
unsigned others_in_block(const char* block) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block));
  const __m128i outside = _mm_cmplt_epi8(_mm_add_epi8(bytes, _mm_set1_epi8(1)), _mm_set1_epi8(0x21));
  const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(outside, _mm_or_si128(quote, backslash))));
}

#else

constexpr std::uint64_t eight_times(unsigned char byte) { return 0x0101010101010101u * byte; }

// Eight bytes at a time where there are no vectors. Each term sets the high bit of a byte that is
// not plain. A carry or a borrow into another byte comes only from a byte that is not plain, so the result is exact for
// the eight bytes together; a loop then finds the byte.
constexpr std::size_t kBlock = sizeof(std::uint64_t);
unsigned others_in_block(const char* block) {
  std::uint64_t eight = 0;
  std::memcpy(&eight, block, sizeof(eight));
  const std::uint64_t not_ascii_or_del = eight | (eight + eight_times(1));
  const std::uint64_t control = eight - eight_times(0x20);
  const std::uint64_t quote = (eight ^ eight_times('"')) - eight_times(1);
  const std::uint64_t backslash = (eight ^ eight_times('\\')) - eight_times(1);
  if (((not_ascii_or_del | control | quote | backslash) & eight_times(0x80)) == 0) return 0;
  unsigned others = 0;
  for (std::size_t i = 0; i < kBlock; ++i) others |= is_plain(block[i]) ? 0U : 1U << i;
  return others;
}

#endif

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

// Reads the digits after `\u`. `start` is the position of the backslash.
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

// The number of a `\u` escape at the start of `text`, written as canonical text writes it;
// 0 if there is none. No canonical escape means U+0000 to U+007E, except for control characters
// without a letter of their own, which are as rare as they sound and left to the full reader.
char32_t canonical_unit(std::string_view text) {
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return 0;
  char32_t unit = 0;
  for (const char c : text.substr(2, 4)) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit && !(c >= 'a' && c <= 'f')) return 0;
    unit = unit * 16 + static_cast<char32_t>(is_digit ? c - '0' : c - 'a' + 10);
  }
  return unit < 0x7f ? 0 : unit;
}

bool is_escape_letter(char c) {
  return c == 'n' || c == '"' || c == '\\' || c == 't' || c == 'r' || c == 'b' || c == 'f';
}

// The length of the canonical escape at the start of `text`; 0 if there is none.
std::size_t canonical_escape(std::string_view text) {
  if (text.size() < 2 || text[0] != '\\') return 0;
  if (is_escape_letter(text[1])) return 2;
  const char32_t unit = canonical_unit(text);
  if (unit == 0 || !is_surrogate(unit)) return unit == 0 ? 0 : 6;
  return is_high_surrogate(unit) && is_low_surrogate(canonical_unit(text.substr(6))) ? 12 : 0;
}

}  // namespace

std::size_t plain_json_prefix(std::string_view text) {
  std::size_t length = 0;
  for (; text.size() - length >= kBlock; length += kBlock) {
    const unsigned others = others_in_block(text.data() + length);
    if (others != 0) return length + static_cast<std::size_t>(std::countr_zero(others));
  }
  while (length < text.size() && is_plain(text[length])) ++length;
  return length;
}

std::optional<std::string_view> take_plain_json_string(JsonCursor& cursor) {
  if (!cursor.next_is('"')) return std::nullopt;
  const std::string_view inside = cursor.text.substr(cursor.at + 1);
  const std::size_t length = plain_json_prefix(inside);
  if (length == inside.size() || inside[length] != '"') return std::nullopt;
  cursor.at += length + 2;
  return inside.substr(0, length);
}

std::optional<std::string_view> take_canonical_json_string(JsonCursor& cursor) {
  if (!cursor.next_is('"')) return std::nullopt;
  const std::string_view text = cursor.text.substr(cursor.at);
  std::size_t length = 1;
  for (std::size_t escape = 1; escape != 0; length += escape) {
    length += plain_json_prefix(text.substr(length));
    escape = canonical_escape(text.substr(length));
  }
  if (length == text.size() || text[length] != '"') return std::nullopt;
  cursor.at += length + 1;
  return text.substr(0, length + 1);
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
