#include "warp/instance_edit.h"

#include "warp/tree_ids.h"

namespace latewood::warp {
namespace {

struct Collector {
  std::map<WarpId, InstanceEdit>& edits;

  void operator()(const OpenPortal& op) const { edits[op.child_warp].root = op.child_root; }
  void operator()(const UpsertWarpInstance& op) const { edits[op.warp].root = op.root_node; }
  void operator()(const DeleteWarpInstance& op) const { edits[op.warp].is_removed = true; }
  void operator()(const DeleteEdge&) const {}
  void operator()(const DeleteNode& op) const { edits[op.warp].removed.insert(op.node); }
  void operator()(const UpsertNode&) const {}
  void operator()(const UpsertEdge& op) const {
    if (op.type == child_type()) edits[op.warp].parents.insert_or_assign(op.to, op.from);
  }
  void operator()(const SetAttachment& op) const {
    const Atom* header = op.value ? std::get_if<Atom>(&*op.value) : nullptr;
    if (header != nullptr && op.key.owner == Owner::Node) edits[op.key.warp].headers[op.key.node()] = header;
  }
};

}  // namespace

std::map<WarpId, InstanceEdit> edits_of(const TickPatch& patch) {
  std::map<WarpId, InstanceEdit> edits;
  for (const TickOp& op : patch.ops()) std::visit(Collector{edits}, op);
  return edits;
}

}  // namespace latewood::warp
