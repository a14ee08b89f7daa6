// Any bytes as the body of a reply, in the format that its shape tells and in each of the four.
#include <cstddef>
#include <cstdint>

#include "fuzz/reply_claims.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const std::string_view body{reinterpret_cast<const char*>(data), size};
  fuzz::check_reply(body, {});
  for (const ChatFormat format : kChatFormats) fuzz::check_reply(body, {format, 0});
  return 0;
}
