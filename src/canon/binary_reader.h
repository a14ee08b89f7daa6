// Canonical binary encoding, reading side. Nothing that stands in the bytes is
// trusted: a length is checked against what is left before anything is read or
// allocated by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/result.h"

namespace latewood {

class BinaryReader {
 public:
  // `bytes` must outlive the reader and every view it gives out.
  explicit BinaryReader(std::string_view bytes) : bytes_(bytes) {}

  Result<std::uint8_t> u8() { return integer<std::uint8_t>(); }
  Result<std::uint16_t> u16() { return integer<std::uint16_t>(); }
  Result<std::uint32_t> u32() { return integer<std::uint32_t>(); }
  Result<std::uint64_t> u64() { return integer<std::uint64_t>(); }
  Result<std::string_view> raw(std::uint64_t length) {
    if (length > left()) return too_short(length);
    const std::string_view bytes = bytes_.substr(offset_, length);
    offset_ += length;
    return bytes;
  }

  template <class Id>
  Result<Id> id() {
    auto bytes = raw(32);
    if (!bytes) return std::move(bytes).error();
    Id id;
    std::memcpy(id.bytes.data(), bytes->data(), id.bytes.size());
    return id;
  }

  // A u64 length, then that many bytes.
  Result<std::string_view> sized();

  // A u64 count of items that take at least `least` bytes each. A count that the
  // remaining bytes cannot hold is refused, so the caller may reserve by it.
  Result<std::uint64_t> count(std::uint64_t least);

  // Fails if bytes are left over.
  Result<void> expect_end() const;

  std::uint64_t offset() const { return offset_; }
  std::uint64_t left() const { return bytes_.size() - offset_; }

  // An error at `offset`, for values that are well-formed but not allowed.
  // Corruption is the caller's word to use where the bytes come from a store.
  static Error invalid(std::uint64_t offset, std::uint64_t length, std::string message);

 private:
  // Inlined, since whole histories are read integer by integer.
  template <class Integer>
  Result<Integer> integer() {
    if (sizeof(Integer) > left()) return too_short(sizeof(Integer));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(Integer); ++i) {
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[offset_ + i])) << (8 * i);
    }
    offset_ += sizeof(Integer);
    return static_cast<Integer>(value);
  }
  Error too_short(std::uint64_t length) const;

  std::string_view bytes_;
  std::uint64_t offset_ = 0;
};

}  // namespace latewood
