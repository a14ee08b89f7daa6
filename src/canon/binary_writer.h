// Canonical binary encoding, writing side: little-endian integers of fixed
// width, raw 32-byte ids, and nothing between them.
//
// A writer either keeps all its bytes, or hands them to a hasher in large
// pieces, so that a state of any size is hashed without being in memory at once.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "canon/blake3.h"
#include "latewood/digest.h"

namespace latewood {

// Writes into memory without any check. The caller must have counted the bytes and provide enough memory.
class BinaryCursor {
 public:
  explicit BinaryCursor(char* at) : at_(at) {}

  void u8(std::uint8_t value) { integer<1>(value); }
  void u16(std::uint16_t value) { integer<2>(value); }
  void u32(std::uint32_t value) { integer<4>(value); }
  void u64(std::uint64_t value) { integer<8>(value); }

  void raw(std::string_view bytes) {
    copy(bytes);
    at_ += bytes.size();
  }

  template <class Tag>
  void id(const Bytes32<Tag>& value) {
    std::memcpy(at_, value.bytes.data(), sizeof(value.bytes));
    at_ += sizeof(value.bytes);
  }

  const char* at() const { return at_; }

 private:
  // Most texts of a header are short, and calling memcpy for one takes longer than copying it: here
  // two halves that overlap are copied in its place.
  void copy(std::string_view bytes) {
    const std::size_t size = bytes.size();
    if (size >= 16 && size <= 32) {
      copy_ends<16>(bytes);
    } else if (size >= 8 && size < 16) {
      copy_ends<8>(bytes);
    } else if (size > 0) {
      std::memcpy(at_, bytes.data(), size);
    }
  }

  template <std::size_t kHalf>
  void copy_ends(std::string_view bytes) {
    const std::size_t last = bytes.size() - kHalf;
    char first_half[kHalf];
    char last_half[kHalf];
    std::memcpy(first_half, bytes.data(), kHalf);
    std::memcpy(last_half, bytes.data() + last, kHalf);
    std::memcpy(at_, first_half, kHalf);
    std::memcpy(at_ + last, last_half, kHalf);
  }

  template <std::size_t kWidth>
  void integer(std::uint64_t value) {
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(at_, &value, kWidth);
    } else {
      for (std::size_t i = 0; i < kWidth; ++i) at_[i] = static_cast<char>(value >> (8 * i));
    }
    at_ += kWidth;
  }

  char* at_;
};

class BinaryWriter {
 public:
  // Keeps every byte; `view` and `take` return them.
  BinaryWriter() = default;

  // Passes the bytes on to `hasher`, which must outlive the writer and has seen
  // `position` bytes before. The last bytes arrive with `flush`.
  explicit BinaryWriter(Blake3Hasher& hasher, std::uint64_t position = 0) : BinaryWriter(hasher, position, position) {}
  // The same where the stream is written again from `position` on, and the hasher has seen the
  // `seen` bytes before some later point: what is written of them is dropped.
  BinaryWriter(Blake3Hasher& hasher, std::uint64_t position, std::uint64_t seen)
      : hasher_(&hasher),
        piece_(kFirstPiece),
        data_(new char[kFirstPiece]),
        capacity_(room_at(position)),
        passed_on_(position),
        seen_(seen) {}

  void u8(std::uint8_t value) {
    block(1, [value](BinaryCursor& out) { out.u8(value); });
  }
  void u16(std::uint16_t value) {
    block(2, [value](BinaryCursor& out) { out.u16(value); });
  }
  void u32(std::uint32_t value) {
    block(4, [value](BinaryCursor& out) { out.u32(value); });
  }
  void u64(std::uint64_t value) {
    block(8, [value](BinaryCursor& out) { out.u64(value); });
  }
  template <class Tag>
  void id(const Bytes32<Tag>& value) {
    block(32, [&value](BinaryCursor& out) { out.id(value); });
  }

  void raw(std::string_view bytes) {
    if (bytes.size() > capacity_ - size_) return raw_past_capacity(bytes);
    if (!bytes.empty()) std::memcpy(data_.get() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }

  // A u64 length, then the bytes.
  void sized(std::string_view bytes) {
    u64(bytes.size());
    raw(bytes);
  }

  // Lets `fill` write exactly `length` bytes through a cursor: several fields for
  // the price of one check.
  template <class Fill>
  void block(std::size_t length, Fill fill) {
    if (length <= capacity_ - size_) {
      BinaryCursor out(data_.get() + size_);
      fill(out);
      assert(out.at() == data_.get() + size_ + length);
      size_ += length;
    } else {
      std::string bytes(length, '\0');
      BinaryCursor out(bytes.data());
      fill(out);
      raw(bytes);
    }
  }

  // Where the next byte goes, counted from the start of the stream.
  std::uint64_t position() const { return passed_on_ + size_; }

  // How many bytes of the stream the hasher has, once `drop_seen` was called.
  std::uint64_t passed_on() const { return passed_on_; }
  // Drops what is written of the bytes that the hasher has seen before.
  void drop_seen();

  // Hands everything written so far to the hasher. Without a hasher it does nothing.
  void flush();
  // Hands over what is written up to the last multiple of 1 KiB of the stream, and keeps the rest:
  // BLAKE3 hashes whole chunks many at a time, and one that comes in parts a block at a time.
  void flush_chunks();

  // The bytes that have not been passed on: without a hasher, all of them.
  std::string_view view() const { return {data_.get(), size_}; }
  std::string take() const { return std::string(view()); }

 private:
  // The bytes of most commits fit into the first piece. Allocating the large piece would cost more than writing them.
  static constexpr std::size_t kFirstPiece = 16 * 1024;
  static constexpr std::size_t kPiece = 64 * 1024;

  // Pieces end at multiples of their size: BLAKE3 hashes aligned runs of its
  // chunks together, and stray ones alone.
  std::size_t room_at(std::uint64_t position) const { return piece_ - position % piece_; }

  void pass_on(std::string_view bytes);
  void take_out(std::size_t length);
  void raw_past_capacity(std::string_view bytes);
  void grow_to_hold(std::size_t length);

  Blake3Hasher* hasher_ = nullptr;
  std::size_t piece_ = 0;
  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::uint64_t passed_on_ = 0;
  std::uint64_t seen_ = 0;
};

}  // namespace latewood
