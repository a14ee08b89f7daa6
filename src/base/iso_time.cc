#include "base/iso_time.h"

#include <string_view>

namespace latewood {
namespace {

constexpr std::int64_t kPerSecond = 1000000000;
constexpr std::int64_t kSecondsPerDay = 86400;

void append_digits(std::string& out, std::int64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  out.append(width > digits.size() ? width - digits.size() : 0, '0').append(digits);
}

struct Date {
  std::int64_t year;
  std::int64_t month;
  std::int64_t day;
};

// Days since 1970-01-01 to a date of the Gregorian calendar. Years are counted from
// March, so that the leap day is the last of its year.
Date date_of(std::int64_t days) {
  const std::int64_t shifted = days + 719468;
  const std::int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  const std::int64_t day_of_era = shifted - era * 146097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const std::int64_t day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
  const std::int64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

}  // namespace

std::string iso_time(std::int64_t nanoseconds) {
  std::int64_t seconds = nanoseconds / kPerSecond;
  std::int64_t fraction = nanoseconds % kPerSecond;
  if (fraction < 0) {
    fraction += kPerSecond;
    --seconds;
  }
  std::int64_t days = seconds / kSecondsPerDay;
  std::int64_t second_of_day = seconds % kSecondsPerDay;
  if (second_of_day < 0) {
    second_of_day += kSecondsPerDay;
    --days;
  }
  const Date date = date_of(days);
  std::string text;
  append_digits(text, date.year, 4);
  append_digits(text.append("-"), date.month, 2);
  append_digits(text.append("-"), date.day, 2);
  append_digits(text.append("T"), second_of_day / 3600, 2);
  append_digits(text.append(":"), second_of_day / 60 % 60, 2);
  append_digits(text.append(":"), second_of_day % 60, 2);
  append_digits(text.append("."), fraction, 9);
  return text.append("Z");
}

}  // namespace latewood
