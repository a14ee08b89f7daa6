// The record of a node in memory, with every persistent member. Records never change; a changed node gets a new record.
// The hashes of imported records are computed at the first request (late.h).
//
// Histories have millions of records, so records are compact: members that many nodes share are stored once (Traits),
// content is stored once (Payload), and optional or variable members follow the record in memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/json_value.h"
#include "tree/memory/late.h"

namespace latewood::tree {

using PayloadDigest = Bytes32<struct PayloadDigestTag>;

enum class NodeClass : std::uint8_t { Root, Sys, Seq, Ah, Turn, Core, Block };
inline constexpr std::size_t kNodeClasses = 7;

// The canonical class of a type: the part before its first colon if that is `mt`, `mc` or `cb`, else block (D-07). Root
// and regions have their own classes.
NodeClass class_of(std::string_view node_type);

// The type that names a class, for example "mt" or "^seq".
std::string_view name_of(NodeClass node_class);

// A text that a pool stores once: types, roles, kinds. Null if the member is absent.
using Symbol = const std::string*;

// The placeholder for purged content, as canonical JSON. An array, so that it has one address.
inline constexpr char kPurgedJson[] = "\"[purged]\"";

// The content of one or more nodes, stored once. The text follows it in memory, so only a PayloadTable can create one.
// The size takes five bytes, which leaves one byte for the state without padding.
class Payload {
 public:
  Payload(const Payload&) = delete;
  Payload& operator=(const Payload&) = delete;

  // The digest of the text. Any thread may call this.
  const PayloadDigest& digest() const {
    if (!is_ready(state_, kDigest)) compute_digest();
    return digest_;
  }
  // Canonical JSON; valid as long as the payload. kPurgedJson if the payload was purged.
  std::string_view json() const {
    return is_purged() ? std::string_view(kPurgedJson)
                       : std::string_view(reinterpret_cast<const char*>(this + 1), size());
  }
  // Returns true if the text was purged and only the digest is left.
  bool is_purged() const { return (size() & kGone) != 0; }
  // The bytes that budgets count: those of the text. For a purged text the original size if it is known, otherwise 0.
  std::size_t counted_bytes() const {
    const bool is_known = size() != kGone;
    return is_known ? size() & ~kGone : json().size();
  }

 private:
  friend class PayloadTable;
  static constexpr std::size_t kGone = std::size_t{1} << 39;  // no text is that long; with the size that it had, or 0
  static constexpr LateBits kDigest = {1, 2};

  // The first form has a known digest; the second computes it at the first request.
  Payload(const PayloadDigest& of_text, std::size_t size) : Payload(size) {
    digest_ = of_text;
    state_.store(kDigest.both(), std::memory_order_relaxed);
  }
  explicit Payload(std::size_t size)
      : high_(static_cast<std::uint8_t>(size >> 32)),
        low_{static_cast<std::uint16_t>(size), static_cast<std::uint16_t>(size >> 16)} {}

  std::size_t size() const { return low_[0] | std::size_t{low_[1]} << 16 | std::size_t{high_} << 32; }
  void compute_digest() const;

  mutable PayloadDigest digest_;
  mutable std::atomic<std::uint8_t> state_ = 0;
  const std::uint8_t high_;
  const std::uint16_t low_[2];
};

// The digests of purged content: its payload digest, and the `content_hash`, which cannot be computed any more.
struct PurgedContent {
  PayloadDigest payload;
  Sha256Digest content_hash;
  friend bool operator==(const PurgedContent&, const PurgedContent&) = default;
};

// BLAKE3 of one byte, 0 for absent and 1 for present content, followed by the canonical JSON.
PayloadDigest payload_digest(std::optional<std::string_view> json);
// The digest of a node's content. `payload` is null if the node has none.
const PayloadDigest& digest_of(const Payload* payload);

// Members that few nodes have.
struct Extra {
  std::optional<bool> removable;
  std::optional<std::string> key;
  std::optional<std::string> iso;      // `created_at_iso` of an imported node, if its spelling is not ours
  std::vector<JsonMember> attributes;  // custom ones, sorted by name
  std::string attributes_json;         // the same as one canonical JSON object; empty if there are none
};

// Members that many nodes have in common. A pool has few traits, so a test of these members is made once for all nodes
// that share them.
struct Traits {
  Symbol type = nullptr;
  Symbol role = nullptr;
  Symbol kind = nullptr;
  Symbol provenance = nullptr;
  const Extra* extra = nullptr;  // null: the node has none of these members
  std::int64_t offset = 0;
  std::int64_t priority = 0;
  NodeClass node_class = NodeClass::Block;
  // The common parts of the headers of these nodes (node_header.h), ready to be copied: the flags, and the texts after
  // the id.
  std::uint8_t header_flags = 0;
  std::string header_texts = {};
};

// The name of a turn's ring: the turn's cycle, big-endian, and 24 bytes of the hash of its
// id, so that rings sort in the order in which they were sealed.
RawBytes32 ring_hash(std::uint64_t cycle, std::string_view turn_id);

// The content_hash of a node without content, role, kind and custom attributes, as most
// containers are.
const Sha256Digest& bare_content_hash();

// The expiry of a node that never expires.
inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

class Node {
 public:
  Node& operator=(const Node&) = delete;

  std::string_view id() const { return {tail() + hash_at() + hash_size(), id_size_}; }
  const Traits& traits() const { return *traits_; }
  NodeClass node_class() const { return traits_->node_class; }
  const std::string& type() const { return *traits_->type; }
  Symbol role() const { return traits_->role; }
  Symbol kind() const { return traits_->kind; }
  Symbol provenance() const { return traits_->provenance; }
  const Extra* extra() const { return traits_->extra; }
  std::int64_t offset() const { return traits_->offset; }
  std::int64_t priority() const { return traits_->priority; }
  // Null: no content.
  const Payload* payload() const { return has(kPayload) ? load<const Payload*>(tail() + wide_size()) : nullptr; }
  // The cycle whose commit removes the node; kNever: none.
  std::int64_t expiry() const {
    return has(kExpiry) ? load<std::int64_t>(tail() + wide_size() + payload_size()) : kNever;
  }
  std::int64_t created_at_ns() const { return created_at_ns_; }
  std::uint64_t cycle() const { return has(kWide) ? load<std::uint64_t>(tail()) : cycle_; }
  std::uint64_t creation_index() const { return has(kWide) ? load<std::uint64_t>(tail() + 8) : creation_index_; }
  // Any thread may call these.
  const Sha256Digest& content_hash() const {
    if (!has(kHash)) return bare_content_hash();
    if (!is_ready(flags_, kContentHash)) compute_content_hash();
    return *reinterpret_cast<const Sha256Digest*>(tail() + hash_at());
  }

  // The hashes of the id as a graph node and as the edge from its parent. A turn has no such edge; for a turn the
  // second is the name of its ring. They are stored because encoding needs them, and hashing costs more than copying.
  const RawBytes32& node_hash() const {
    if (!is_ready(flags_, kNames)) compute_names();
    return node_hash_;
  }
  const RawBytes32& edge_hash() const {
    if (!is_ready(flags_, kNames)) compute_names();
    return edge_hash_;
  }

  bool removable() const { return extra() != nullptr && extra()->removable.value_or(false); }
  const JsonValue* find_attribute(std::string_view name) const;
  // The spelling of the imported node, if it differs; else derived from `created_at_ns`.
  std::string created_at_iso() const;

  // The bytes of the record in memory.
  std::size_t size() const { return kTailAt + hash_at() + hash_size() + id_size_; }

 private:
  friend class NodePool;
  Node() = default;
  // Copies the record without the members that follow it in memory.
  Node(const Node& other)
      : node_hash_(other.node_hash_),
        edge_hash_(other.edge_hash_),
        traits_(other.traits_),
        created_at_ns_(other.created_at_ns_),
        cycle_(other.cycle_),
        creation_index_(other.creation_index_),
        id_size_(other.id_size_),
        flags_(other.flags_.load(std::memory_order_relaxed)) {}

  // Flags: the optional members of a record, and the members that are computed already.
  static constexpr std::uint8_t kWide = 1;  // 64 bits for cycle and creation_index
  static constexpr std::uint8_t kPayload = 2;
  static constexpr std::uint8_t kExpiry = 4;
  static constexpr std::uint8_t kHash = 8;  // a content_hash of its own
  static constexpr LateBits kNames = {16, 32};
  static constexpr LateBits kContentHash = {64, 128};

  bool has(std::uint8_t flag) const { return (flags_.load(std::memory_order_relaxed) & flag) != 0; }
  void compute_names() const;
  void compute_content_hash() const;

  // The optional part after the members, not aligned: cycle and creation_index if they need 64 bits, then payload,
  // expiry and content hash if the node has them, then the id.
  static constexpr std::size_t kTailAt = 92;
  const char* tail() const { return reinterpret_cast<const char*>(this) + kTailAt; }
  std::size_t wide_size() const { return has(kWide) ? 2 * sizeof(std::uint64_t) : 0; }
  std::size_t payload_size() const { return has(kPayload) ? sizeof(const Payload*) : 0; }
  std::size_t hash_at() const { return wide_size() + payload_size() + (has(kExpiry) ? sizeof(std::int64_t) : 0); }
  std::size_t hash_size() const { return has(kHash) ? sizeof(Sha256Digest) : 0; }
  template <class T>
  static T load(const char* from) {
    T value;
    std::memcpy(&value, from, sizeof(value));
    return value;
  }

  mutable RawBytes32 node_hash_{};
  mutable RawBytes32 edge_hash_{};
  const Traits* traits_ = nullptr;
  std::int64_t created_at_ns_ = 0;
  std::uint32_t cycle_ = 0;
  std::uint32_t creation_index_ = 0;
  std::uint32_t id_size_ : 24 = 0;  // check_id allows 21 bits
  mutable std::atomic<std::uint8_t> flags_ = 0;
};

// The hashes of a node's id: as a graph node, and as the edge to it or as its ring.
struct NodeNames {
  RawBytes32 node{};
  RawBytes32 edge{};
};
NodeNames names_of(NodeClass node_class, std::string_view id, std::uint64_t cycle);

}  // namespace latewood::tree
