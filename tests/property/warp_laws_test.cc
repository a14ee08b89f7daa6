// Laws of states, patches and digests, on generated data. RapidCheck prints the
// seed of a case that fails.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <functional>
#include <map>

#include "support/law.h"
#include "support/plain/apply.h"
#include "support/plain/patch.h"
#include "support/random/warp.h"
#include "warp/commit_header.h"
#include "warp/graph/apply.h"
#include "warp/graph/portal_rules.h"
#include "warp/graph/slice.h"
#include "warp/graph/state_encoding.h"

namespace latewood::warp {
namespace {

using test::expect_law;
using test::Random;

// Builds the state again, putting nodes, edges and instances in another order.
State rebuilt_in_any_order(const State& state, Random& random) {
  std::vector<std::function<void(State&)>> steps;
  State rebuilt;
  for (const auto& [warp, instance] : state.instances()) {
    rebuilt.put(warp, Instance(instance.root(), instance.parent()));
    for (const auto& [id, node] : instance.nodes()) {
      steps.push_back([warp = warp, id = id, node = node](State& target) { target.find(warp)->put_node(id, node); });
    }
    for (const auto& [id, edge] : instance.edges()) {
      steps.push_back([warp = warp, id = id, edge = edge](State& target) { target.find(warp)->put_edge(id, edge); });
    }
  }
  random.shuffle(steps);
  for (const auto& step : steps) step(rebuilt);
  return rebuilt;
}

// WARP-06, COMMIT-07.
TEST(WarpLaws, TheOrderOfInsertionDoesNotMatter) {
  expect_law("order of insertion", [](Random& random) {
    const State state = test::random_state(random);
    const State again = rebuilt_in_any_order(state, random);
    RC_ASSERT(again == state);
    RC_ASSERT(encode_state(again, test::random_root()) == encode_state(state, test::random_root()));
  });
}

// WARP-05.
TEST(WarpLaws, UnreachableNodesDoNotChangeTheRoot) {
  expect_law("unreachable nodes", [](Random& random) {
    State state = test::random_state(random);
    const StateRoot before = state_root(state, test::random_root());
    Instance& instance = *state.find(test::random_root().warp);
    instance.put_node(make_node_id("nobody points here"), {make_type_id("t"), Atom{make_type_id("a"), "x"}});
    RC_ASSERT(state_root(state, test::random_root()) == before);
  });
}

TEST(WarpLaws, AnyReachableChangeChangesTheRoot) {
  expect_law("reachable changes", [](Random& random) {
    State state = test::random_state(random);
    const StateRoot before = state_root(state, test::random_root());
    const Reachable reachable = reachable_from(state, test::random_root());
    const std::size_t part = random.below(reachable.instances.size());
    std::size_t first = 0;
    for (std::size_t i = 0; i < part; ++i) first += reachable.instances[i].nodes;
    if (reachable.instances[part].nodes == 0) return;
    Instance& instance = *state.find(reachable.instances[part].warp);
    const auto [id, node] = *reachable.nodes[first + random.below(reachable.instances[part].nodes)];
    instance.put_node(id, {make_type_id("a type nobody has"), node.alpha});
    RC_ASSERT(state_root(state, test::random_root()) != before);
  });
}

// Hashing in pieces gives the hash of the whole: state_root never holds the stream.
TEST(WarpLaws, TheStreamedRootIsTheHashOfTheBytes) {
  expect_law("streamed root", [](Random& random) {
    State state = test::random_state(random);
    Instance& instance = *state.find(test::random_root().warp);
    instance.put_node(instance.root(),
                      {make_type_id("t"), Atom{make_type_id("a"), random.bytes(random.below(200000))}});
    const NodeKey root = test::random_root();
    RC_ASSERT(state_root(state, root).bytes == blake3_of(encode_state(state, root)).bytes);
  });
}

// PATCH-08, PATCH-12, PATCH-13, PATCH-14.
TEST(WarpLaws, DecodingAnEncodedPatchGivesThePatch) {
  expect_law("decode after encode", [](Random& random) {
    const TickPatch patch(test::random_patch_parts(random, 20));
    const auto decoded = decode_patch(encode_patch(patch));
    RC_ASSERT(decoded.has_value());
    RC_ASSERT(*decoded == patch);
  });
}

TEST(WarpLaws, ThePartsOfAPatchMayComeInAnyOrderWhenTargetsDiffer) {
  expect_law("order of parts", [](Random& random) {
    PatchParts parts = test::random_patch_parts(random, 20);
    parts.ops = TickPatch(parts).ops();
    PatchParts shuffled = parts;
    random.shuffle(shuffled.ops);
    random.shuffle(shuffled.in_slots);
    random.shuffle(shuffled.out_slots);
    RC_ASSERT(patch_digest(TickPatch(shuffled)) == patch_digest(TickPatch(parts)));
  });
}

TEST(WarpLaws, FlippingAnyByteOfAPatchIsRefusedOrChangesTheDigest) {
  expect_law("flipped bytes", [](Random& random) {
    const TickPatch patch(test::random_patch_parts(random, 4));
    const std::string bytes = encode_patch(patch);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      std::string flipped = bytes;
      flipped[i] = static_cast<char>(flipped[i] ^ static_cast<char>(1 + random.below(255)));
      const auto decoded = decode_patch(flipped);
      const bool noticed = !decoded.has_value() || patch_digest(*decoded) != patch_digest(patch);
      RC_ASSERT(noticed);
    }
  });
}

TEST(WarpLaws, ATruncatedPatchIsRefused) {
  expect_law("truncated patches", [](Random& random) {
    const std::string bytes = encode_patch(TickPatch(test::random_patch_parts(random, 6)));
    RC_ASSERT(!decode_patch(bytes.substr(0, random.below(bytes.size()))).has_value());
    RC_ASSERT(!decode_patch(bytes + '\0').has_value());
  });
}

// PATCH-25, PATCH-26, PATCH-27, ERR-09.
TEST(WarpLaws, ApplyAgreesWithThePlainModelAndARefusedPatchChangesNothing) {
  std::size_t applied_count = 0;
  std::size_t refused_count = 0;
  expect_law("apply", [&](Random& random) {
    State state = test::random_state(random);
    for (int step = 0; step < 20; ++step) {
      const State before = state;
      const TickPatch patch(test::random_patch_parts(random, 4));
      const test::PlainOutcome plain = test::plain_apply(before, patch);
      const auto applied = apply(state, patch);
      RC_ASSERT(applied.has_value() == plain.state.has_value());
      RC_ASSERT(state == (applied ? *plain.state : before));
      if (!applied) RC_ASSERT(applied.error().rule == plain.error);
      ++(applied ? applied_count : refused_count);
    }
  });
  EXPECT_GT(applied_count, 50U);
  EXPECT_GT(refused_count, 50U);
}

TEST(WarpLaws, TheOperationsBetweenTwoStatesTurnOneIntoTheOther) {
  expect_law("ops_between", [](Random& random) {
    const State older = test::random_state(random);
    const State newer = test::random_state(random);
    State state = older;
    PatchParts parts;
    parts.ops = test::ops_between(older, newer);
    const auto applied = apply(state, TickPatch(parts));
    RC_ASSERT(applied.has_value());
    RC_ASSERT(state == newer);
    RC_ASSERT(test::ops_between(newer, newer).empty());
  });
}

TEST(WarpLaws, DecodingAnEncodedCommitHeaderGivesTheHeader) {
  expect_law("commit headers", [](Random& random) {
    CommitHeader header;
    for (std::size_t i = random.below(4); i > 0; --i) header.parents.push_back({make_node_id(random.bytes(4)).bytes});
    header.state_root = {make_node_id(random.bytes(4)).bytes};
    header.policy_id = static_cast<std::uint32_t>(random.number());
    const std::string bytes = encode_commit_header(header);
    RC_ASSERT(bytes.size() == 78 + 32 * header.parents.size());
    RC_ASSERT(*decode_commit_header(bytes) == header);
    RC_ASSERT(!decode_commit_header(bytes.substr(0, random.below(bytes.size()))).has_value());
  });
}

// DIGEST-10.
TEST(WarpLaws, TheOrderOfAdmissionRecordsDoesNotMatter) {
  expect_law("admission order", [](Random& random) {
    std::vector<AdmissionRecord> records;
    for (std::size_t i = random.below(8); i > 0; --i) records.push_back(test::random_admission_record(random));
    std::vector<AdmissionRecord> shuffled = records;
    random.shuffle(shuffled);
    RC_ASSERT(admission_digest(shuffled) == admission_digest(records));
  });
}

// One tick of a small machine: every slot it writes becomes a hash of the tick and
// of all it read.
void run_tick(std::map<SlotId, std::string>& memory, const PatchParts& tick, std::size_t index) {
  std::string read = std::to_string(index);
  for (const SlotId& slot : tick.in_slots) read += memory[slot];
  for (const SlotId& slot : tick.out_slots) memory[slot] = blake3_of(read).hex();
}

// PATCH-28, PATCH-29, PATCH-30: running only the slice gives the same value.
TEST(WarpLaws, ASliceIsEnoughToRebuildItsTarget) {
  expect_law("slices", [](Random& random) {
    std::vector<PatchParts> ticks(random.below(40));
    std::vector<Footprint> footprints;
    for (PatchParts& tick : ticks) {
      for (std::size_t i = random.below(3); i > 0; --i) tick.in_slots.push_back(PortSlot{random.below(8)});
      for (std::size_t i = random.below(3); i > 0; --i) tick.out_slots.push_back(PortSlot{random.below(8)});
      footprints.push_back({tick.in_slots, tick.out_slots});
    }
    const SlotId target = PortSlot{random.below(8)};
    std::map<SlotId, std::string> whole;
    std::map<SlotId, std::string> sliced;
    for (std::size_t i = 0; i < ticks.size(); ++i) run_tick(whole, ticks[i], i);
    const std::vector<std::size_t> needed = slice(footprints, target);
    RC_ASSERT(std::is_sorted(needed.begin(), needed.end()));
    for (const std::size_t i : needed) run_tick(sliced, ticks[i], i);
    RC_ASSERT(sliced[target] == whole[target]);
  });
}

// PATCH-30: nothing that can be left out is in the slice.
TEST(WarpLaws, EveryTickOfASliceIsNeeded) {
  expect_law("minimal slices", [](Random& random) {
    std::vector<PatchParts> ticks(1 + random.below(20));
    std::vector<Footprint> footprints;
    for (PatchParts& tick : ticks) {
      tick.in_slots.push_back(PortSlot{random.below(6)});
      tick.out_slots.push_back(PortSlot{random.below(6)});
      footprints.push_back({tick.in_slots, tick.out_slots});
    }
    const SlotId target = PortSlot{random.below(6)};
    const std::vector<std::size_t> needed = slice(footprints, target);
    std::map<SlotId, std::string> whole;
    for (std::size_t i = 0; i < ticks.size(); ++i) run_tick(whole, ticks[i], i);
    for (const std::size_t left_out : needed) {
      std::map<SlotId, std::string> memory;
      for (const std::size_t i : needed) {
        if (i != left_out) run_tick(memory, ticks[i], i);
      }
      RC_ASSERT(memory[target] != whole[target]);
    }
  });
}

}  // namespace
}  // namespace latewood::warp
