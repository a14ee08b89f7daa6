// `created_at_iso` and nanoseconds since 1970 in UTC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace latewood {

// "YYYY-MM-DDTHH:MM:SS.nnnnnnnnnZ": nine digits, so that text order is time order (D-18).
std::string iso_time(std::int64_t nanoseconds);

// The moment that an ISO 8601 text names, in nanoseconds; nothing if it names none, or one that is not a whole number
// of nanoseconds within 64 bits. A date and a time, both with separators or both without; seconds and a fraction of
// any length may be left out; a text without a zone is in UTC.
std::optional<std::int64_t> parse_iso_time(std::string_view text);

// Whether `iso_time(nanoseconds)` is `text`, without making a string. Nodes of one document mostly have the same date,
// so the last one is kept.
class IsoTimeCheck {
 public:
  bool is_derived(std::string_view text, std::int64_t nanoseconds);

 private:
  static constexpr std::size_t kDateSize = 10;

  char date_[kDateSize] = {};       // as text; what is no date is not kept
  std::int64_t start_of_date_ = 0;  // in seconds
};

}  // namespace latewood
