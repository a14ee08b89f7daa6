// The resumed root is the root of the whole stream, whatever was edited, and
// costs what changed.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <string>

#include "support/law.h"
#include "support/ring_chain.h"
#include "warp/graph/apply.h"
#include "warp/graph/state_encoding.h"
#include "warp/mapping/resumable_root.h"

namespace latewood::warp {
namespace {

using test::expect_law;
using test::Random;

// A stream the plain way: the bytes of every instance, hashed from the start.
class PlainStream {
 public:
  StateRoot root() const {
    BinaryWriter out;
    encode_root_key(out, test::trunk_root());
    for (const auto& [warp, bytes] : instances) out.raw(bytes);
    return {blake3_of(out.view()).bytes};
  }

  std::map<WarpId, std::string> instances;
};

// Feeds what the root asks for, in pieces of any size.
StateRoot resume(ResumableRoot& root, const PlainStream& stream, const WarpId& first_changed, Random& random) {
  root.rewind(first_changed);
  auto next = root.next() ? stream.instances.lower_bound(*root.next()) : stream.instances.begin();
  for (; next != stream.instances.end(); ++next) {
    BinaryWriter& out = root.begin(next->first, random.chance(20) ? Boundary::NextChange : Boundary::Ordinary);
    for (std::string_view rest = next->second; !rest.empty();) {
      const std::size_t piece = 1 + random.below(rest.size());
      out.raw(rest.substr(0, piece));
      rest.remove_prefix(piece);
    }
  }
  return root.finish();
}

std::string random_instance_bytes(Random& random) {
  return random.bytes(random.chance(3) ? random.below(200000) : random.below(6000));
}

// One edit: append, insert, change or remove. Returns the first changed instance.
WarpId edit(PlainStream& stream, Random& random) {
  const WarpId warp =
      test::ring_id(random.chance(50) ? 1000 + random.below(2) + stream.instances.size() * 2 : random.below(1000));
  if (random.chance(15) && !stream.instances.empty()) {
    auto victim = stream.instances.lower_bound(warp);
    if (victim == stream.instances.end()) victim = stream.instances.begin();
    const WarpId removed = victim->first;
    stream.instances.erase(victim);
    return removed;
  }
  stream.instances[warp] = random_instance_bytes(random);
  return warp;
}

TEST(ResumableRootLaws, TheResumedRootIsTheFullRootAfterEveryEdit) {
  EXPECT_TRUE(rc::check("resumed root", [] {
    Random random(*rc::gen::noShrink(rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())));
    PlainStream stream;
    ResumableRoot root(test::trunk_root());
    root.finish();
    for (int step = 0; step < 60; ++step) {
      const WarpId first_changed = edit(stream, random);
      RC_ASSERT(resume(root, stream, first_changed, random) == stream.root());
    }
  }));
}

TEST(ResumableRootLaws, AForkGoesOnWithoutDisturbingTheOther) {
  expect_law("forks", [](Random& random) {
    PlainStream stream;
    ResumableRoot root(test::trunk_root());
    root.finish();
    for (int step = 0; step < 10; ++step) resume(root, stream, edit(stream, random), random);
    PlainStream forked_stream = stream;
    ResumableRoot forked = root;
    for (int step = 0; step < 5; ++step) {
      const WarpId here = edit(stream, random);
      RC_ASSERT(resume(root, stream, here, random) == stream.root());
      const WarpId there = edit(forked_stream, random);
      RC_ASSERT(resume(forked, forked_stream, there, random) == forked_stream.root());
    }
  });
}

// A history of rings kept as bytes, fed to a resumable root as the engine would.
class RingHistory {
 public:
  RingHistory() { root_.finish(); }

  StateRoot seal() {
    rings_.push_back(test::make_ring(rings_.size() + 1, 100));
    return feed(rings_.size() == 1 ? 1 : rings_.size() - 1);
  }

  // Feeds everything from ring `cycle` on, as after a change there.
  StateRoot feed(std::uint64_t cycle) {
    root_.rewind(test::ring_id(cycle));
    std::uint64_t first = 1;
    while (root_.next() && first <= rings_.size() && test::ring_id(first) < *root_.next()) ++first;
    for (std::uint64_t at = first; at <= rings_.size(); ++at) {
      const Boundary boundary = at == rings_.size() ? Boundary::NextChange : Boundary::Ordinary;
      test::write_ring(root_.begin(test::ring_id(at), boundary), rings_[at - 1], rings_.size());
    }
    test::write_trunk(root_.begin(test::trunk_id()), rings_.size());
    return root_.finish();
  }

  std::uint64_t bytes_hashed() const { return root_.bytes_hashed(); }
  const test::Ring& newest() const { return rings_.back(); }

 private:
  std::vector<test::Ring> rings_;
  ResumableRoot root_{test::trunk_root()};
};

// The patches of the mapping replay to the same roots as the bytes fed directly.
TEST(ResumableRootLaws, SealingRingsAgreesWithReplayingTheirPatches) {
  RingHistory history;
  State state = test::empty_history();
  for (int cycle = 1; cycle <= 200; ++cycle) {
    const StateRoot resumed = history.seal();
    const auto applied = apply(state, test::seal_patch(history.newest()));
    ASSERT_TRUE(applied.has_value()) << applied.error().message;
    ASSERT_EQ(resumed, state_root(state, test::trunk_root())) << "cycle " << cycle;
  }
}

TEST(ResumableRootLaws, AppendingCostsTheSameBytesAtAnyLength) {
  RingHistory history;
  std::vector<std::uint64_t> costs;
  for (int cycle = 1; cycle <= 3000; ++cycle) {
    const std::uint64_t before = history.bytes_hashed();
    history.seal();
    costs.push_back(history.bytes_hashed() - before);
  }
  // Digits of the cycle number in the trunk are the only thing that grows. Where the newest ring
  // starts within a chunk, what comes before it in the chunk is fed again.
  EXPECT_LE(costs[2999], costs[9] + 8 + BLAKE3_CHUNK_LEN);
}

TEST(ResumableRootLaws, AnEarlyChangeCostsOnlyTheBytesAfterIt) {
  RingHistory history;
  for (int cycle = 1; cycle <= 3000; ++cycle) history.seal();
  const std::uint64_t ring_bytes = [] {
    BinaryWriter out;
    test::write_ring(out, test::make_ring(2000, 100), 3000);
    return out.position();
  }();
  const std::uint64_t before = history.bytes_hashed();
  history.feed(2001);
  const std::uint64_t cost = history.bytes_hashed() - before;
  EXPECT_GE(cost, 1000 * ring_bytes);
  EXPECT_LE(cost, 1000 * ring_bytes + 64 * 1024 + 4 * ring_bytes);
}

}  // namespace
}  // namespace latewood::warp
