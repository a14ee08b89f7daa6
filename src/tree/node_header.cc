#include "tree/node_header.h"

namespace latewood::tree {
namespace {

// Part of hashed bytes: docs/format/node_header.md, section 8.
constexpr std::uint8_t kHeaderVersion = 1;

constexpr std::uint8_t kHasExpiry = 1;
constexpr std::uint8_t kHasRole = 2;
constexpr std::uint8_t kHasKind = 4;
constexpr std::uint8_t kHasRemovable = 8;
constexpr std::uint8_t kIsRemovable = 16;
constexpr std::uint8_t kHasKey = 32;
constexpr std::uint8_t kHasProvenance = 64;
constexpr std::uint8_t kHasContent = 128;

constexpr std::size_t kFixedBytes = 1 + 1 + 6 * 8 + 2 * 32;

const PayloadDigest& absent_payload() {
  static const PayloadDigest digest = payload_digest(std::nullopt);
  return digest;
}

std::uint8_t flags_of(const Node& node) {
  int flags = 0;
  if (node.expiry() != kNever) flags |= kHasExpiry;
  if (node.role() != nullptr) flags |= kHasRole;
  if (node.kind() != nullptr) flags |= kHasKind;
  if (node.provenance() != nullptr) flags |= kHasProvenance;
  if (node.payload() != nullptr) flags |= kHasContent;
  if (node.extra() != nullptr) {
    if (node.extra()->removable) flags |= kHasRemovable;
    if (node.removable()) flags |= kIsRemovable;
    if (node.extra()->key) flags |= kHasKey;
  }
  return static_cast<std::uint8_t>(flags);
}

// Calls `fn` for every text of the header, in order.
template <class Fn>
void for_each_text(const Node& node, Fn fn) {
  fn(node.id());
  fn(std::string_view(node.type()));
  if (node.role() != nullptr) fn(std::string_view(*node.role()));
  if (node.kind() != nullptr) fn(std::string_view(*node.kind()));
  if (node.extra() != nullptr && node.extra()->key) fn(std::string_view(*node.extra()->key));
  if (node.provenance() != nullptr) fn(std::string_view(*node.provenance()));
  fn(node.extra() == nullptr ? std::string_view() : std::string_view(node.extra()->attributes_json));
}

}  // namespace

std::size_t header_size(const Node& node) {
  std::size_t size = kFixedBytes;
  for_each_text(node, [&size](std::string_view text) { size += 4 + text.size(); });
  return size;
}

void encode_header(BinaryCursor& out, const Node& node) {
  out.u8(kHeaderVersion);
  out.u8(flags_of(node));
  out.u64(static_cast<std::uint64_t>(node.offset()));
  out.u64(node.expiry() == kNever ? 0 : static_cast<std::uint64_t>(node.expiry()));
  out.u64(static_cast<std::uint64_t>(node.priority()));
  out.u64(node.cycle());
  out.u64(static_cast<std::uint64_t>(node.created_at_ns()));
  out.u64(node.creation_index());
  out.id(node.payload() == nullptr ? absent_payload() : node.payload()->digest);
  out.id(node.content_hash());
  for_each_text(node, [&out](std::string_view text) {
    out.u32(static_cast<std::uint32_t>(text.size()));
    out.raw(text);
  });
}

}  // namespace latewood::tree
