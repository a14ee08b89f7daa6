#include "tree/node_pool.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "base/try.h"
#include "tree/hashed_content.h"

namespace latewood::tree {
namespace {

bool is_bare(const Traits& traits, const Payload* payload) {
  return payload == nullptr && traits.role == nullptr && traits.kind == nullptr && traits.extra == nullptr;
}

// Views of all members except the content.
NodeParts parts_of(NodeFields& fields) {
  NodeParts parts;
  parts.id = fields.id;
  parts.traits = {fields.type, fields.role, fields.kind, fields.provenance, fields.offset, fields.priority};
  parts.key = fields.key;
  parts.removable = fields.removable;
  parts.iso = fields.iso;
  parts.attributes = std::move(fields.attributes);
  parts.purged = fields.purged ? &*fields.purged : nullptr;
  parts.expiry = fields.expiry;
  parts.created_at_ns = fields.created_at_ns;
  parts.cycle = fields.cycle;
  parts.creation_index = fields.creation_index;
  return parts;
}

}  // namespace

Sha256Digest NodePool::hash_of(const Traits& traits, const Payload* payload) const {
  return is_bare(traits, payload) ? bare_content_hash() : content_hash_(hashed_content(traits, payload));
}

Result<const Node*> NodePool::add(NodeFields fields) {
  LW_TRY_ASSIGN(const Payload* payload, payload_for(fields));
  return add(std::move(fields), payload);
}

const Node* NodePool::add(NodeFields fields, const Payload* payload) {
  return add(parts_of(fields), payload, When::Now);
}

Result<const Node*> NodePool::add_late(NodeParts&& parts) {
  const Payload* payload = parts.payload;
  if (parts.purged != nullptr) {
    payload = add_purged(parts.purged->payload);
  } else if (payload == nullptr && parts.content_json) {
    LW_TRY_ASSIGN(payload, payloads_.add_late(*parts.content_json));
  }
  // A node can compute only the real hash later, so a hash function given by a test is called now.
  const When when = content_hash_ == latewood::content_hash ? When::Late : When::Now;
  return add(std::move(parts), payload, when);
}

const Node* NodePool::add(NodeParts&& parts, const Payload* payload, When when) {
  const Extra* const extra = traits_.add_extra(parts.removable, parts.key, parts.iso, std::move(parts.attributes));
  Record record;
  record.id = parts.id;
  record.traits = traits_.add(parts.traits, extra);
  record.payload = payload;
  record.expiry = parts.expiry;
  record.created_at_ns = parts.created_at_ns;
  record.cycle = parts.cycle;
  record.creation_index = parts.creation_index;
  if (parts.purged != nullptr) record.content_hash = parts.purged->content_hash;
  if (when == When::Late) return keep(record);
  if (!record.content_hash) record.content_hash = hash_of(*record.traits, payload);
  record.names = names_for(record);
  return keep(record);
}

const Node* NodePool::with_expiry(const Node& node, std::int64_t expiry) {
  Record record = record_of(node);
  record.expiry = expiry;
  return keep(record);
}

Result<const Node*> NodePool::with_attributes(const Node& node, std::vector<JsonMember> attributes) {
  return with_payload(node, node.payload(), std::move(attributes));
}

Result<const Node*> NodePool::with_content(const Node& node, std::optional<std::string> content_json,
                                           std::vector<JsonMember> attributes) {
  const Payload* payload = nullptr;
  if (content_json) {
    LW_TRY_ASSIGN(payload, add_payload(*content_json));
  }
  return with_payload(node, payload, std::move(attributes));
}

Result<const Node*> NodePool::with_payload(const Node& node, const Payload* payload,
                                           std::vector<JsonMember> attributes) {
  static const Extra kNone;
  const Extra& extra = node.extra() == nullptr ? kNone : *node.extra();
  Record record = record_of(node);
  record.traits = traits_.with_extra(node.traits(),
                                     traits_.add_extra(extra.removable, extra.key, extra.iso, std::move(attributes)));
  record.payload = payload;
  record.content_hash = hash_of(*record.traits, payload);
  const Node* changed = keep(record);
  LW_TRY(check_content_hashes(node, *changed));
  return changed;
}

Result<const Node*> NodePool::with_fields(const Node& node, NodeFields fields) {
  LW_TRY_ASSIGN(const Node* changed, add(std::move(fields)));
  LW_TRY(check_content_hashes(node, *changed));
  return changed;
}

const Node* NodePool::with_identity(const Node& node, std::string id, std::uint64_t cycle, std::int64_t created_at_ns,
                                    std::uint64_t creation_index) {
  Record record = record_of(node);
  record.id = id;
  record.cycle = cycle;
  record.created_at_ns = created_at_ns;
  record.creation_index = creation_index;
  record.names = names_for(record);
  // The spelling of `created_at_iso` belongs to the old stamp, so the moved node gets traits without it.
  if (const Extra* extra = node.extra(); extra != nullptr && extra->iso) {
    record.traits = traits_.with_extra(
        node.traits(), traits_.add_extra(extra->removable, extra->key, std::nullopt, extra->attributes));
  }
  return keep(record);
}

NodePool::Record NodePool::record_of(const Node& node) {
  return {node.id(),
          &node.traits(),
          node.payload(),
          node.expiry(),
          node.created_at_ns(),
          node.cycle(),
          node.creation_index(),
          node.content_hash(),
          NodeNames{node.node_hash(), node.edge_hash()}};
}

NodeNames NodePool::names_for(const Record& record) {
  return names_of(record.traits->node_class, record.id, record.cycle);
}

Result<const Payload*> NodePool::payload_for(const NodeFields& fields) {
  if (fields.purged) return add_purged(fields.purged->payload);
  if (!fields.content_json) return nullptr;
  return add_payload(*fields.content_json);
}

const Node* NodePool::keep(const Record& record) {
  static_assert(offsetof(Node, flags_) + sizeof(Node::flags_) == Node::kTailAt);
  const bool is_wide = std::max(record.cycle, record.creation_index) > std::numeric_limits<std::uint32_t>::max();
  // Reserve room for a hash that is computed later, unless it must equal the hash of a bare node.
  const bool has_hash =
      record.content_hash ? *record.content_hash != bare_content_hash() : !is_bare(*record.traits, record.payload);
  unsigned flags = 0;
  if (is_wide) flags |= Node::kWide;
  if (record.payload != nullptr) flags |= Node::kPayload;
  if (record.expiry != kNever) flags |= Node::kExpiry;
  if (has_hash) flags |= Node::kHash;
  if (record.names) flags |= Node::kNames.both();
  if (record.content_hash) flags |= Node::kContentHash.both();
  Node draft;
  if (record.names) {
    draft.node_hash_ = record.names->node;
    draft.edge_hash_ = record.names->edge;
  }
  draft.traits_ = record.traits;
  draft.created_at_ns_ = record.created_at_ns;
  draft.cycle_ = static_cast<std::uint32_t>(record.cycle);
  draft.creation_index_ = static_cast<std::uint32_t>(record.creation_index);
  draft.id_size_ = static_cast<std::uint32_t>(record.id.size()) & 0x00ffffffU;
  draft.flags_.store(static_cast<std::uint8_t>(flags), std::memory_order_relaxed);
  std::byte* const memory = records_.take(std::max(sizeof(Node), draft.size()));
  new (memory) Node(draft);
  put_tail(memory + Node::kTailAt, record, draft);
  ++size_;
  return reinterpret_cast<const Node*>(memory);
}

// Writes the optional part after the members, in the order in which `Node` reads it.
void NodePool::put_tail(std::byte* end, const Record& record, const Node& draft) {
  const auto put = [&end](const void* bytes, std::size_t size) {
    std::memcpy(end, bytes, size);
    end += size;
  };
  if (draft.has(Node::kWide)) {
    put(&record.cycle, sizeof(record.cycle));
    put(&record.creation_index, sizeof(record.creation_index));
  }
  if (draft.has(Node::kPayload)) put(&record.payload, sizeof(record.payload));
  if (draft.has(Node::kExpiry)) put(&record.expiry, sizeof(record.expiry));
  if (draft.has(Node::kHash) && record.content_hash) {
    put(record.content_hash->bytes.data(), record.content_hash->bytes.size());
  } else {
    end += draft.hash_size();
  }
  put(record.id.data(), record.id.size());
}

}  // namespace latewood::tree
