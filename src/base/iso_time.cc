#include "base/iso_time.h"

#include <cstring>

namespace latewood {
namespace {

constexpr std::int64_t kPerSecond = 1000000000;
constexpr std::int64_t kSecondsPerDay = 86400;

// The last digits of a number that is not negative.
void write_digits(char* out, std::int64_t value, std::size_t width) {
  for (; width > 0; value /= 10) out[--width] = static_cast<char>('0' + value % 10);
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
  const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const std::int64_t day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
  const std::int64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

// The inverse; of a date that there is.
std::int64_t days_of(const Date& date) {
  const std::int64_t year = date.month <= 2 ? date.year - 1 : date.year;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t month_from_march = date.month > 2 ? date.month - 3 : date.month + 9;
  const std::int64_t day_of_year = (153 * month_from_march + 2) / 5 + date.day - 1;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads an ISO text from the left. Whatever does not fit makes it fail for good.
class IsoReader {
 public:
  explicit IsoReader(std::string_view text) : rest_(text) {}

  std::optional<std::int64_t> read();

 private:
  bool take(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take_any(std::string_view wanted) {
    return !rest_.empty() && wanted.find(rest_.front()) != wanted.npos && take(rest_.front());
  }
  bool starts_with_digit() const { return !rest_.empty() && is_digit(rest_.front()); }

  // So many digits, as a number from `least` to `most`.
  std::int64_t number(std::size_t digits, std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    for (; digits > 0; --digits) {
      if (!starts_with_digit()) return fail();
      value = value * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return value < least || value > most ? fail() : value;
  }
  std::int64_t fail() {
    has_failed_ = true;
    return 0;
  }

  std::int64_t days();
  std::int64_t seconds_of_day();
  std::int64_t fraction();
  std::int64_t seconds_east();

  std::string_view rest_;
  bool is_extended_ = false;  // with separators
  bool has_failed_ = false;
};

std::int64_t IsoReader::days() {
  const std::int64_t year = number(4, 0, 9999);
  is_extended_ = take('-');
  const std::int64_t month = number(2, 1, 12);
  if (is_extended_ && !take('-')) return fail();
  const std::int64_t day = number(2, 1, 31);
  if (has_failed_) return 0;
  const std::int64_t found = days_of({year, month, day});
  return date_of(found).month == month ? found : fail();
}

// 24:00 is the end of a day.
std::int64_t IsoReader::seconds_of_day() {
  const auto goes_on = [this] { return is_extended_ ? take(':') : starts_with_digit(); };
  const std::int64_t hours = number(2, 0, 24);
  if (is_extended_ && !take(':')) return fail();
  const std::int64_t minutes = number(2, 0, 59);
  const std::int64_t seconds = goes_on() ? number(2, 0, 59) : 0;
  const std::int64_t all = hours * 3600 + minutes * 60 + seconds;
  return all > kSecondsPerDay ? fail() : all;
}

// The fraction of a second in nanoseconds. A fraction that is not a whole number of nanoseconds is refused.
std::int64_t IsoReader::fraction() {
  if (!take_any(".,")) return 0;
  if (!starts_with_digit()) return fail();
  std::int64_t nanoseconds = 0;
  for (std::int64_t unit = kPerSecond / 10; starts_with_digit(); unit /= 10) {
    const std::int64_t digit = rest_.front() - '0';
    if (unit == 0 && digit != 0) return fail();
    nanoseconds += digit * unit;
    rest_.remove_prefix(1);
  }
  return nanoseconds;
}

std::int64_t IsoReader::seconds_east() {
  if (rest_.empty() || take_any("Zz")) return 0;
  const bool is_west = take('-');
  if (!is_west && !take('+')) return fail();
  const std::int64_t hours = number(2, 0, 23);
  const bool has_minutes = take(':') || starts_with_digit();
  const std::int64_t minutes = has_minutes ? number(2, 0, 59) : 0;
  return (is_west ? -1 : 1) * (hours * 3600 + minutes * 60);
}

std::optional<std::int64_t> IsoReader::read() {
  std::int64_t seconds = days() * kSecondsPerDay;
  if (!take_any("Tt ")) return std::nullopt;
  const std::int64_t of_day = seconds_of_day();
  const std::int64_t nanoseconds = fraction();
  if (of_day == kSecondsPerDay && nanoseconds != 0) return std::nullopt;
  seconds += of_day - seconds_east();
  std::int64_t moment = 0;
  if (has_failed_ || !rest_.empty()) return std::nullopt;
  // Formed towards zero first, since the first and the last second of 64 bits are not there whole.
  const std::int64_t borrowed = seconds < 0 ? 1 : 0;
  if (__builtin_mul_overflow(seconds + borrowed, kPerSecond, &moment)) return std::nullopt;
  if (__builtin_add_overflow(moment, nanoseconds - borrowed * kPerSecond, &moment)) return std::nullopt;
  return moment;
}

}  // namespace

std::optional<std::int64_t> parse_iso_time(std::string_view text) { return IsoReader(text).read(); }

bool IsoTimeCheck::is_derived(std::string_view text, std::int64_t nanoseconds) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd.dddddddddZ";
  if (text.size() != kForm.size()) return false;
  if (std::memcmp(text.data(), date_, kDateSize) != 0) {
    const std::optional<std::int64_t> start = parse_iso_time(std::string(text.substr(0, kDateSize)) + "T00:00Z");
    if (!start) return iso_time(nanoseconds) == text;  // the first day that 64 bits reach has no start
    std::memcpy(date_, text.data(), kDateSize);
    start_of_date_ = *start / kPerSecond;
  }
  for (std::size_t at = kDateSize; at < kForm.size(); ++at) {
    if (kForm[at] == 'd' ? !is_digit(text[at]) : text[at] != kForm[at]) return false;
  }
  const auto two = [text](std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  const std::int64_t hours = two(11);
  const std::int64_t minutes = two(14);
  const std::int64_t seconds = two(17);
  if (hours > 23 || minutes > 59 || seconds > 59) return false;
  std::int64_t fraction = 0;
  for (std::size_t at = 20; at < 29; ++at) fraction = fraction * 10 + (text[at] - '0');
  // Whole seconds and the rest are compared apart, which no moment can overflow.
  std::int64_t whole = nanoseconds / kPerSecond;
  std::int64_t rest = nanoseconds % kPerSecond;
  if (rest < 0) {
    rest += kPerSecond;
    --whole;
  }
  return rest == fraction && whole == start_of_date_ + hours * 3600 + minutes * 60 + seconds;
}

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
  // Years of 64 bits have four digits.
  std::string text = "0000-00-00T00:00:00.000000000Z";
  write_digits(text.data(), date.year, 4);
  write_digits(text.data() + 5, date.month, 2);
  write_digits(text.data() + 8, date.day, 2);
  write_digits(text.data() + 11, second_of_day / 3600, 2);
  write_digits(text.data() + 14, second_of_day / 60 % 60, 2);
  write_digits(text.data() + 17, second_of_day % 60, 2);
  write_digits(text.data() + 20, fraction, 9);
  return text;
}

}  // namespace latewood
