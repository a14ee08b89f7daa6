// Any bytes as the log of a session in the format `chatgpt`.
#include <cstddef>
#include <cstdint>

#include "fuzz/session_log_claims.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  latewood::fuzz::check_session_log({reinterpret_cast<const char*>(data), size}, latewood::SessionFormat::ChatGpt);
  return 0;
}
