// An admission against the commit it is of, and against the streams.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/record/admission_text.h"
#include "engine/session/streams.h"
#include "latewood/result.h"

namespace latewood::engine {

// What the bytes say. Corruption if they are no admission, if an id or the digest is not the derived one, if it
// was decided in another cycle, or if what was admitted is not what the streams hold.
Result<KeptAdmission> check_admission_bytes(std::string_view bytes, std::uint64_t cycle, const Streams& streams);

// An error about the admission of a cycle.
Error wrong_admission(std::uint64_t cycle, const std::string& message);

}  // namespace latewood::engine
