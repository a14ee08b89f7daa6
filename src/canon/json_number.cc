#include "canon/json_number.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "base/try.h"

namespace latewood {
namespace {

// The digits of a number as written, by their part.
struct NumberText {
  std::string_view all;
  std::string_view whole;
  std::string_view fraction;  // empty if there is no point
  std::string_view exponent;  // empty if there is none
  bool exponent_is_negative = false;
};

Result<std::string_view> read_digits(JsonCursor& cursor) {
  if (!cursor.next_is_digit()) return cursor.unexpected("a digit");
  const std::size_t start = cursor.at;
  while (cursor.next_is_digit()) ++cursor.at;
  return cursor.since(start);
}

Result<NumberText> read_number_text(JsonCursor& cursor) {
  NumberText number;
  const std::size_t start = cursor.at;
  cursor.take('-');
  LW_TRY_ASSIGN(number.whole, read_digits(cursor));
  if (number.whole.size() > 1 && number.whole.front() == '0') {
    return cursor.fault_since(start, excerpt(cursor.since(start)) + " has a leading zero");
  }
  if (cursor.take('.')) {
    LW_TRY_ASSIGN(number.fraction, read_digits(cursor));
  }
  if (cursor.take('e') || cursor.take('E')) {
    number.exponent_is_negative = cursor.take('-');
    if (!number.exponent_is_negative) cursor.take('+');
    LW_TRY_ASSIGN(number.exponent, read_digits(cursor));
  }
  number.all = cursor.since(start);
  return number;
}

template <class Number>
std::errc convert(std::string_view digits, Number& value) {
  return std::from_chars(digits.data(), digits.data() + digits.size(), value).ec;
}

JsonValue to_integer(std::string_view digits) {
  std::int64_t value = 0;
  if (convert(digits, value) == std::errc{}) return value;
  return BigInteger{std::string(digits)};
}

// Whether `number`, which is not zero, is less than one: whether its first
// digit that is not zero stands behind the point once the exponent is applied.
bool is_below_one(const NumberText& number) {
  // Larger than any text is long, and far from overflow when one is added.
  constexpr std::int64_t kMost = INT64_MAX / 2;
  std::int64_t exponent = 0;
  if (convert(number.exponent, exponent) == std::errc::result_out_of_range) exponent = kMost;
  exponent = std::min(exponent, kMost);
  if (number.exponent_is_negative) exponent = -exponent;
  const bool starts_whole = number.whole != "0";
  const std::size_t place = starts_whole ? number.whole.size() : number.fraction.find_first_not_of('0');
  const auto shift = static_cast<std::int64_t>(place);
  return exponent + (starts_whole ? shift : -shift) <= 0;
}

}  // namespace

std::optional<std::int64_t> take_short_integer(JsonCursor& cursor) {
  constexpr std::ptrdiff_t kMostDigits = 18;
  const char* const start = cursor.text.data() + cursor.at;
  const char* const end = cursor.text.data() + cursor.text.size();
  const bool is_negative = start != end && *start == '-';
  const char* const first = is_negative ? start + 1 : start;
  const char* const limit = end - first > kMostDigits ? first + kMostDigits : end;
  const char* at = first;
  std::int64_t value = 0;
  for (; at != limit; ++at) {
    const unsigned digit = static_cast<unsigned char>(*at) - unsigned{'0'};
    if (digit > 9) break;
    value = value * 10 + digit;
  }
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool has_leading_zero = at - first > 1 && *first == '0';
  const bool goes_on = at != end && (is_digit(*at) || *at == '.' || *at == 'e' || *at == 'E');
  if (at == first || has_leading_zero || goes_on) return std::nullopt;
  cursor.at += static_cast<std::size_t>(at - start);
  return is_negative ? -value : value;
}

Result<JsonValue> read_json_number(JsonCursor& cursor) {
  const std::size_t start = cursor.at;
  LW_TRY_ASSIGN(const NumberText number, read_number_text(cursor));
  if (number.fraction.empty() && number.exponent.empty()) return to_integer(number.all);
  double value = 0;
  if (convert(number.all, value) == std::errc{}) return JsonValue(value);
  // `from_chars` reports too small and too large alike, and leaves no value.
  if (is_below_one(number)) return JsonValue(number.all.front() == '-' ? -0.0 : 0.0);
  return cursor.fault_since(start, excerpt(number.all) + " is too large for a double");
}

}  // namespace latewood
