#include "canon/json_writer.h"

#include <cassert>
#include <charconv>
#include <cmath>
#include <utility>

#include "canon/json_string.h"
#include "canon/utf8.h"

namespace latewood {
namespace {

void append_code_unit(std::string& out, char32_t unit) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out.append(
      {'\\', 'u', kDigits[unit >> 12 & 15], kDigits[unit >> 8 & 15], kDigits[unit >> 4 & 15], kDigits[unit & 15]});
}

void append_code_point(std::string& out, char32_t code) {
  if (code < 0x10000) return append_code_unit(out, code);
  append_code_unit(out, 0xd800 + ((code - 0x10000) >> 10));
  append_code_unit(out, 0xdc00 + ((code - 0x10000) & 0x3ff));
}

// Escapes the character at the start of `text` and returns its length in bytes.
std::size_t append_escaped(std::string& out, std::string_view text) {
  constexpr std::string_view kShort = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  if (const std::size_t i = kShort.find(text.front()); i != kShort.npos) {
    out.append({'\\', kLetters[i]});
    return 1;
  }
  const Utf8Char next = decode_utf8(text);
  append_code_point(out, next.length == 0 ? U'\ufffd' : next.code);
  return next.length == 0 ? 1 : next.length;
}

void append_integer(std::string& out, std::int64_t value) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

void append_array(std::string& out, const JsonValue::Array& items) {
  char before = '[';
  for (const JsonValue& item : items) {
    out.push_back(std::exchange(before, ','));
    append_canonical_json(out, item);
  }
  out.append(items.empty() ? "[]" : "]");
}

void append_object(std::string& out, const JsonValue::Object& members) {
  char before = '{';
  for (const JsonMember& member : members) {
    out.push_back(std::exchange(before, ','));
    append_json_string(out, member.key);
    out.push_back(':');
    append_canonical_json(out, member.value);
  }
  out.append(members.empty() ? "{}" : "}");
}

}  // namespace

std::string canonical_json(const JsonValue& value) {
  std::string out;
  // A long text mostly needs no escapes; growing to its size step by step would copy it twice.
  if (const std::string* text = value.as_string()) out.reserve(text->size() + 2);
  append_canonical_json(out, value);
  return out;
}

void append_canonical_json(std::string& out, const JsonValue& value) {
  if (const auto* text = value.as_string()) {
    append_json_string(out, *text);
  } else if (const auto* integer = value.as_integer()) {
    append_integer(out, *integer);
  } else if (const auto* big = value.as_big_integer()) {
    out.append(big->digits);
  } else if (const auto* number = value.as_double()) {
    append_json_double(out, *number);
  } else if (const auto* truth = value.as_bool()) {
    out.append(*truth ? "true" : "false");
  } else if (const auto* array = value.as_array()) {
    append_array(out, *array);
  } else if (const auto* object = value.as_object()) {
    append_object(out, *object);
  } else {
    out.append("null");
  }
}

void append_json_string(std::string& out, std::string_view text) {
  out.push_back('"');
  for (;;) {
    const std::size_t plain = plain_json_prefix(text);
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    text.remove_prefix(append_escaped(out, text));
  }
  out.push_back('"');
}

void append_json_double(std::string& out, double value) {
  assert(std::isfinite(value));
  const double size = std::fabs(value);
  // Python's bounds. Both are doubles themselves, so no rounding to the shortest
  // text can carry a value across them.
  const bool positional = size == 0 || (size >= 1e-4 && size < 1e16);
  char buffer[32];
  const auto format = positional ? std::chars_format::fixed : std::chars_format::scientific;
  const char* end = std::to_chars(buffer, buffer + sizeof(buffer), value, format).ptr;
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  out.append(text);
  if (positional && text.find('.') == text.npos) out.append(".0");
}

}  // namespace latewood
