// Canonical binary encoding, writing side: little-endian integers of fixed
// width, raw 32-byte ids, and nothing between them.
//
// A writer either keeps all its bytes, or hands them to a hasher in large
// pieces, so that a state of any size is hashed without being in memory at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "canon/blake3.h"
#include "latewood/digest.h"

namespace latewood {

class BinaryWriter {
 public:
  // Keeps every byte; `view` and `take` return them.
  BinaryWriter() = default;

  // Passes the bytes on to `hasher`, which must outlive the writer and has seen
  // `position` bytes before. The last bytes arrive with `flush`.
  explicit BinaryWriter(Blake3Hasher& hasher, std::uint64_t position = 0)
      : hasher_(&hasher), data_(new char[kPiece]), capacity_(room_at(position)), passed_on_(position) {}

  void u8(std::uint8_t value) { integer<1>(value); }
  void u16(std::uint16_t value) { integer<2>(value); }
  void u32(std::uint32_t value) { integer<4>(value); }
  void u64(std::uint64_t value) { integer<8>(value); }

  void raw(std::string_view bytes) { put(bytes.data(), bytes.size()); }

  template <class Tag>
  void id(const Bytes32<Tag>& value) {
    put(reinterpret_cast<const char*>(value.bytes.data()), sizeof(value.bytes));
  }

  // A u64 length, then the bytes.
  void sized(std::string_view bytes) {
    u64(bytes.size());
    raw(bytes);
  }

  // Where the next byte goes, counted from the start of the stream.
  std::uint64_t position() const { return passed_on_ + size_; }

  // Hands everything written so far to the hasher. Without a hasher it does nothing.
  void flush();

  // The bytes that have not been passed on: without a hasher, all of them.
  std::string_view view() const { return {data_.get(), size_}; }
  std::string take() const { return std::string(view()); }

 private:
  static constexpr std::size_t kPiece = 64 * 1024;

  // Pieces end at multiples of their size: BLAKE3 hashes aligned runs of its
  // chunks together, and stray ones alone.
  static constexpr std::size_t room_at(std::uint64_t position) { return kPiece - position % kPiece; }

  template <std::size_t kWidth>
  void integer(std::uint64_t value) {
    char bytes[kWidth];
    for (std::size_t i = 0; i < kWidth; ++i) bytes[i] = static_cast<char>(value >> (8 * i));
    put(bytes, kWidth);
  }

  void put(const char* bytes, std::size_t length) {
    if (length > capacity_ - size_) return put_past_capacity(bytes, length);
    if (length != 0) std::memcpy(data_.get() + size_, bytes, length);
    size_ += length;
  }

  void put_past_capacity(const char* bytes, std::size_t length);
  void grow_to_hold(std::size_t length);

  Blake3Hasher* hasher_ = nullptr;
  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::uint64_t passed_on_ = 0;
};

}  // namespace latewood
