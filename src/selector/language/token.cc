#include "selector/language/token.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

namespace latewood::selector {
namespace {

bool has_identifier_tail(std::string_view text) { return std::all_of(text.begin(), text.end(), is_identifier_char); }

std::string_view without_digits(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  return text.substr(static_cast<std::size_t>(end - text.begin()));
}

}  // namespace

bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text.front()) && has_identifier_tail(text);
}

bool is_id(std::string_view text) {
  return !text.empty() && (is_letter(text.front()) || is_digit(text.front())) && has_identifier_tail(text);
}

bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::string_view after_whole = without_digits(text);
  if (after_whole.size() == text.size()) return false;
  if (after_whole.empty()) return true;
  return after_whole.front() == '.' && after_whole.size() > 1 && without_digits(after_whole.substr(1)).empty();
}

std::size_t type_length(std::string_view identifier) {
  std::size_t colon = identifier.find(':');
  while (colon != std::string_view::npos) {
    const std::size_t next = identifier.find(':', colon + 1);
    const std::string_view segment = identifier.substr(colon + 1, next - colon - 1);
    if (meaning_of(kPseudos, segment)) return colon;
    colon = next;
  }
  return identifier.size();
}

std::uint64_t saturated(std::string_view digits) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return read.ec == std::errc::result_out_of_range ? std::numeric_limits<std::uint64_t>::max() : value;
}

}  // namespace latewood::selector
