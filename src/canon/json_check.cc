#include "canon/json_check.h"

#include <cmath>
#include <string>

#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/utf8.h"

namespace latewood {
namespace {

Error unwritable(std::string message, std::string_view rule = {}) {
  return {Code::InvalidArgument, std::move(message), std::string(rule), {}};
}

Result<void> check_nested(const JsonValue& value, std::size_t depth) {
  if (const std::string* text = value.as_string()) return check_text(*text);
  const double* number = value.as_double();
  if (number != nullptr && !std::isfinite(*number)) return unwritable("a number that is not finite");
  const JsonValue::Array* items = value.as_array();
  const JsonValue::Object* members = value.as_object();
  if ((items != nullptr || members != nullptr) && depth == JsonLimits{}.max_depth) {
    return unwritable("nesting is deeper than " + std::to_string(depth), kNestingTooDeep);
  }
  if (items != nullptr) {
    for (const JsonValue& item : *items) LW_TRY(check_nested(item, depth + 1));
  }
  if (members != nullptr) {
    for (const JsonMember& member : *members) {
      LW_TRY(check_text(member.key));
      LW_TRY(check_nested(member.value, depth + 1));
    }
  }
  return {};
}

}  // namespace

Result<void> check_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      at += ascii_prefix(text.substr(at));
      continue;
    }
    const Utf8Char next = decode_utf8(text.substr(at));
    if (next.length == 0) return unwritable("text that is not UTF-8 at byte " + std::to_string(at));
    at += next.length;
  }
  return {};
}

Result<void> check_json(const JsonValue& value) { return check_nested(value, 0); }

}  // namespace latewood
