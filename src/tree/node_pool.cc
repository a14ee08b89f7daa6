#include "tree/node_pool.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "canon/content_hash.h"
#include "canon/json_writer.h"
#include "canon/label_hash.h"

namespace latewood::tree {
namespace {

std::optional<std::string_view> view_of(Symbol symbol) {
  return symbol == nullptr ? std::nullopt : std::optional<std::string_view>(*symbol);
}

void set_names(Node& node) {
  node.node_hash = label_hash(kNodeDomain, node.id);
  node.edge_hash =
      node.node_class == NodeClass::Turn ? ring_hash(node.cycle, node.id) : label_hash(kEdgeDomain, node.id);
}

Sha256Digest hash_of(const Node& node) {
  HashedContent hashed;
  if (node.payload != nullptr) hashed.content_json = node.payload->json;
  hashed.kind = view_of(node.kind);
  hashed.role = view_of(node.role);
  if (node.extra != nullptr) hashed.attributes = &node.extra->attributes;
  return content_hash(hashed);
}

}  // namespace

std::size_t NodePool::DigestHash::operator()(const PayloadDigest& digest) const {
  std::size_t head = 0;
  std::memcpy(&head, digest.bytes.data(), sizeof(head));
  return head;
}

const Node* NodePool::add(NodeFields fields) {
  Node node;
  ids_.push_back(std::move(fields.id));
  node.id = ids_.back();
  node.type = intern(fields.type);
  node.node_class = class_of(fields.type);
  node.role = intern(fields.role);
  node.kind = intern(fields.kind);
  node.provenance = intern(fields.provenance);
  node.payload = payload_for(fields.content_json);
  node.offset = fields.offset;
  node.expiry = fields.expiry;
  node.priority = fields.priority;
  node.created_at_ns = fields.created_at_ns;
  node.cycle = fields.cycle;
  node.creation_index = fields.creation_index;
  node.extra = extra_for(fields, std::move(fields.attributes));
  node.content_hash = hash_of(node);
  set_names(node);
  return keep(node);
}

const Node* NodePool::with_expiry(const Node& node, std::int64_t expiry) {
  Node changed = node;
  changed.expiry = expiry;
  return keep(changed);
}

const Node* NodePool::with_content(const Node& node, std::optional<std::string> content_json,
                                   std::vector<JsonMember> attributes) {
  Node changed = node;
  NodeFields fields;
  if (node.extra != nullptr) {
    fields.removable = node.extra->removable;
    fields.key = node.extra->key;
  }
  changed.payload = payload_for(content_json);
  changed.extra = extra_for(fields, std::move(attributes));
  changed.content_hash = hash_of(changed);
  return keep(changed);
}

const Node* NodePool::with_identity(const Node& node, std::string id, std::uint64_t cycle, std::int64_t created_at_ns,
                                    std::uint64_t creation_index) {
  Node changed = node;
  ids_.push_back(std::move(id));
  changed.id = ids_.back();
  changed.cycle = cycle;
  changed.created_at_ns = created_at_ns;
  changed.creation_index = creation_index;
  set_names(changed);
  return keep(changed);
}

Symbol NodePool::intern(const std::optional<std::string>& text) {
  return text ? &*symbols_.insert(*text).first : nullptr;
}

const Payload* NodePool::payload_for(const std::optional<std::string>& json) {
  if (!json) return nullptr;
  const PayloadDigest digest = payload_digest(*json);
  const auto [place, is_new] = payload_of_.try_emplace(digest, nullptr);
  if (is_new) {
    payloads_.push_back({digest, *json});
    place->second = &payloads_.back();
  }
  return place->second;
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

const Node* NodePool::keep(Node node) {
  nodes_.push_back(node);
  return &nodes_.back();
}

}  // namespace latewood::tree
