#include "tree/id_index.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "canon/quick_hash.h"
#include "tree/node_pool.h"

namespace latewood::tree {
namespace {

class Nodes {
 public:
  const Node& make(const std::string& type, const std::string& id, std::uint64_t cycle) {
    NodeFields fields;
    fields.id = id;
    fields.type = type;
    fields.cycle = cycle;
    return *pool_.add(std::move(fields), nullptr);
  }

 private:
  NodePool pool_;
};

std::string number(std::uint64_t value) { return std::to_string(value); }

// ---- the table ----

// Enough for many segments, and each is found while the next ones come.
TEST(IdTable, FindsWhatWasAddedAndNothingElse) {
  constexpr std::size_t kCount = 20000;
  Nodes nodes;
  IdTable table;
  for (std::size_t i = 0; i < kCount; ++i) {
    EXPECT_FALSE(table.find("n" + number(i)));
    table.add(nodes.make("cb", "n" + number(i), 1));
    const std::string earlier = "n" + number(i * 7919 % (i + 1));
    ASSERT_TRUE(table.find(earlier)) << earlier << " after " << i;
    ASSERT_EQ(table.find(earlier).node->id(), earlier);
  }
  EXPECT_EQ(table.size(), kCount);
  std::map<std::string, int> seen;
  table.for_each([&](const IdTable::Found& found) { ++seen[std::string(found.node->id())]; });
  EXPECT_EQ(seen.size(), kCount);
  EXPECT_FALSE(table.find("n" + number(kCount)));
}

std::uint64_t same_hash(std::string_view) { return 0x1234567890abcdef; }
std::uint64_t same_first_bits(std::string_view id) { return quick_hash(id) & 0xffffffff; }

// Four buckets at most, however many there are.
std::uint64_t few_buckets(std::string_view id) { return quick_hash(id) & 0xffffffffff000303; }

// Ids that were chosen to collide: all are found, and the directory stays small.
TEST(IdTable, RoomThatWasMadeAheadChangesNothingElse) {
  for (const std::size_t ahead : {0U, 10U, 1000U, 5000U}) {
    constexpr std::size_t kCount = 5000;
    Nodes nodes;
    IdTable table;
    table.reserve(ahead);
    for (std::size_t i = 0; i < kCount; ++i) table.add(nodes.make("cb", "n" + number(i), 1));
    for (std::size_t i = 0; i < kCount; ++i) ASSERT_TRUE(table.find("n" + number(i))) << i << " of " << ahead;
    EXPECT_FALSE(table.find("n" + number(kCount)));
    EXPECT_EQ(table.size(), kCount);
  }
}

TEST(IdTable, IdsThatShareTheirHashesAreFound) {
  for (const IdTable::HashOf hash_of : {same_hash, same_first_bits, few_buckets}) {
    Nodes nodes;
    IdTable table(hash_of);
    for (std::size_t i = 0; i < 3000; ++i) table.add(nodes.make("cb", "n" + number(i), 1));
    for (std::size_t i = 0; i < 3000; ++i) ASSERT_TRUE(table.find("n" + number(i))) << i;
    EXPECT_FALSE(table.find("n3000"));
    EXPECT_EQ(table.size(), 3000U);
  }
}

// Growing moves ids to other buckets, and some may find no room there.
TEST(IdTable, NothingIsLostWhereALargerSegmentHasNoBetterRoom) {
  for (std::size_t seed = 0; seed < 300; ++seed) {
    Nodes nodes;
    IdTable table(few_buckets);
    for (std::size_t i = 0; i < 60; ++i) table.add(nodes.make("cb", number(seed) + "/" + number(i), 1));
    for (std::size_t i = 0; i < 60; ++i) ASSERT_TRUE(table.find(number(seed) + "/" + number(i))) << seed << ", " << i;
  }
}

// CONC-02. What was there when a reader began is there, whatever moves meanwhile; preset tsan.
TEST(IdTable, ReadersMissNothingWhileItGrows) {
  constexpr std::size_t kCount = 30000;
  Nodes nodes;
  std::vector<const Node*> made;
  for (std::size_t i = 0; i < kCount; ++i) made.push_back(&nodes.make("cb", "n" + number(i), 1));
  IdTable table;
  std::atomic<std::size_t> known = 0;
  std::atomic<std::size_t> looked = 0;
  std::atomic<std::size_t> missed = 0;
  std::vector<std::thread> readers;
  for (std::size_t reader = 0; reader < 3; ++reader) {
    readers.emplace_back([&, reader] {
      for (std::size_t step = reader; known < kCount; step += 7919) {
        const std::size_t size = known;
        if (size != 0 && !table.find("n" + number(step % size))) ++missed;
        ++looked;
      }
    });
  }
  for (const Node* node : made) {
    table.add(*node);
    ++known;
    // However busy the machine is, the readers keep up.
    while (looked < known) std::this_thread::yield();
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(missed, 0U);
}

// ---- the index ----

struct Placed {
  const Node* node;
  const Node* turn;
};

void expect_found(const IdIndex& index, const std::vector<Placed>& placed) {
  for (const Placed& each : placed) {
    const auto found = index.find(each.node->id());
    ASSERT_TRUE(found.has_value()) << each.node->id();
    EXPECT_EQ(found->node, each.node) << each.node->id();
    EXPECT_EQ(found->turn, each.turn) << each.node->id();
    EXPECT_EQ(found->since, each.node->cycle());
  }
}

// Turns of commits, splices and imports; blocks in the turn of their cycle, in another turn and in regions; ids that
// look like those of turns.
TEST(IdIndex, KnowsTheTurnOfEveryNode) {
  Nodes nodes;
  IdIndex index;
  std::vector<Placed> placed;
  const auto add = [&](const Node& node, const Node* turn) {
    index.add(node, turn);
    placed.push_back({&node, turn});
  };
  const Node* first = nullptr;
  for (std::uint64_t cycle = 1; cycle <= 300; cycle += cycle % 40 == 0 ? 5 : 1) {
    const Node& turn = nodes.make("mt", "mt:" + number(cycle), cycle);
    if (first == nullptr) first = &turn;
    add(turn, &turn);
    if (cycle % 3 != 0) add(nodes.make("mc", "mc:" + number(cycle), cycle), &turn);
    add(nodes.make("cb", "block " + number(cycle), cycle), &turn);
    if (cycle % 5 == 0) add(nodes.make("cb", "late " + number(cycle), cycle), first);
    if (cycle % 7 == 0) add(nodes.make("cb", "system " + number(cycle), cycle), nullptr);
    if (cycle % 11 != 0) continue;
    const Node& splice = nodes.make("mt", "mt:" + number(cycle) + ":1", cycle);
    add(splice, &splice);
    add(nodes.make("mc", "mc:" + number(cycle) + ":1", cycle), &splice);
    add(nodes.make("cb", "spliced " + number(cycle), cycle), &splice);
  }
  const Node& old = nodes.make("mt", "mt:42", 42);
  add(old, &old);
  add(nodes.make("mc", "mc:43", 42), &old);
  add(nodes.make("cb", "mt:999", 300), nullptr);
  add(nodes.make("cb", "mt:07", 300), first);
  expect_found(index, placed);
  EXPECT_EQ(index.size(), placed.size());
  std::size_t listed = 0;
  index.for_each([&](const IdIndex::Entry&) { ++listed; });
  EXPECT_EQ(listed, placed.size());
  for (const char* id : {"mt:44", "mc:3", "mt:301", "mt:", "mt:0", "mt:01", "mt:99999999999999999999999", "nobody"}) {
    EXPECT_FALSE(index.find(id)) << id;
  }
}

}  // namespace
}  // namespace latewood::tree
