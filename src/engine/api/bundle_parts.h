// The parts of bundle records: docs/format/bundle.md, sections 2 and 3.
#pragma once

#include <string>
#include <string_view>

#include "latewood/commit.h"
#include "latewood/result.h"

namespace latewood::engine {

// Encodes bytes as a compressed frame if that is shorter and expands little enough to be read back; otherwise plain.
std::string packed(std::string_view bytes);
Result<std::string> unpacked(std::string_view bytes);

std::string encode_note(const CommitNote& note);
Result<CommitNote> decode_note(std::string_view bytes);

}  // namespace latewood::engine
