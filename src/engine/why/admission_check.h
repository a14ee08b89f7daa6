// Checks a stored admission against its commit and against the streams.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/record/admission_text.h"
#include "engine/session/streams.h"
#include "latewood/result.h"

namespace latewood::engine {

// The decoded admission. Corruption if the bytes are not an admission, if an id or the digest is not the derived one,
// if the cycle differs, or if the admitted events differ from those of the streams.
Result<StoredAdmission> check_admission_bytes(std::string_view bytes, std::uint64_t cycle, const Streams& streams);

// A Corruption error with `message` about the admission of a cycle.
Error wrong_admission(std::uint64_t cycle, const std::string& message);

}  // namespace latewood::engine
