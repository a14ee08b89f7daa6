#include "canon/json_field.h"

#include <charconv>
#include <limits>

#include "base/try.h"
#include "canon/hex.h"
#include "canon/json_source.h"
#include "canon/json_writer.h"

namespace latewood {

Error JsonField::error(std::string_view message) const {
  std::string text = path_.empty() ? std::string("the document") : path_;
  text.append(": ").append(message);
  return {Code::InvalidArgument, std::move(text), {}, {}};
}

Result<JsonField> JsonField::member(std::string_view key) const {
  if (value_->as_object() == nullptr) return error("an object expected");
  const JsonValue* found = value_->find(key);
  if (found == nullptr) return error("the member '" + std::string(key) + "' is missing");
  return JsonField(*found, path_.empty() ? std::string(key) : path_ + "." + std::string(key),
                   source_ ? member_source(*source_, key) : std::nullopt);
}

std::optional<JsonField> JsonField::find(std::string_view key) const {
  const JsonValue* found = value_->find(key);
  if (found == nullptr || found->is_null()) return std::nullopt;
  return *member(key);
}

Result<std::vector<JsonField>> JsonField::items() const {
  const JsonValue::Array* array = value_->as_array();
  if (array == nullptr) return error("an array expected");
  std::vector<JsonField> items;
  items.reserve(array->size());
  std::vector<std::string_view> sources;
  if (source_) sources = item_sources(*source_);
  for (const JsonValue& item : *array) {
    const std::size_t at = items.size();
    items.push_back(JsonField(item, path_ + "[" + std::to_string(at) + "]",
                              at < sources.size() ? std::optional(sources[at]) : std::nullopt));
  }
  return items;
}

std::string JsonField::json_in_order() const {
  return source_ ? latewood::json_in_order(*source_) : canonical_json(*value_);
}

Result<std::string_view> JsonField::text() const {
  const std::string* text = value_->as_string();
  if (text == nullptr) return error("a string expected");
  return std::string_view(*text);
}

// Numbers above 2^53 may be written as strings, since many writers of JSON
// cannot write them as numbers.
Result<std::uint64_t> JsonField::u64() const {
  if (const std::int64_t* small = value_->as_integer(); small != nullptr && *small >= 0) {
    return static_cast<std::uint64_t>(*small);
  }
  const BigInteger* big = value_->as_big_integer();
  const std::string* digits = big != nullptr ? &big->digits : value_->as_string();
  std::uint64_t number = 0;
  if (digits != nullptr && !digits->empty()) {
    const char* end = digits->data() + digits->size();
    const auto [stop, fault] = std::from_chars(digits->data(), end, number);
    if (fault == std::errc() && stop == end) return number;
  }
  return error("an integer from 0 to 18446744073709551615 expected");
}

Result<std::uint32_t> JsonField::u32() const {
  const auto number = u64();
  if (number && *number <= std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(*number);
  return error("an integer from 0 to 4294967295 expected");
}

Result<std::string> JsonField::hex_bytes() const {
  LW_TRY_ASSIGN(const std::string_view digits, text());
  auto bytes = parse_hex(digits);
  if (!bytes) return error("an even number of lower-case hexadecimal digits expected");
  return *std::move(bytes);
}

Result<std::string> read_text(const JsonField& object, std::string_view key) {
  LW_TRY_ASSIGN(const JsonField field, object.member(key));
  LW_TRY_ASSIGN(const std::string_view text, field.text());
  return std::string(text);
}

Result<std::uint64_t> read_u64(const JsonField& object, std::string_view key) {
  LW_TRY_ASSIGN(const JsonField field, object.member(key));
  return field.u64();
}

Result<std::optional<std::string>> find_text(const JsonField& object, std::string_view key) {
  std::optional<std::string> text;
  const auto field = object.find(key);
  if (!field) return text;
  LW_TRY_ASSIGN(const std::string_view found, field->text());
  text = std::string(found);
  return text;
}

Result<std::optional<std::uint64_t>> find_u64(const JsonField& object, std::string_view key) {
  std::optional<std::uint64_t> number;
  const auto field = object.find(key);
  if (!field) return number;
  LW_TRY_ASSIGN(number, field->u64());
  return number;
}

Result<std::optional<std::int64_t>> find_i64(const JsonField& object, std::string_view key) {
  std::optional<std::int64_t> number;
  const auto field = object.find(key);
  if (!field) return number;
  const std::int64_t* found = field->value().as_integer();
  if (found == nullptr) return field->error("an integer expected");
  number = *found;
  return number;
}

}  // namespace latewood
