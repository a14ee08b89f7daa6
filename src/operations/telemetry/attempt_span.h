// An attempt as a span of OpenTelemetry, in the JSON form of OTLP: ids in lowercase hexadecimal, integers of 64 bits as
// texts. The content of requests and replies is not part of it; `latewood.commit_id` names where it is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "latewood/attempt.h"
#include "latewood/json_value.h"
#include "operations/table/schema.h"

namespace latewood::operations {

// Where the attempts of a request for spans were made.
struct SpanPlace {
  std::string context;
  std::string branch;
  // The header `traceparent` of the call that made an attempt, by the number of the attempt.
  std::map<std::uint64_t, std::string> callers = {};
};

// Null for an attempt that runs, and for one that an old version recorded without times: a span has both.
std::optional<JsonValue> span_json(const Attempt& attempt, const SpanPlace& place);
Schema span_schema();

// The body of a POST to /v1/traces.
JsonValue export_request(JsonValue::Array spans, const std::string& service);
std::vector<Member> export_request_members();

}  // namespace latewood::operations
