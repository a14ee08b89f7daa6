// Turns on pages: loaded at the first access, equal by identity, found without loading other pages.
#include "tree/ring_page.h"

#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <thread>

#include "tree/node_pool.h"
#include "tree/tree.h"

namespace latewood::tree {
namespace {

constexpr std::uint64_t kSize = 8;

// Pages of eight turns; turn i has the cycle i + 1 and one block, in every third with an expiry.
class Pages : public PageSource {
 public:
  explicit Pages(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      PageFacts facts;
      facts.group = i;
      facts.size = kSize;
      for (std::size_t at = 0; at < kSize; ++at) {
        if ((i * kSize + at) % 3 == 0) facts.marks |= std::uint64_t{1} << at;
      }
      facts.first = {0, static_cast<std::int64_t>(i * kSize + 1), 0};
      facts.last = {0, static_cast<std::int64_t>((i + 1) * kSize), 0};
      pages.emplace_back(*this, facts);
    }
  }

  std::vector<Subtree> load_page(const RingPage& page) override {
    const std::lock_guard lock(mutex_);
    loads.push_back(page.facts().group);
    std::vector<Subtree> turns;
    for (std::uint64_t at = 0; at < kSize; ++at) turns.push_back(turn(page.facts().group * kSize + at + 1));
    return turns;
  }

  Subtree turn(std::uint64_t cycle) {
    NodeFields mt;
    mt.id = "mt:" + std::to_string(cycle);
    mt.type = "mt";
    mt.cycle = cycle;
    mt.created_at_ns = static_cast<std::int64_t>(cycle);
    NodeFields block;
    block.id = "cb:" + std::to_string(cycle);
    block.cycle = cycle;
    if ((cycle - 1) % 3 == 0) block.expiry = 1000;
    return Subtree(pool_.add(mt, nullptr)).with_child(0, Subtree(pool_.add(block, nullptr)));
  }

  Tree tree() {
    Tree tree;
    tree.rings = PersistentVector<Ring>::build(pages.size() * kSize,
                                               [this](std::size_t i) { return Ring(pages[i / kSize], i % kSize); });
    return tree;
  }

  std::deque<RingPage> pages;
  std::vector<std::uint64_t> loads;

 private:
  NodePool pool_;
  std::mutex mutex_;
};

TEST(RingPage, TheFirstLookLoadsThePageAndNoOther) {
  Pages pages(4);
  const Tree tree = pages.tree();
  EXPECT_TRUE(tree.rings[17]);
  EXPECT_TRUE(pages.loads.empty());
  EXPECT_EQ(tree.rings[17]->container().id(), "mt:18");
  EXPECT_EQ(tree.rings[16]->node(1).id(), "cb:17");
  EXPECT_EQ(pages.loads, std::vector<std::uint64_t>{2});
}

TEST(RingPage, CopiesAreEqualBeforeAndAfterLoading) {
  Pages pages(2);
  const Ring ring(pages.pages[1], 3);
  Ring copy = ring;
  EXPECT_EQ(copy, ring);
  EXPECT_NE(Ring(pages.pages[1], 4), ring);
  const Subtree* const loaded = &*ring;
  EXPECT_EQ(&*copy, loaded);
  EXPECT_EQ(copy, ring);
  copy = Ring(pages.turn(99));
  EXPECT_NE(copy, ring);
  EXPECT_EQ(copy->container().id(), "mt:99");
  copy = ring;
  const Ring moved = std::move(copy);
  EXPECT_EQ(moved, ring);
  EXPECT_EQ(moved.page(), &pages.pages[1]);
  EXPECT_EQ(Ring(pages.turn(99)).page(), nullptr);
}

TEST(RingPage, MarksAreKnownWithoutLoading) {
  Pages pages(40);
  const Tree tree = pages.tree();
  std::vector<std::size_t> marked;
  tree.rings.for_each_marked([&](std::size_t i, const Ring&) { marked.push_back(i); });
  EXPECT_TRUE(pages.loads.empty());
  ASSERT_EQ(marked.size(), 107U);
  for (std::size_t i = 0; i < marked.size(); ++i) EXPECT_EQ(marked[i], 3 * i);
}

TEST(RingPage, ATurnIsFoundWithoutLoadingOtherPages) {
  Pages pages(1000);
  const Tree tree = pages.tree();
  EXPECT_EQ(find_ring(tree, pages.turn(3000).container()), 2999U);
  EXPECT_EQ(pages.loads, std::vector<std::uint64_t>{2999 / kSize});
  EXPECT_EQ(find_ring(tree, pages.turn(9000).container()), std::nullopt);
  EXPECT_EQ(pages.loads.size(), 1U);
}

TEST(RingPage, AnEditReplacesOneRingAndKeepsTheOthersUnloaded) {
  Pages pages(100);
  const Tree tree = pages.tree();
  const Tree edited = with_subtree(tree, {Region::Seq, 333, 0}, tree.rings[333]->without(1));
  EXPECT_EQ(edited.rings[333]->entries().size(), 1U);
  EXPECT_EQ(tree.rings[333]->entries().size(), 2U);
  EXPECT_EQ(first_difference(tree.rings, edited.rings), 333U);
  EXPECT_EQ(pages.loads.size(), 1U);
}

TEST(RingPage, ReadersThatMeetLoadAPageOnce) {
  Pages pages(50);
  const Tree tree = pages.tree();
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 4; ++reader) {
    readers.emplace_back([&tree] {
      for (std::size_t i = 0; i < tree.rings.size(); ++i) {
        ASSERT_EQ(tree.rings[i]->container().cycle(), i + 1);
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(pages.loads.size(), 50U);
  EXPECT_EQ(std::set(pages.loads.begin(), pages.loads.end()).size(), 50U);
}

}  // namespace
}  // namespace latewood::tree
