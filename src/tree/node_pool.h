// The owner of node records. A pool only grows, and records stay at their address as long as the pool, so trees refer
// to them by plain pointers. One thread may add while any number of threads read records they were given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "canon/content_hash.h"
#include "latewood/result.h"
#include "tree/memory/arena.h"
#include "tree/node.h"
#include "tree/payload_table.h"
#include "tree/traits_table.h"

namespace latewood::tree {

// The members of a new record.
struct NodeFields {
  std::string id;
  std::string type = "cb";
  std::optional<std::string> role;
  std::optional<std::string> kind;
  std::optional<std::string> provenance;
  std::optional<std::string> key;
  std::optional<bool> removable;
  std::optional<std::string> iso;           // `created_at_iso` if it is not derived; names `created_at_ns`
  std::optional<std::string> content_json;  // canonical
  std::optional<PurgedContent> purged;      // in place of `content_json`, if the content was purged
  std::vector<JsonMember> attributes;       // in any order
  std::int64_t offset = 0;
  std::int64_t expiry = kNever;
  std::int64_t priority = 0;
  std::int64_t created_at_ns = 0;
  std::uint64_t cycle = 0;
  std::uint64_t creation_index = 0;
};

// The same as views.
struct NodeParts {
  std::string_view id;
  TraitsParts traits;
  std::optional<std::string_view> key = {};
  std::optional<bool> removable = {};
  std::optional<std::string_view> iso = {};
  std::optional<std::string_view> content_json = {};
  const Payload* payload = nullptr;  // the payload of `content_json`, if `add_late_payload` has added it
  const PurgedContent* purged = nullptr;
  std::vector<JsonMember> attributes = {};
  std::int64_t expiry = kNever;
  std::int64_t created_at_ns = 0;
  std::uint64_t cycle = 0;
  std::uint64_t creation_index = 0;
};

// The digest functions. Tests pass weaker ones to provoke collisions.
struct ContentDigests {
  PayloadTable::DigestOf payload = payload_digest;
  Sha256Digest (*content_hash)(const HashedContent& hashed) = latewood::content_hash;
};

class NodePool {
 public:
  explicit NodePool(const ContentDigests& digests = {})
      : content_hash_(digests.content_hash), payloads_(digests.payload) {}
  NodePool(const NodePool&) = delete;
  NodePool& operator=(const NodePool&) = delete;

  // Conflict (E_HASH_COLLISION) if another content has the digest of this one.
  Result<const Node*> add(NodeFields fields);
  // Adds a node with this payload in place of `content_json`; null: no content. The payload must be in this pool or
  // live as long as the node. For a purged payload, `fields.purged` must have the hash.
  const Node* add(NodeFields fields, const Payload* payload);
  const Node* add(NodeParts&& parts, const Payload* payload) { return add(std::move(parts), payload, When::Now); }

  // As `add`, for an imported node: its hashes and the digest of its content are computed at their first use. Late
  // contents follow the rules of `PayloadTable`.
  Result<const Node*> add_late(NodeParts&& parts);

  // Adds content before its nodes. `json` must be canonical.
  // Conflict (E_HASH_COLLISION) if another content has its digest.
  Result<const Payload*> add_payload(std::string_view json) { return payloads_.add(json); }
  // Adds imported content before the call of `add_late` that makes its node.
  Result<const Payload*> add_late_payload(std::string_view json) { return payloads_.add_late(json); }
  // Adds purged content by its digest and, if it is known, its size.
  const Payload* add_purged(const PayloadDigest& digest, std::uint64_t bytes = 0) {
    return payloads_.add_purged(digest, bytes);
  }
  // Null if the pool does not have it.
  const Payload* find_payload(const PayloadDigest& digest) const { return payloads_.find(digest); }

  // Add a copy of the node with another expiry, other attributes, or also other content. New attributes need the
  // content: without it the hash of a purged node cannot be computed. Conflict (E_HASH_COLLISION) if the copy has the
  // same content_hash with different members, or if another content has the same digest.
  const Node* with_expiry(const Node& node, std::int64_t expiry);
  Result<const Node*> with_attributes(const Node& node, std::vector<JsonMember> attributes);
  Result<const Node*> with_content(const Node& node, std::optional<std::string> content_json,
                                   std::vector<JsonMember> attributes);
  // A copy of `node` with other members. The id stays. Fails for the same conflicts as `add`.
  Result<const Node*> with_fields(const Node& node, NodeFields fields);
  // Adds a copy with another id and other stamps, for a move.
  const Node* with_identity(const Node& node, std::string id, std::uint64_t cycle, std::int64_t created_at_ns,
                            std::uint64_t creation_index);

  std::size_t size() const { return size_; }

 private:
  // The time at which hashes are computed.
  enum class When : std::uint8_t { Now, Late };

  // The members of a record to write.
  struct Record {
    std::string_view id;
    const Traits* traits = nullptr;
    const Payload* payload = nullptr;
    std::int64_t expiry = kNever;
    std::int64_t created_at_ns = 0;
    std::uint64_t cycle = 0;
    std::uint64_t creation_index = 0;
    std::optional<Sha256Digest> content_hash = {};  // nullopt: computed at the first request
    std::optional<NodeNames> names = {};            // nullopt: computed at the first request
  };

  static Record record_of(const Node& node);
  static NodeNames names_for(const Record& record);
  Result<const Payload*> payload_for(const NodeFields& fields);
  const Node* add(NodeParts&& parts, const Payload* payload, When when);
  Sha256Digest hash_of(const Traits& traits, const Payload* payload) const;
  Result<const Node*> with_payload(const Node& node, const Payload* payload, std::vector<JsonMember> attributes);
  const Node* keep(const Record& record);
  static void put_tail(std::byte* end, const Record& record, const Node& draft);

  Sha256Digest (*content_hash_)(const HashedContent& hashed);
  Arena records_;
  std::size_t size_ = 0;
  TraitsTable traits_;
  PayloadTable payloads_;
};

}  // namespace latewood::tree
