#include "operations/telemetry/trace_context.h"

#include <algorithm>

#include "canon/blake3.h"

namespace latewood::operations {
namespace {

constexpr std::size_t kTraceDigits = 32;
constexpr std::size_t kSpanDigits = 16;

bool are_hex_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// Ids of zeros are not valid.
bool is_id(std::string_view text) {
  return are_hex_digits(text) && text.find_first_not_of('0') != std::string_view::npos;
}

// Parts are separated by zero bytes: names of contexts hold none.
std::string digits_of(std::string_view kind, std::string_view first, std::string_view second, std::uint64_t number,
                      std::size_t digits) {
  std::string bytes(kind);
  for (const std::string_view part : {first, second}) bytes.append(1, '\0').append(part);
  bytes.append(1, '\0').append(std::to_string(number));
  return blake3_of(bytes).hex().substr(0, digits);
}

}  // namespace

std::optional<TraceContext> parse_traceparent(std::string_view header) {
  constexpr std::size_t kTraceAt = 3;
  constexpr std::size_t kSpanAt = kTraceAt + kTraceDigits + 1;
  constexpr std::size_t kFlagsAt = kSpanAt + kSpanDigits + 1;
  constexpr std::size_t kLength = kFlagsAt + 2;
  if (header.size() < kLength) return std::nullopt;
  const std::string_view version = header.substr(0, 2);
  // Later versions may append to the form; version ff is forbidden.
  const bool has_form = header[2] == '-' && header[kSpanAt - 1] == '-' && header[kFlagsAt - 1] == '-' &&
                        are_hex_digits(version) && version != "ff" && are_hex_digits(header.substr(kFlagsAt, 2)) &&
                        (header.size() == kLength || (version != "00" && header[kLength] == '-'));
  const std::string_view trace_id = header.substr(kTraceAt, kTraceDigits);
  const std::string_view span_id = header.substr(kSpanAt, kSpanDigits);
  if (!has_form || !is_id(trace_id) || !is_id(span_id)) return std::nullopt;
  return TraceContext{std::string(trace_id), std::string(span_id)};
}

TraceContext trace_of_cycle(std::string_view context, std::string_view parent_commit, std::uint64_t cycle) {
  return {digits_of("latewood trace", context, parent_commit, cycle, kTraceDigits), {}};
}

std::string span_id_of(const TraceContext& trace, std::string_view context, std::uint64_t attempt_id) {
  return digits_of("latewood span", trace.trace_id, context, attempt_id, kSpanDigits);
}

}  // namespace latewood::operations
