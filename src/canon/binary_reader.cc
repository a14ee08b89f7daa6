#include "canon/binary_reader.h"

#include <string>

#include "base/try.h"

namespace latewood {

Error BinaryReader::invalid(std::uint64_t offset, std::uint64_t length, std::string message) {
  return {Code::InvalidArgument, std::move(message), {}, Place{offset, length}};
}

Error BinaryReader::too_short(std::uint64_t length) const {
  return invalid(offset_, left(), std::to_string(length) + " bytes expected, " + std::to_string(left()) + " left");
}

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
