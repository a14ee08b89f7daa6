#include "exchange/chat/log_time.h"

#include <array>
#include <cmath>
#include <string>
#include <string_view>

namespace latewood::exchange {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kLastYear = 2261;  // the last year whose nanoseconds fit into 64 bits

std::optional<std::int64_t> time_of_number(double number) {
  if (!std::isfinite(number) || number <= 0) return std::nullopt;
  // Seconds until the year 5138, milliseconds since 1973, and so on.
  double scale = 1e9;
  for (const double limit : {1e11, 1e14, 1e17}) {
    if (number >= limit) scale /= 1e3;
  }
  const double nanoseconds = number * scale;
  if (nanoseconds >= 9.2e18) return std::nullopt;
  return static_cast<std::int64_t>(nanoseconds);
}

// Whole numbers are exact.
std::optional<std::int64_t> time_of_integer(std::int64_t number) {
  if (number <= 0) return std::nullopt;
  std::int64_t scale = kSecond;
  for (const std::int64_t limit : {100'000'000'000, 100'000'000'000'000, 100'000'000'000'000'000}) {
    if (number >= limit) scale /= 1000;
  }
  if (number > INT64_MAX / scale) return std::nullopt;
  return number * scale;
}

// Reads a text from its start.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<std::int64_t> digits(std::size_t count) {
    if (text_.size() < count) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : text_.substr(0, count)) {
      if (c < '0' || c > '9') return std::nullopt;
      value = value * 10 + (c - '0');
    }
    text_.remove_prefix(count);
    return value;
  }
  bool take(std::string_view any) {
    if (text_.empty() || any.find(text_.front()) == std::string_view::npos) return false;
    text_.remove_prefix(1);
    return true;
  }
  char front() const { return text_.empty() ? '\0' : text_.front(); }
  bool is_end() const { return text_.empty(); }

 private:
  std::string_view text_;
};

// The days from 1970-01-01 to a date of the Gregorian calendar.
std::int64_t days_to(std::int64_t year, std::int64_t month, std::int64_t day) {
  const std::int64_t from_march = month > 2 ? month - 3 : month + 9;
  const std::int64_t shifted = month > 2 ? year : year - 1;
  const std::int64_t era = shifted / 400;
  const std::int64_t year_of_era = shifted - era * 400;
  const std::int64_t day_of_year = (153 * from_march + 2) / 5 + day - 1;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

std::optional<std::int64_t> fraction(Reader& in) {
  if (!in.take(".,")) return 0;
  std::int64_t value = 0;
  std::int64_t scale = kSecond;
  bool has_digits = false;
  while (const auto digit = in.digits(1)) {
    has_digits = true;
    scale /= 10;
    value += *digit * scale;
  }
  return has_digits ? std::optional(value) : std::nullopt;
}

// In seconds; nothing behind the time is UTC.
std::optional<std::int64_t> offset(Reader& in) {
  if (in.is_end() || in.take("zZ")) return 0;
  const bool is_west = in.front() == '-';
  if (!in.take("+-")) return std::nullopt;
  const auto hours = in.digits(2);
  in.take(":");
  const auto minutes = in.is_end() ? std::optional<std::int64_t>(0) : in.digits(2);
  if (!hours || !minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  const std::int64_t seconds = *hours * 3600 + *minutes * 60;
  return is_west ? -seconds : seconds;
}

std::optional<std::int64_t> time_of_text(std::string_view text) {
  Reader in(text);
  const auto year = in.digits(4);
  if (!year || !in.take("-")) return std::nullopt;
  const auto month = in.digits(2);
  if (!month || !in.take("-")) return std::nullopt;
  const auto day = in.digits(2);
  const bool is_date =
      day && *year >= 1970 && *year <= kLastYear && *month >= 1 && *month <= 12 && *day >= 1 && *day <= 31;
  if (!is_date || !in.take("Tt ")) return std::nullopt;
  const auto hour = in.digits(2);
  if (!hour || !in.take(":")) return std::nullopt;
  const auto minute = in.digits(2);
  if (!minute || !in.take(":")) return std::nullopt;
  const auto second = in.digits(2);
  if (!second || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  const auto rest = fraction(in);
  const auto shift = offset(in);
  if (!rest || !shift || !in.is_end()) return std::nullopt;
  const std::int64_t seconds = days_to(*year, *month, *day) * 86400 + *hour * 3600 + *minute * 60 + *second - *shift;
  return seconds > 0 ? std::optional(seconds * kSecond + *rest) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> time_of(const JsonValue& value) {
  if (const std::int64_t* integer = value.as_integer()) return time_of_integer(*integer);
  if (const double* number = value.as_double()) return time_of_number(*number);
  if (const std::string* text = value.as_string()) return time_of_text(*text);
  return std::nullopt;
}

std::optional<std::int64_t> find_time(const JsonValue& object) {
  constexpr std::array<std::string_view, 6> kNames = {"created_at", "create_time", "created",
                                                      "timestamp",  "time",        "date"};
  for (const std::string_view name : kNames) {
    const JsonValue* member = object.find(name);
    if (member == nullptr) continue;
    if (const auto time = time_of(*member)) return time;
  }
  return std::nullopt;
}

}  // namespace latewood::exchange
