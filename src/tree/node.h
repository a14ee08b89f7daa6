// One node of the tree, as it is kept: an immutable record with every persistent
// member. Records never change; a node that changes gets a new one.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/json_value.h"

namespace latewood::tree {

using PayloadDigest = Bytes32<struct PayloadDigestTag>;

enum class NodeClass : std::uint8_t { Root, Sys, Seq, Ah, Turn, Core, Block };

// The canonical class of a type: what stands before its first colon if that is
// `mt`, `mc` or `cb`, else a block (D-07). Root and regions have their own.
NodeClass class_of(std::string_view node_type);

// "mt", "^seq", ...: the type a class is named by.
std::string_view name_of(NodeClass node_class);

// A text that is kept once and compared by address: types, roles, kinds. Null
// where the member is absent.
using Symbol = const std::string*;

// Content, kept once whatever the number of nodes that say it.
struct Payload {
  PayloadDigest digest;
  std::string json;  // canonical
};

// BLAKE3 of a byte that tells absent (0) from present (1), and the canonical JSON.
PayloadDigest payload_digest(std::optional<std::string_view> json);

// What few nodes have.
struct Extra {
  std::optional<bool> removable;
  std::optional<std::string> key;
  std::vector<JsonMember> attributes;  // custom ones, sorted by name
  std::string attributes_json;         // the same as one canonical JSON object; empty if there are none
};

// The name of a turn's ring: the turn's cycle, big-endian, and 24 bytes of the hash of its
// id, so that rings sort in the order in which they were sealed.
RawBytes32 ring_hash(std::uint64_t cycle, std::string_view turn_id);

// The expiry of a node that never expires.
inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

struct Node {
  std::string_view id;
  Symbol type = nullptr;
  Symbol role = nullptr;
  Symbol kind = nullptr;
  Symbol provenance = nullptr;
  const Extra* extra = nullptr;      // null: nothing of it
  const Payload* payload = nullptr;  // null: no content
  std::int64_t offset = 0;
  std::int64_t expiry = kNever;  // the cycle whose commit removes it
  std::int64_t priority = 0;
  std::int64_t created_at_ns = 0;
  std::uint64_t cycle = 0;
  std::uint64_t creation_index = 0;
  NodeClass node_class = NodeClass::Block;
  Sha256Digest content_hash;
  // The id hashed as the name of a graph node, and as that of the edge to it from its
  // parent. A turn hangs on no edge; there it is the name of the turn's ring. Kept
  // because encoding needs them and hashing costs more than copying.
  RawBytes32 node_hash{};
  RawBytes32 edge_hash{};

  bool removable() const { return extra != nullptr && extra->removable.value_or(false); }
  const JsonValue* find_attribute(std::string_view name) const;
};

}  // namespace latewood::tree
