// Attempts as text: the entries of a store's log of attempts. Layout: docs/format/edit.md, section 4.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/attempt.h"
#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood::engine {

struct LoggedAttempt {
  std::string branch;
  Attempt attempt;
  std::vector<Component> reply;
};

// Returns canonical JSON.
std::string encode_attempt(const LoggedAttempt& logged);

// Corruption, with the wrong member, if the text is not an attempt.
Result<LoggedAttempt> decode_attempt(std::string_view text);

}  // namespace latewood::engine
