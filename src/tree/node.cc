#include "tree/node.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/iso_time.h"
#include "canon/blake3.h"
#include "canon/content_hash.h"
#include "canon/label_hash.h"
#include "tree/hashed_content.h"

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
  // Only turns, cores and blocks can be subtyped; `^sys:x` is not a region.
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
  return payload == nullptr ? absent : payload->digest();
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

NodeNames names_of(NodeClass node_class, std::string_view id, std::uint64_t cycle) {
  const bool is_turn = node_class == NodeClass::Turn;
  return {label_hash(kNodeDomain, id), is_turn ? ring_hash(cycle, id) : label_hash(kEdgeDomain, id)};
}

void Payload::compute_digest() const {
  const PayloadDigest digest = payload_digest(json());
  settle(state_, kDigest, [&] { digest_ = digest; });
}

void Node::compute_names() const {
  const NodeNames names = names_of(node_class(), id(), cycle());
  settle(flags_, kNames, [&] {
    node_hash_ = names.node;
    edge_hash_ = names.edge;
  });
}

// Writes into the record's own memory, which the pool allocated with room for the hash.
void Node::compute_content_hash() const {
  const Sha256Digest digest = latewood::content_hash(hashed_content(traits(), payload()));
  char* const room = const_cast<char*>(tail() + hash_at());
  settle(flags_, kContentHash, [&] { std::memcpy(room, digest.bytes.data(), digest.bytes.size()); });
}

std::string Node::created_at_iso() const {
  return extra() != nullptr && extra()->iso ? *extra()->iso : iso_time(created_at_ns());
}

const JsonValue* Node::find_attribute(std::string_view name) const {
  if (extra() == nullptr) return nullptr;
  const std::vector<JsonMember>& attributes = extra()->attributes;
  const auto found = std::lower_bound(attributes.begin(), attributes.end(), name,
                                      [](const JsonMember& member, std::string_view key) { return member.key < key; });
  return found != attributes.end() && found->key == name ? &found->value : nullptr;
}

}  // namespace latewood::tree
