#include "canon/binary_reader.h"

#include <string>

#include "base/try.h"

namespace latewood {

Error BinaryReader::invalid(std::uint64_t offset, std::uint64_t length, std::string message) {
  return {Code::InvalidArgument, std::move(message), {}, Place{offset, length}};
}

Result<std::string_view> BinaryReader::raw(std::uint64_t length) {
  if (length > left()) {
    return invalid(offset_, left(), std::to_string(length) + " bytes expected, " + std::to_string(left()) + " left");
  }
  const std::string_view bytes = bytes_.substr(offset_, length);
  offset_ += length;
  return bytes;
}

Result<std::uint64_t> BinaryReader::integer(std::uint64_t width) {
  LW_TRY_ASSIGN(const std::string_view bytes, raw(width));
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < width; ++i) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return value;
}

Result<std::uint8_t> BinaryReader::u8() {
  LW_TRY_ASSIGN(const std::uint64_t value, integer(1));
  return static_cast<std::uint8_t>(value);
}

Result<std::uint16_t> BinaryReader::u16() {
  LW_TRY_ASSIGN(const std::uint64_t value, integer(2));
  return static_cast<std::uint16_t>(value);
}

Result<std::uint32_t> BinaryReader::u32() {
  LW_TRY_ASSIGN(const std::uint64_t value, integer(4));
  return static_cast<std::uint32_t>(value);
}

Result<std::uint64_t> BinaryReader::u64() { return integer(8); }

Result<std::string_view> BinaryReader::sized() {
  LW_TRY_ASSIGN(const std::uint64_t length, u64());
  return raw(length);
}

Result<std::uint64_t> BinaryReader::count(std::uint64_t least) {
  const std::uint64_t start = offset_;
  LW_TRY_ASSIGN(const std::uint64_t count, u64());
  if (count > left() / least) {
    return invalid(start, 8, "a count of " + std::to_string(count) + " items in " + std::to_string(left()) + " bytes");
  }
  return count;
}

Result<void> BinaryReader::expect_end() const {
  if (left() == 0) return {};
  return invalid(offset_, left(), std::to_string(left()) + " bytes after the end");
}

}  // namespace latewood
