#include "lifecycle/seal.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tree/node_pool.h"

namespace latewood::lifecycle {
namespace {

using tree::Node;
using tree::Subtree;

const Node* make_container(tree::Draft& draft, const tree::Surroundings& around, const std::string& type,
                           const std::string& base_id, std::int64_t expiry = tree::kNever) {
  const tree::Stamp stamp = tree::next_stamp(draft, *around.clock);
  tree::NodeFields fields;
  fields.id = tree::free_id(base_id, around);
  fields.type = type;
  fields.created_at_ns = stamp.created_at_ns;
  fields.cycle = draft.cycle();
  fields.creation_index = stamp.creation_index;
  fields.expiry = expiry;
  return around.pool->add(std::move(fields), nullptr);
}

const Node* make_sealed(tree::Draft& draft, const tree::Surroundings& around, const std::string& type,
                        std::int64_t expiry = tree::kNever) {
  return make_container(draft, around, type, type + ":" + std::to_string(draft.cycle()), expiry);
}

bool has_core(const Subtree& turn) {
  for (auto at = turn.first_child(0); at < turn.entries()[0].end; at = turn.next(at)) {
    if (turn.node(at).offset() == 0) return true;
  }
  return false;
}

// Whether the block goes into the core of the sealed turn: a block at offset 0 directly below the head (D-01).
bool belongs_in_core(const Node& node) { return node.node_class() == tree::NodeClass::Block && node.offset() == 0; }

}  // namespace

void seal(tree::Draft& draft, const tree::Surroundings& around, std::int64_t expiry) {
  const Subtree& head = *draft.tree.ah;
  const auto explicit_core = head.find_core();
  Subtree core = explicit_core ? head.part(*explicit_core) : Subtree(make_sealed(draft, around, "mc"));
  Subtree turn(make_sealed(draft, around, "mt", expiry));
  std::vector<Subtree> others;
  for (auto at = head.first_child(0); at < head.entries()[0].end; at = head.next(at)) {
    if (explicit_core && at == *explicit_core) continue;
    if (belongs_in_core(head.node(at))) {
      core = core.with_child(0, head.part(at));
    } else {
      others.push_back(head.part(at));
    }
  }
  turn = turn.with_child(0, core);
  for (const Subtree& other : others) turn = turn.with_child(0, other);
  draft.tree.ah = tree::Ring(Subtree(&head.container()));
  draft.tree = tree::with_ring(draft.tree, std::move(turn));
}

void replace_lost_cores(tree::Draft& draft, const tree::Surroundings& around, const std::vector<std::size_t>& rings) {
  std::set<std::string> made;
  tree::Surroundings here = around;
  here.is_taken = [&](std::string_view id) { return around.is_taken(id) || made.contains(std::string(id)); };
  for (const std::size_t ring : rings) {
    const Subtree& turn = *draft.tree.rings[ring];
    if (has_core(turn)) continue;
    // Ids that sealing makes later do not end in ":0", so this one is unique.
    const Node* core = make_container(draft, here, "mc", "mc:" + std::to_string(draft.cycle()) + ":0");
    made.emplace(core->id());
    draft.tree = tree::with_subtree(draft.tree, {tree::Region::Seq, ring, 0}, turn.with_child(0, Subtree(core)));
  }
}

}  // namespace latewood::lifecycle
