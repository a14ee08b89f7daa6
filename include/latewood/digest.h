// Thirty-two bytes with a meaning. Each meaning is a type of its own, so that a commit id cannot be used as a state
// root, nor a SHA-256 as a BLAKE3 digest.
//
//   const CommitId id = context.latest().value().commit_id();
//   if (CommitId::from_hex(id.hex()) == id) std::cout << id.hex().substr(0, 12) << '\n';
//
// Plain values without ownership; nothing here fails or allocates but the texts.
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

// The bytes as 64 lower-case hexadecimal digits.
std::string to_hex(const RawBytes32& bytes);

// The inverse of `to_hex`; nullopt for any other text, upper case included.
std::optional<RawBytes32> parse_hex32(std::string_view text);

// One kind of digest; the tag is only a name.
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

using Blake3Digest = Bytes32<struct Blake3DigestTag>;  // names payloads, policies, records
using Sha256Digest = Bytes32<struct Sha256DigestTag>;  // the specification's content hash
using StateRoot = Bytes32<struct StateRootTag>;        // names the state of a snapshot
using PatchDigest = Bytes32<struct PatchDigestTag>;    // names the patch of a commit
using CommitId = Bytes32<struct CommitIdTag>;          // the name of a commit

}  // namespace latewood
