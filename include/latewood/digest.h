// Thirty-two bytes with a meaning. Each meaning is its own type, so that a
// commit id cannot stand where a state root belongs, nor a SHA-256 where a
// BLAKE3 digest does.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace latewood {

using RawBytes32 = std::array<std::uint8_t, 32>;

// Sixty-four lower-case hexadecimal digits.
std::string to_hex(const RawBytes32& bytes);

// The inverse of `to_hex`; nothing if `text` is not exactly that.
std::optional<RawBytes32> parse_hex32(std::string_view text);

template <class Tag>
struct Bytes32 {
  RawBytes32 bytes{};

  std::string hex() const { return to_hex(bytes); }

  static std::optional<Bytes32> from_hex(std::string_view text) {
    const auto parsed = parse_hex32(text);
    if (!parsed) return std::nullopt;
    return Bytes32{*parsed};
  }

  friend bool operator==(const Bytes32& a, const Bytes32& b) {
    return std::memcmp(a.bytes.data(), b.bytes.data(), a.bytes.size()) == 0;
  }
  // Unsigned lexicographic order: the order of every canonical encoding.
  friend std::strong_ordering operator<=>(const Bytes32& a, const Bytes32& b) {
    return std::memcmp(a.bytes.data(), b.bytes.data(), a.bytes.size()) <=> 0;
  }
};

using Blake3Digest = Bytes32<struct Blake3DigestTag>;
using Sha256Digest = Bytes32<struct Sha256DigestTag>;
using StateRoot = Bytes32<struct StateRootTag>;
using PatchDigest = Bytes32<struct PatchDigestTag>;
using CommitId = Bytes32<struct CommitIdTag>;

}  // namespace latewood
