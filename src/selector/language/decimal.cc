#include "selector/language/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace latewood::selector {
namespace {

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view without_leading_zeros(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

std::string_view without_trailing_zeros(std::string_view digits) {
  return digits.substr(0, digits.find_last_not_of('0') + 1);
}

std::strong_ordering reversed(std::strong_ordering order) { return 0 <=> order; }

std::strong_ordering order_of(double a, double b) {
  if (a < b) return std::strong_ordering::less;
  return a > b ? std::strong_ordering::greater : std::strong_ordering::equal;
}

// The digits of a double without a fraction: all of them, so nothing is rounded.
Decimal exactly(double whole) {
  std::array<char, 320> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), whole, std::chars_format::fixed, 0).ptr;
  return *Decimal::parse({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

}  // namespace

std::optional<Decimal> Decimal::parse(std::string_view text) {
  const bool has_minus = text.starts_with('-');
  if (has_minus) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const bool has_point = point != std::string_view::npos;
  const std::string_view fraction = has_point ? text.substr(point + 1) : std::string_view();
  if (!is_digits(whole) || (has_point && !is_digits(fraction))) return std::nullopt;
  Decimal number;
  number.whole_ = without_leading_zeros(whole);
  number.fraction_ = without_trailing_zeros(fraction);
  const bool is_zero = number.whole_.empty() && number.fraction_.empty();
  number.is_negative_ = has_minus && !is_zero;
  number.has_point_ = has_point;
  return number;
}

std::string Decimal::whole_part() const { return (is_negative_ ? "-" : "") + (whole_.empty() ? "0" : whole_); }

double Decimal::nearest_double() const {
  const std::string text = whole_part() + "." + (fraction_.empty() ? "0" : fraction_);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  // Out of range is said of numbers too small as well, whose nearest double is 0.
  const double magnitude = whole_.empty() ? 0 : std::numeric_limits<double>::infinity();
  return is_negative_ ? -magnitude : magnitude;
}

std::strong_ordering operator<=>(const Decimal& a, const Decimal& b) {
  if (a.is_negative_ != b.is_negative_) {
    return a.is_negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  std::strong_ordering magnitude = a.whole_.size() <=> b.whole_.size();
  if (magnitude == 0) magnitude = a.whole_ <=> b.whole_;
  // Without trailing zeros the order of fractions is that of their texts.
  if (magnitude == 0) magnitude = a.fraction_ <=> b.fraction_;
  return a.is_negative_ ? reversed(magnitude) : magnitude;
}

std::strong_ordering compare(double value, const Decimal& number) {
  if (number.has_point()) return order_of(value, number.nearest_double());
  const double whole = std::trunc(value);
  const std::strong_ordering order = exactly(whole) <=> number;
  return order == 0 ? order_of(value, whole) : order;
}

}  // namespace latewood::selector
