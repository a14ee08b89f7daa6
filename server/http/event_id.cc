#include "server/http/event_id.h"

#include <algorithm>
#include <charconv>

namespace latewood::server {
namespace {

constexpr std::size_t kDigits = 12;

bool is_digits_of_id(std::string_view text) {
  return text.size() == kDigits &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

std::optional<EventId> parse_event_id(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos || dash == 0 || dash > 19) return std::nullopt;
  EventId id;
  const auto read = std::from_chars(text.data(), text.data() + dash, id.sequence);
  if (read.ec != std::errc() || read.ptr != text.data() + dash) return std::nullopt;
  id.digits = text.substr(dash + 1);
  const bool is_start = id.sequence == 0 && id.digits.empty();
  if (!is_start && !is_digits_of_id(id.digits)) return std::nullopt;
  return id;
}

std::string event_id_text(std::uint64_t sequence, const CommitId& id) {
  return std::to_string(sequence) + "-" + id.hex().substr(0, kDigits);
}

bool names(const EventId& id, const CommitId& commit) { return commit.hex().starts_with(id.digits); }

}  // namespace latewood::server
