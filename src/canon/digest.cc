#include "latewood/digest.h"

#include "canon/hex.h"

namespace latewood {

std::string to_hex(const RawBytes32& bytes) {
  return hex_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::optional<RawBytes32> parse_hex32(std::string_view text) {
  RawBytes32 bytes{};
  if (text.size() != 2 * bytes.size()) return std::nullopt;
  const auto parsed = parse_hex(text);
  if (!parsed) return std::nullopt;
  std::memcpy(bytes.data(), parsed->data(), bytes.size());
  return bytes;
}

}  // namespace latewood
