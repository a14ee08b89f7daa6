#include "support/random/warp.h"

#include <string>

namespace latewood::test {
namespace {

using namespace warp;

constexpr std::size_t kPool = 6;

template <class Id>
Id id_from(const char* domain, std::size_t number) {
  return {make_node_id(std::string(domain) + std::to_string(number)).bytes};
}

WarpId random_warp(Random& random) { return id_from<WarpId>("warp", random.below(kPool)); }
NodeId random_node(Random& random) { return id_from<NodeId>("node", random.below(kPool)); }
EdgeId random_edge(Random& random) { return id_from<EdgeId>("edge", random.below(kPool)); }
TypeId random_type_id(Random& random) { return id_from<TypeId>("type", random.below(3)); }

AttachmentKey random_valid_key(Random& random) {
  const WarpId warp = random_warp(random);
  return random.chance(50) ? alpha_of(warp, random_node(random)) : beta_of(warp, random_edge(random));
}

AttachmentKey random_key(Random& random) {
  AttachmentKey key = random_valid_key(random);
  if (random.chance(3)) key.plane = key.plane == Plane::Alpha ? Plane::Beta : Plane::Alpha;
  return key;
}

Slot random_atom_slot(Random& random) {
  if (random.chance(40)) return Slot();
  return Slot(Atom{random_type_id(random), random.bytes(random.below(40))});
}

Slot random_slot_value(Random& random) {
  if (random.chance(25)) return Slot(Descend{random_warp(random)});
  return random_atom_slot(random);
}

warp::Instance random_instance(Random& random) {
  warp::Instance instance(random_node(random), {});
  instance.put_node(instance.root(), {random_type_id(random), {}});
  for (std::size_t i = random.below(kPool); i > 0; --i) {
    instance.put_node(random_node(random), {random_type_id(random), random_atom_slot(random)});
  }
  for (std::size_t i = random.below(kPool + 1); i > 0; --i) {
    instance.put_edge(random_edge(random),
                      {random_node(random), random_node(random), random_type_id(random), random_atom_slot(random)});
  }
  return instance;
}

void set_slot(State& state, const AttachmentKey& key, const Slot& value) {
  warp::Instance& instance = *state.find(key.warp);
  if (key.owner == Owner::Node) {
    Node node = *instance.find_node(key.node());
    node.alpha = value;
    instance.put_node(key.node(), node);
  } else {
    Edge edge = *instance.find_edge(key.edge());
    edge.beta = value;
    instance.put_edge(key.edge(), edge);
  }
}

// Slots that do not descend, of all instances.
std::vector<AttachmentKey> free_slots(const State& state) {
  std::vector<AttachmentKey> keys;
  for (const auto& [warp, instance] : state.instances()) {
    for (const auto& [id, node] : instance.nodes()) {
      if (child_of(node.alpha) == nullptr) keys.push_back(alpha_of(warp, id));
    }
    for (const auto& [id, edge] : instance.edges()) {
      if (child_of(edge.beta) == nullptr) keys.push_back(beta_of(warp, id));
    }
  }
  return keys;
}

template <class Draw>
std::optional<std::uint64_t> maybe(Random& random, Draw draw) {
  return random.chance(50) ? std::optional<std::uint64_t>(draw()) : std::nullopt;
}

}  // namespace

NodeKey random_root() { return {id_from<WarpId>("warp", 0), id_from<NodeId>("node", 0)}; }

State random_state(Random& random) {
  State state;
  warp::Instance root = random_instance(random);
  root.set_header(random_root().node, {});
  root.put_node(root.root(), {random_type_id(random), {}});
  state.put(random_root().warp, std::move(root));
  for (std::size_t i = random.below(kPool); i > 0; --i) {
    const WarpId warp = random_warp(random);
    if (state.find(warp) != nullptr) continue;
    warp::Instance instance = random_instance(random);
    if (random.chance(90)) {
      const AttachmentKey key = random.pick(free_slots(state));
      set_slot(state, key, Descend{warp});
      instance.set_header(instance.root(), key);
    }
    state.put(warp, std::move(instance));
  }
  return state;
}

SlotId random_slot(Random& random) {
  switch (random.below(4)) {
    case 0: return NodeSlot{random_warp(random), random_node(random)};
    case 1: return EdgeSlot{random_warp(random), random_edge(random)};
    case 2: return AttachmentSlot{random_key(random)};
    default: return PortSlot{random.number() >> random.below(64)};
  }
}

TickOp random_op(Random& random) {
  const WarpId warp = random_warp(random);
  switch (random.below(8)) {
    case 0: {
      OpenPortal op{random_key(random), warp, random_node(random), {}};
      if (random.chance(70)) op.root_type = random_type_id(random);
      return op;
    }
    case 1: {
      UpsertWarpInstance op{warp, random_node(random), {}};
      if (random.chance(60)) op.parent = random_key(random);
      return op;
    }
    case 2: return DeleteWarpInstance{warp};
    case 3: return DeleteEdge{warp, random_node(random), random_edge(random)};
    case 4: return DeleteNode{warp, random_node(random)};
    case 5: return UpsertNode{warp, random_node(random), random_type_id(random)};
    case 6:
      return UpsertEdge{warp, random_node(random), random_edge(random), random_node(random), random_type_id(random)};
    default: return SetAttachment{random_key(random), random_slot_value(random)};
  }
}

PatchParts random_patch_parts(Random& random, std::size_t most_ops) {
  PatchParts parts;
  parts.policy_id = static_cast<std::uint32_t>(random.number());
  parts.rule_pack_id = id_from<RulePackId>("pack", random.below(3));
  parts.status = random.chance(90) ? CommitStatus::Committed : CommitStatus::Aborted;
  for (std::size_t i = random.below(5); i > 0; --i) parts.in_slots.push_back(random_slot(random));
  for (std::size_t i = random.below(5); i > 0; --i) parts.out_slots.push_back(random_slot(random));
  for (std::size_t i = random.below(most_ops + 1); i > 0; --i) parts.ops.push_back(random_op(random));
  return parts;
}

AdmissionRecord random_admission_record(Random& random) {
  AdmissionRecord record;
  record.view_id = random.bytes(random.below(3));
  record.stream_id = random.bytes(random.below(3));
  record.admit_at_tick = random.below(3);
  const auto budget = [&random] { return random.below(3); };
  record.budget_max_events = maybe(random, budget);
  record.budget_max_bytes = maybe(random, budget);
  record.budget_max_work = maybe(random, budget);
  record.policy_hash = id_from<PolicyHash>("policy", random.below(2));
  if (random.chance(50)) record.fairness_order_digest = id_from<FairnessDigest>("fair", random.below(2));
  if (random.chance(50)) {
    const std::uint64_t from = random.below(4);
    record.admitted = SeqRange{from, from + random.below(4)};
  } else {
    SeqList list;
    for (std::uint64_t seq = 0; seq < 5; ++seq) {
      if (random.chance(40)) list.seqs.push_back(seq);
    }
    record.admitted = list;
  }
  record.admitted_digest = id_from<AdmittedDigest>("admitted", random.below(2));
  return record;
}

}  // namespace latewood::test
