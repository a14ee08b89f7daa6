#include "tree/node.h"

#include <algorithm>
#include <array>
#include <utility>

#include "canon/blake3.h"
#include "canon/content_hash.h"
#include "canon/label_hash.h"

namespace latewood::tree {
namespace {

constexpr std::array<std::pair<std::string_view, NodeClass>, 7> kClasses = {{
    {"^root", NodeClass::Root},
    {"^sys", NodeClass::Sys},
    {"^seq", NodeClass::Seq},
    {"^ah", NodeClass::Ah},
    {"mt", NodeClass::Turn},
    {"mc", NodeClass::Core},
    {"cb", NodeClass::Block},
}};

}  // namespace

NodeClass class_of(std::string_view node_type) {
  // Only turns, cores and blocks can be subtyped; `^sys:x` is nobody's region.
  const bool is_region = node_type.starts_with('^');
  const std::string_view name_part = is_region ? node_type : node_type.substr(0, node_type.find(':'));
  for (const auto& [name, node_class] : kClasses) {
    if (name_part == name) return node_class;
  }
  return NodeClass::Block;
}

std::string_view name_of(NodeClass node_class) { return kClasses[static_cast<std::size_t>(node_class)].first; }

PayloadDigest payload_digest(std::optional<std::string_view> json) {
  Blake3Hasher hasher;
  hasher.update(json ? std::string_view("\1", 1) : std::string_view("\0", 1));
  hasher.update(json.value_or(""));
  return {hasher.finish().bytes};
}

const PayloadDigest& digest_of(const Payload* payload) {
  static const PayloadDigest absent = payload_digest({});
  return payload == nullptr ? absent : payload->digest;
}

RawBytes32 ring_hash(std::uint64_t cycle, std::string_view turn_id) {
  RawBytes32 bytes = label_hash(kWarpDomain, turn_id);
  std::copy_backward(bytes.begin(), bytes.begin() + 24, bytes.end());
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(cycle >> (8 * (7 - i)));
  return bytes;
}

const Sha256Digest& bare_content_hash() {
  static const Sha256Digest digest = latewood::content_hash(HashedContent());
  return digest;
}

const Sha256Digest& Node::content_hash() const {
  return has_hash_ ? *reinterpret_cast<const Sha256Digest*>(tail() + hash_at()) : bare_content_hash();
}

const JsonValue* Node::find_attribute(std::string_view name) const {
  if (extra() == nullptr) return nullptr;
  const std::vector<JsonMember>& attributes = extra()->attributes;
  const auto found = std::lower_bound(attributes.begin(), attributes.end(), name,
                                      [](const JsonMember& member, std::string_view key) { return member.key < key; });
  return found != attributes.end() && found->key == name ? &found->value : nullptr;
}

}  // namespace latewood::tree
