// Attempts as JSON, and the arguments that name one.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "latewood/attempt.h"
#include "latewood/context.h"
#include "latewood/json_value.h"
#include "latewood/result.h"
#include "operations/table/arguments.h"
#include "operations/table/schema.h"

namespace latewood::operations {

JsonValue attempt_json(const Attempt& attempt);
std::vector<Member> attempt_members();

// The attempt of that number. NotFound if there is none.
Result<JsonValue> find_attempt_json(const Context& context, std::uint64_t id);

// "provider", "model", "params", "view", "started_at": what every way to begin an attempt takes.
std::vector<Member> begin_members();
// Without the profile, which each operation takes from elsewhere.
Result<AttemptRequest> attempt_request(const Arguments& arguments);

// A time in nanoseconds: a text of digits or an integer.
Schema time_argument(std::string description);
Result<std::optional<std::int64_t>> find_time(const Arguments& arguments, std::string_view name);

}  // namespace latewood::operations
