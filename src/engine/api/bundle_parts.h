// What the records of all bundles are made of: docs/format/bundle.md, sections 2 and 3.
#pragma once

#include <string>
#include <string_view>

#include "latewood/commit.h"
#include "latewood/result.h"

namespace latewood::engine {

// Bytes as they are, or as a frame that does not grow too much.
std::string packed(std::string_view bytes);
Result<std::string> unpacked(std::string_view bytes);

std::string encode_note(const CommitNote& note);
Result<CommitNote> decode_note(std::string_view bytes);

}  // namespace latewood::engine
