#include "cli/text/json_output.h"

#include <iostream>

#include "latewood/json_text.h"

namespace latewood::cli {

void print_json(const JsonValue& value) { std::cout << json_text_of(value) << '\n'; }

JsonValue json_of(std::uint64_t number) { return JsonValue(static_cast<std::int64_t>(number)); }

JsonValue json_of(const std::vector<std::string>& texts) { return JsonValue::Array(texts.begin(), texts.end()); }

JsonValue json_of(const std::optional<std::string>& text) { return text ? JsonValue(*text) : JsonValue(); }

JsonValue json_of(const std::vector<Departure>& departures) {
  JsonValue::Array left;
  for (const Departure& departure : departures) {
    std::vector<JsonMember> members = {
        {"id", departure.id}, {"cause", to_string(departure.cause)}, {"bytes", json_of(departure.bytes)}};
    if (!departure.with.empty()) members.push_back({"with", departure.with});
    left.push_back(make_object(std::move(members)));
  }
  return left;
}

JsonValue json_of(const CommitReport& report) {
  return make_object({{"cycle", json_of(report.cycle)},
                      {"commit_id", report.commit_id.hex()},
                      {"state_root", report.state_root.hex()},
                      {"patch_digest", report.patch_digest.hex()},
                      {"policy_id", JsonValue(std::int64_t{report.policy_id})},
                      {"turn_id", report.turn_id},
                      {"left", json_of(report.departures)},
                      {"deferred", json_of(report.deferred)},
                      {"kept", json_of(report.kept)},
                      {"nodes_before", JsonValue(report.nodes_before)},
                      {"nodes_after", JsonValue(report.nodes_after)},
                      {"bytes_before", JsonValue(report.bytes_before)},
                      {"bytes_after", JsonValue(report.bytes_after)}});
}

}  // namespace latewood::cli
