#include "warp/patch_case.h"

#include "base/try.h"
#include "warp/state_case.h"

namespace latewood::warp {
namespace {

Result<AttachmentKey> read_key(const JsonField& field) {
  LW_TRY_ASSIGN(const JsonField key, field.member("key"));
  return read_attachment_key(key);
}

Result<TickOp> read_open_portal(const JsonField& field) {
  OpenPortal op;
  LW_TRY_ASSIGN(op.key, read_key(field));
  LW_TRY_ASSIGN(op.child_warp, read_id<WarpId>(field, "child_warp"));
  LW_TRY_ASSIGN(op.child_root, read_id<NodeId>(field, "child_root"));
  LW_TRY_ASSIGN(const JsonField init, field.member("init"));
  LW_TRY_ASSIGN(const JsonField kind_field, init.member("kind"));
  LW_TRY_ASSIGN(const std::string_view kind, kind_field.text());
  if (kind == "empty") {
    LW_TRY_ASSIGN(op.root_type, read_id<TypeId>(init, "root_type"));
  } else if (kind != "require_existing") {
    return kind_field.error("'empty' or 'require_existing' expected");
  }
  return TickOp(op);
}

Result<TickOp> read_upsert_instance(const JsonField& field) {
  UpsertWarpInstance op;
  LW_TRY_ASSIGN(op.warp, read_id<WarpId>(field, "warp_id"));
  LW_TRY_ASSIGN(op.root_node, read_id<NodeId>(field, "root_node"));
  if (const auto parent = field.find("parent")) {
    LW_TRY_ASSIGN(op.parent, read_attachment_key(*parent));
  }
  return TickOp(op);
}

Result<TickOp> read_delete_instance(const JsonField& field) {
  LW_TRY_ASSIGN(const WarpId warp, read_id<WarpId>(field, "warp_id"));
  return TickOp(DeleteWarpInstance{warp});
}

Result<TickOp> read_upsert_node(const JsonField& field) {
  UpsertNode op;
  LW_TRY_ASSIGN(op.warp, read_id<WarpId>(field, "warp"));
  LW_TRY_ASSIGN(op.node, read_id<NodeId>(field, "node"));
  LW_TRY_ASSIGN(op.type, read_id<TypeId>(field, "type"));
  return TickOp(op);
}

Result<TickOp> read_delete_node(const JsonField& field) {
  DeleteNode op;
  LW_TRY_ASSIGN(op.warp, read_id<WarpId>(field, "warp"));
  LW_TRY_ASSIGN(op.node, read_id<NodeId>(field, "node"));
  return TickOp(op);
}

Result<TickOp> read_upsert_edge(const JsonField& field) {
  UpsertEdge op;
  LW_TRY_ASSIGN(op.warp, read_id<WarpId>(field, "warp"));
  LW_TRY_ASSIGN(op.edge, read_id<EdgeId>(field, "id"));
  LW_TRY_ASSIGN(op.from, read_id<NodeId>(field, "from"));
  LW_TRY_ASSIGN(op.to, read_id<NodeId>(field, "to"));
  LW_TRY_ASSIGN(op.type, read_id<TypeId>(field, "type"));
  return TickOp(op);
}

Result<TickOp> read_delete_edge(const JsonField& field) {
  DeleteEdge op;
  LW_TRY_ASSIGN(op.warp, read_id<WarpId>(field, "warp"));
  LW_TRY_ASSIGN(op.from, read_id<NodeId>(field, "from"));
  LW_TRY_ASSIGN(op.edge, read_id<EdgeId>(field, "id"));
  return TickOp(op);
}

Result<TickOp> read_set_attachment(const JsonField& field) {
  SetAttachment op;
  LW_TRY_ASSIGN(op.key, read_key(field));
  LW_TRY_ASSIGN(const JsonField value, field.member("value"));
  LW_TRY_ASSIGN(op.value, read_slot(value));
  return TickOp(std::move(op));
}

struct OpReader {
  std::string_view name;
  Result<TickOp> (*read)(const JsonField&);
};

constexpr OpReader kOpReaders[] = {
    {"OpenPortal", read_open_portal},
    {"UpsertWarpInstance", read_upsert_instance},
    {"DeleteWarpInstance", read_delete_instance},
    {"DeleteEdge", read_delete_edge},
    {"DeleteNode", read_delete_node},
    {"UpsertNode", read_upsert_node},
    {"UpsertEdge", read_upsert_edge},
    {"SetAttachment", read_set_attachment},
};

// The list `key` of `field`, each item read by `read_item`.
template <class Item>
Result<std::vector<Item>> read_list(const JsonField& field, const char* key,
                                    Result<Item> (*read_item)(const JsonField&)) {
  LW_TRY_ASSIGN(const JsonField list, field.member(key));
  LW_TRY_ASSIGN(const std::vector<JsonField> fields, list.items());
  std::vector<Item> items;
  items.reserve(fields.size());
  for (const JsonField& item_field : fields) {
    LW_TRY_ASSIGN(Item item, read_item(item_field));
    items.push_back(std::move(item));
  }
  return items;
}

Result<std::uint32_t> read_policy(const JsonField& field) {
  LW_TRY_ASSIGN(const JsonField policy, field.member("policy_id"));
  return policy.u32();
}

Result<CommitStatus> read_status(const JsonField& field) {
  LW_TRY_ASSIGN(const JsonField status, field.member("commit_status"));
  LW_TRY_ASSIGN(const std::string_view word, status.text());
  if (word == "committed") return CommitStatus::Committed;
  if (word == "aborted") return CommitStatus::Aborted;
  return status.error("'committed' or 'aborted' expected");
}

Result<CommitId> read_parent(const JsonField& field) { return field.id<CommitId>(); }

}  // namespace

Result<SlotId> read_slot_id(const JsonField& field) {
  LW_TRY_ASSIGN(const JsonField kind_field, field.member("kind"));
  LW_TRY_ASSIGN(const std::string_view kind, kind_field.text());
  if (kind == "attachment") {
    LW_TRY_ASSIGN(const AttachmentKey key, read_key(field));
    return SlotId(AttachmentSlot{key});
  }
  if (kind == "port") {
    LW_TRY_ASSIGN(const JsonField port_field, field.member("port_key"));
    LW_TRY_ASSIGN(const std::uint64_t port, port_field.u64());
    return SlotId(PortSlot{port});
  }
  if (kind != "node" && kind != "edge") return kind_field.error("'node', 'edge', 'attachment' or 'port' expected");
  LW_TRY_ASSIGN(const WarpId warp, read_id<WarpId>(field, "warp"));
  LW_TRY_ASSIGN(const LocalId local, read_id<LocalId>(field, "local"));
  if (kind == "node") return SlotId(NodeSlot{warp, {local.bytes}});
  return SlotId(EdgeSlot{warp, {local.bytes}});
}

Result<TickOp> read_tick_op(const JsonField& field) {
  LW_TRY_ASSIGN(const JsonField name_field, field.member("op"));
  LW_TRY_ASSIGN(const std::string_view name, name_field.text());
  for (const OpReader& reader : kOpReaders) {
    if (reader.name == name) return reader.read(field);
  }
  return name_field.error("there is no operation '" + std::string(name) + "'");
}

Result<TickPatch> read_patch(const JsonField& field) {
  PatchParts parts;
  LW_TRY_ASSIGN(parts.policy_id, read_policy(field));
  LW_TRY_ASSIGN(parts.rule_pack_id, read_id<RulePackId>(field, "rule_pack_id"));
  LW_TRY_ASSIGN(parts.status, read_status(field));
  LW_TRY_ASSIGN(parts.in_slots, read_list(field, "in_slots", read_slot_id));
  LW_TRY_ASSIGN(parts.out_slots, read_list(field, "out_slots", read_slot_id));
  LW_TRY_ASSIGN(parts.ops, read_list(field, "ops", read_tick_op));
  return TickPatch(std::move(parts));
}

Result<CommitHeader> read_commit_header(const JsonField& field) {
  CommitHeader header;
  LW_TRY_ASSIGN(header.parents, read_list(field, "parents", read_parent));
  LW_TRY_ASSIGN(header.state_root, read_id<StateRoot>(field, "state_root"));
  LW_TRY_ASSIGN(header.patch_digest, read_id<PatchDigest>(field, "patch_digest"));
  LW_TRY_ASSIGN(header.policy_id, read_policy(field));
  return header;
}

}  // namespace latewood::warp
