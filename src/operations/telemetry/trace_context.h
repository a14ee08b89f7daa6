// The place of a span in a trace: the ids of OpenTelemetry, and the header `traceparent` of W3C Trace Context.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace latewood::operations {

struct TraceContext {
  std::string trace_id;        // 32 lowercase hexadecimal digits
  std::string parent_span_id;  // 16 of them; empty: a span of its own trace
};

// Reads "00-<trace id>-<span id>-<flags>". Every other text gives nullopt, as the standard demands: a broken header of
// a caller starts a new trace, and no call fails.
std::optional<TraceContext> parse_traceparent(std::string_view header);

// The trace of the attempts of one cycle. The same history gives the same ids each time, so that a collector that gets
// a span twice sees one.
TraceContext trace_of_cycle(std::string_view context, std::string_view parent_commit, std::uint64_t cycle);

std::string span_id_of(const TraceContext& trace, std::string_view context, std::uint64_t attempt_id);

}  // namespace latewood::operations
