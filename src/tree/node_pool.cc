#include "tree/node_pool.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "canon/json_writer.h"
#include "canon/label_hash.h"
#include "tree/hashed_content.h"
#include "tree/node_header.h"

namespace latewood::tree {
bool NodePool::TraitsLess::operator()(const Traits& a, const Traits& b) const {
  const auto members = [](const Traits& traits) {
    return std::tie(traits.type, traits.role, traits.kind, traits.provenance, traits.offset, traits.priority);
  };
  return members(a) < members(b);
}

Sha256Digest NodePool::hash_of(const Traits& traits, const Payload* payload) const {
  const bool is_bare =
      payload == nullptr && traits.role == nullptr && traits.kind == nullptr && traits.extra == nullptr;
  return is_bare ? bare_content_hash() : content_hash_(hashed_content(traits, payload));
}

Result<const Node*> NodePool::add(NodeFields fields) {
  LW_TRY_ASSIGN(const Payload* payload, payload_for(fields));
  return add(std::move(fields), payload);
}

const Node* NodePool::add(NodeFields fields, const Payload* payload) {
  Traits traits;
  traits.type = intern(fields.type);
  traits.node_class = class_of(fields.type);
  traits.role = intern(fields.role);
  traits.kind = intern(fields.kind);
  traits.provenance = intern(fields.provenance);
  traits.offset = fields.offset;
  traits.priority = fields.priority;
  traits.extra = extra_for(fields, std::move(fields.attributes));
  Record record;
  record.id = fields.id;
  record.traits = traits_for(traits);
  record.payload = payload;
  record.expiry = fields.expiry;
  record.created_at_ns = fields.created_at_ns;
  record.cycle = fields.cycle;
  record.creation_index = fields.creation_index;
  record.content_hash = fields.purged ? fields.purged->content_hash : hash_of(traits, record.payload);
  name(record);
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
  NodeFields fields;
  if (node.extra() != nullptr) {
    fields.removable = node.extra()->removable;
    fields.key = node.extra()->key;
  }
  Traits traits = node.traits();
  traits.extra = extra_for(fields, std::move(attributes));
  Record record = record_of(node);
  record.traits = traits_for(traits);
  record.payload = payload;
  record.content_hash = hash_of(traits, payload);
  const Node* changed = keep(record);
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
  name(record);
  return keep(record);
}

NodePool::Record NodePool::record_of(const Node& node) {
  return {node.id(),    &node.traits(),        node.payload(),      node.expiry(),    node.created_at_ns(),
          node.cycle(), node.creation_index(), node.content_hash(), node.node_hash(), node.edge_hash()};
}

void NodePool::name(Record& record) {
  const bool is_turn = record.traits->node_class == NodeClass::Turn;
  record.node_hash = label_hash(kNodeDomain, record.id);
  record.edge_hash = is_turn ? ring_hash(record.cycle, record.id) : label_hash(kEdgeDomain, record.id);
}

Symbol NodePool::intern(const std::optional<std::string>& text) {
  return text ? &*symbols_.insert(*text).first : nullptr;
}

// Traits with extras are as rare as the extras and are not looked for.
const Traits* NodePool::traits_for(const Traits& traits) {
  if (traits.extra == nullptr) {
    const auto known = shared_traits_.find(traits);
    if (known != shared_traits_.end()) return &*known;
  }
  Traits complete = traits;
  complete_header_parts(complete);
  if (traits.extra == nullptr) return &*shared_traits_.insert(std::move(complete)).first;
  return &own_traits_.emplace_back(std::move(complete));
}

Result<const Payload*> NodePool::payload_for(const NodeFields& fields) {
  if (fields.purged) return add_purged(fields.purged->payload);
  if (!fields.content_json) return nullptr;
  return add_payload(*fields.content_json);
}

const Extra* NodePool::extra_for(const NodeFields& fields, std::vector<JsonMember> attributes) {
  if (!fields.removable && !fields.key && attributes.empty()) return nullptr;
  Extra extra;
  extra.removable = fields.removable;
  extra.key = fields.key;
  if (!attributes.empty()) {
    const JsonValue object = make_object(std::move(attributes));
    extra.attributes_json = canonical_json(object);
    extra.attributes = *object.as_object();
  }
  extras_.push_back(std::move(extra));
  return &extras_.back();
}

const Node* NodePool::keep(const Record& record) {
  static_assert(offsetof(Node, creation_index_) + sizeof(Node::creation_index_) + 4 == Node::kTailAt);
  Node draft;
  draft.node_hash_ = record.node_hash;
  draft.edge_hash_ = record.edge_hash;
  draft.traits_ = record.traits;
  draft.created_at_ns_ = record.created_at_ns;
  draft.cycle_ = static_cast<std::uint32_t>(record.cycle);
  draft.creation_index_ = static_cast<std::uint32_t>(record.creation_index);
  draft.is_wide_ = std::max(record.cycle, record.creation_index) > std::numeric_limits<std::uint32_t>::max() ? 1 : 0;
  draft.id_size_ = static_cast<std::uint32_t>(record.id.size()) & 0x0fffffffU;
  draft.has_payload_ = record.payload != nullptr ? 1 : 0;
  draft.has_expiry_ = record.expiry != kNever ? 1 : 0;
  draft.has_hash_ = record.content_hash != bare_content_hash() ? 1 : 0;
  std::byte* const memory = records_.take(std::max(sizeof(Node), draft.size()));
  std::byte* end = memory + Node::kTailAt;
  const auto put = [&end](const void* bytes, std::size_t size) {
    std::memcpy(end, bytes, size);
    end += size;
  };
  new (memory) Node(draft);
  if (draft.is_wide_) {
    put(&record.cycle, sizeof(record.cycle));
    put(&record.creation_index, sizeof(record.creation_index));
  }
  if (draft.has_payload_) put(&record.payload, sizeof(record.payload));
  if (draft.has_expiry_) put(&record.expiry, sizeof(record.expiry));
  if (draft.has_hash_) put(record.content_hash.bytes.data(), record.content_hash.bytes.size());
  put(record.id.data(), record.id.size());
  ++size_;
  return reinterpret_cast<const Node*>(memory);
}

}  // namespace latewood::tree
