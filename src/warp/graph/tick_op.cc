#include "warp/graph/tick_op.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/try.h"
#include "warp/graph/sort_key.h"

namespace latewood::warp {
namespace {

struct Kind {
  std::string_view name;
  std::uint8_t tag;
};

// Indexed by the position in `TickOp`.
constexpr std::array<Kind, std::variant_size_v<TickOp>> kKinds = {{
    {"OpenPortal", 8},
    {"UpsertWarpInstance", 1},
    {"DeleteWarpInstance", 2},
    {"DeleteEdge", 6},
    {"DeleteNode", 4},
    {"UpsertNode", 3},
    {"UpsertEdge", 5},
    {"SetAttachment", 7},
}};

constexpr std::uint8_t kRequireExisting = 0;
constexpr std::uint8_t kCreateIfMissing = 1;

std::weak_ordering order(const OpenPortal& a, const OpenPortal& b) { return operation_order(a.key, b.key); }
std::weak_ordering order(const UpsertWarpInstance& a, const UpsertWarpInstance& b) { return a.warp <=> b.warp; }
std::weak_ordering order(const DeleteWarpInstance& a, const DeleteWarpInstance& b) { return a.warp <=> b.warp; }
std::weak_ordering order(const DeleteNode& a, const DeleteNode& b) {
  return std::tie(a.warp, a.node) <=> std::tie(b.warp, b.node);
}
std::weak_ordering order(const UpsertNode& a, const UpsertNode& b) {
  return std::tie(a.warp, a.node) <=> std::tie(b.warp, b.node);
}
std::weak_ordering order(const DeleteEdge& a, const DeleteEdge& b) {
  return std::tie(a.warp, a.from, a.edge) <=> std::tie(b.warp, b.from, b.edge);
}
std::weak_ordering order(const UpsertEdge& a, const UpsertEdge& b) {
  return std::tie(a.warp, a.from, a.edge) <=> std::tie(b.warp, b.from, b.edge);
}
std::weak_ordering order(const SetAttachment& a, const SetAttachment& b) { return operation_order(a.key, b.key); }

// The first bytes of the member that the order of targets compares after the instance.
struct NextHead {
  std::uint64_t operator()(const OpenPortal& op) const { return of_key(op.key); }
  std::uint64_t operator()(const UpsertWarpInstance&) const { return 0; }
  std::uint64_t operator()(const DeleteWarpInstance&) const { return 0; }
  std::uint64_t operator()(const DeleteNode& op) const { return head_of(op.node.bytes); }
  std::uint64_t operator()(const UpsertNode& op) const { return head_of(op.node.bytes); }
  std::uint64_t operator()(const DeleteEdge& op) const { return head_of(op.from.bytes); }
  std::uint64_t operator()(const UpsertEdge& op) const { return head_of(op.from.bytes); }
  std::uint64_t operator()(const SetAttachment& op) const { return of_key(op.key); }

  // Owner and plane come before the local id.
  static std::uint64_t of_key(const AttachmentKey& key) {
    const std::uint64_t owner = key.owner == Owner::Edge ? 1 : 0;
    const std::uint64_t plane = key.plane == Plane::Beta ? 1 : 0;
    return owner << 63 | plane << 62 | head_of(key.local.bytes) >> 2;
  }
};

struct InstanceOf {
  template <class Op>
  const WarpId& operator()(const Op& op) const {
    if constexpr (requires { op.key; }) {
      return op.key.warp;
    } else {
      return op.warp;
    }
  }
};

SortKey key_of(const TickOp& op, std::size_t at, SameWarps& warps) {
  const WarpId* warp = warps.find(std::visit(InstanceOf{}, op));
  return {static_cast<std::uint32_t>(op.index()), static_cast<std::uint32_t>(at), head_of(warp->bytes), warp,
          std::visit(NextHead{}, op)};
}

void encode_body(BinaryWriter& out, const OpenPortal& op) {
  encode(out, op.key);
  out.id(op.child_warp);
  out.id(op.child_root);
  out.u8(op.root_type ? kCreateIfMissing : kRequireExisting);
  if (op.root_type) out.id(*op.root_type);
}
void encode_body(BinaryWriter& out, const UpsertWarpInstance& op) {
  out.id(op.warp);
  out.id(op.root_node);
  encode(out, op.parent);
}
void encode_body(BinaryWriter& out, const DeleteWarpInstance& op) { out.id(op.warp); }
void encode_body(BinaryWriter& out, const DeleteEdge& op) {
  out.id(op.warp);
  out.id(op.from);
  out.id(op.edge);
}
void encode_body(BinaryWriter& out, const DeleteNode& op) {
  out.id(op.warp);
  out.id(op.node);
}
void encode_body(BinaryWriter& out, const UpsertNode& op) {
  out.id(op.warp);
  out.id(op.node);
  out.id(op.type);
}
void encode_body(BinaryWriter& out, const UpsertEdge& op) {
  out.id(op.warp);
  out.id(op.from);
  out.id(op.edge);
  out.id(op.to);
  out.id(op.type);
}
void encode_body(BinaryWriter& out, const SetAttachment& op) {
  encode(out, op.key);
  encode(out, op.value);
}

Result<TickOp> decode_open_portal(BinaryReader& in) {
  OpenPortal op;
  LW_TRY_ASSIGN(op.key, decode_attachment_key(in));
  LW_TRY_ASSIGN(op.child_warp, in.id<WarpId>());
  LW_TRY_ASSIGN(op.child_root, in.id<NodeId>());
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::uint8_t init, in.u8());
  if (init > kCreateIfMissing) {
    return BinaryReader::invalid(start, 1, "a portal init cannot be " + std::to_string(init));
  }
  if (init == kCreateIfMissing) {
    LW_TRY_ASSIGN(op.root_type, in.id<TypeId>());
  }
  return TickOp(op);
}

Result<TickOp> decode_upsert_instance(BinaryReader& in) {
  UpsertWarpInstance op;
  LW_TRY_ASSIGN(op.warp, in.id<WarpId>());
  LW_TRY_ASSIGN(op.root_node, in.id<NodeId>());
  LW_TRY_ASSIGN(op.parent, decode_optional_key(in));
  return TickOp(op);
}

Result<TickOp> decode_delete_instance(BinaryReader& in) {
  LW_TRY_ASSIGN(const WarpId warp, in.id<WarpId>());
  return TickOp(DeleteWarpInstance{warp});
}

Result<TickOp> decode_upsert_node(BinaryReader& in) {
  UpsertNode op;
  LW_TRY_ASSIGN(op.warp, in.id<WarpId>());
  LW_TRY_ASSIGN(op.node, in.id<NodeId>());
  LW_TRY_ASSIGN(op.type, in.id<TypeId>());
  return TickOp(op);
}

Result<TickOp> decode_delete_node(BinaryReader& in) {
  DeleteNode op;
  LW_TRY_ASSIGN(op.warp, in.id<WarpId>());
  LW_TRY_ASSIGN(op.node, in.id<NodeId>());
  return TickOp(op);
}

Result<TickOp> decode_upsert_edge(BinaryReader& in) {
  UpsertEdge op;
  LW_TRY_ASSIGN(op.warp, in.id<WarpId>());
  LW_TRY_ASSIGN(op.from, in.id<NodeId>());
  LW_TRY_ASSIGN(op.edge, in.id<EdgeId>());
  LW_TRY_ASSIGN(op.to, in.id<NodeId>());
  LW_TRY_ASSIGN(op.type, in.id<TypeId>());
  return TickOp(op);
}

Result<TickOp> decode_delete_edge(BinaryReader& in) {
  DeleteEdge op;
  LW_TRY_ASSIGN(op.warp, in.id<WarpId>());
  LW_TRY_ASSIGN(op.from, in.id<NodeId>());
  LW_TRY_ASSIGN(op.edge, in.id<EdgeId>());
  return TickOp(op);
}

Result<TickOp> decode_set_attachment(BinaryReader& in) {
  SetAttachment op;
  LW_TRY_ASSIGN(op.key, decode_attachment_key(in));
  LW_TRY_ASSIGN(op.value, decode_slot(in));
  return TickOp(std::move(op));
}

}  // namespace

std::string_view name_of(const TickOp& op) { return kKinds[op.index()].name; }
std::uint8_t tag_of(const TickOp& op) { return kKinds[op.index()].tag; }

std::weak_ordering target_order(const TickOp& a, const TickOp& b) {
  if (a.index() != b.index()) return a.index() <=> b.index();
  return std::visit([&b](const auto& left) { return order(left, std::get<std::remove_cvref_t<decltype(left)>>(b)); },
                    a);
}

std::vector<TickOp> canonical_ops(std::vector<TickOp> ops) {
  // Operations are large, so their keys are sorted instead. Equal targets stay in the given order, so the last one of a
  // run was given last.
  SameWarps warps;
  std::vector<SortKey> keys;
  keys.reserve(ops.size());
  for (const TickOp& op : ops) keys.push_back(key_of(op, keys.size(), warps));
  std::sort(keys.begin(), keys.end(), [&ops](const SortKey& a, const SortKey& b) {
    const std::strong_ordering order = a <=> b;
    if (order != 0) return order < 0;
    const std::weak_ordering by_target = target_order(ops[a.at], ops[b.at]);
    return by_target == 0 ? a.at < b.at : by_target < 0;
  });
  std::vector<TickOp> canonical;
  canonical.reserve(ops.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool may_be_followed = i + 1 < keys.size() && keys[i] == keys[i + 1];
    const bool is_last = !may_be_followed || target_order(ops[keys[i].at], ops[keys[i + 1].at]) != 0;
    if (is_last) canonical.push_back(std::move(ops[keys[i].at]));
  }
  return canonical;
}

void encode(BinaryWriter& out, const TickOp& op) {
  out.u8(tag_of(op));
  std::visit([&out](const auto& body) { encode_body(out, body); }, op);
}

Result<TickOp> decode_tick_op(BinaryReader& in) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::uint8_t tag, in.u8());
  switch (tag) {
    case 1: return decode_upsert_instance(in);
    case 2: return decode_delete_instance(in);
    case 3: return decode_upsert_node(in);
    case 4: return decode_delete_node(in);
    case 5: return decode_upsert_edge(in);
    case 6: return decode_delete_edge(in);
    case 7: return decode_set_attachment(in);
    case 8: return decode_open_portal(in);
    default: return BinaryReader::invalid(start, 1, "an operation tag cannot be " + std::to_string(tag));
  }
}

}  // namespace latewood::warp
