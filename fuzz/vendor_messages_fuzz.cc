// Any bytes as messages of a vendor: refused with a place, or blocks that a context takes.
#include <cstddef>
#include <cstdint>

#include "fuzz/require.h"
#include "latewood/context.h"
#include "latewood/vendor_reply.h"

namespace latewood::fuzz {
namespace {

void check_messages(std::string_view json, const VendorMessagesOptions& options) {
  const auto read = read_vendor_messages(json, options);
  if (!read) {
    require_blames_input(read.error(), json.size());
    require(read.error().rule == "E_CHAT_LOG_INVALID", "the rule is that of chat logs");
    return;
  }
  ContextOptions rights;
  rights.system = true;
  rights.clock = make_logical_clock();
  Context context(std::move(rights));
  for (const Component& block : read->blocks) require(context.insert(block).has_value(), "the head takes each block");
}

}  // namespace
}  // namespace latewood::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace latewood;
  const std::string_view json{reinterpret_cast<const char*>(data), size};
  VendorMessagesOptions options;
  fuzz::check_messages(json, options);
  for (const ChatFormat format : kChatFormats) {
    options.format = format;
    fuzz::check_messages(json, options);
  }
  return 0;
}
