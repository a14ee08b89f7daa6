// Any bytes as a chat log in the format `gemini`.
#include <cstddef>
#include <cstdint>

#include "fuzz/chat_log_claims.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  latewood::fuzz::check_chat_log({reinterpret_cast<const char*>(data), size}, latewood::ChatFormat::Gemini);
  return 0;
}
