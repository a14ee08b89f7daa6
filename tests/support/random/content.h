// Generated contents and edits of them, for laws on differences.
#pragma once

#include <string>

#include "latewood/json_value.h"
#include "support/random/random.h"

namespace latewood::test {

// Lines and words from a small stock, so that texts have much in common, with what
// a diff format could stumble over: empty lines, carriage returns, lines that look
// like parts of a diff, white space of Unicode, and no final line feed half of the time.
std::string random_text(Random& random);

// `text` with some stretches removed, inserted, replaced or moved. May be the same text.
std::string edited_text(Random& random, const std::string& text);

// Any kind of value, at most `depth` levels deep, with integers beyond 64 bits, doubles,
// and keys that a JSON pointer must escape.
JsonValue random_json(Random& random, int depth);

// `value` with some members or elements changed, at any level. May be the same value.
JsonValue edited_json(Random& random, const JsonValue& value);

}  // namespace latewood::test
