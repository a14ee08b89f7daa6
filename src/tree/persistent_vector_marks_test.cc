// Marks: a sequence finds its marked elements without reading the unmarked ones.
#include <gtest/gtest.h>

#include <vector>

#include "support/law.h"
#include "tree/memory/persistent_vector.h"

namespace latewood::tree {
namespace {

struct Flagged {
  int value = 0;
  bool flag = false;
  friend bool is_marked(const Flagged& element) { return element.flag; }
  friend bool operator==(const Flagged&, const Flagged&) = default;
};

using Sequence = PersistentVector<Flagged>;
using Found = std::vector<std::pair<std::size_t, int>>;

Found marked_in(const Sequence& sequence) {
  Found found;
  sequence.for_each_marked([&](std::size_t i, const Flagged& element) {
    EXPECT_TRUE(element.flag);
    found.emplace_back(i, element.value);
  });
  return found;
}

Found flagged_in(const Sequence& sequence) {
  Found found;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i].flag) found.emplace_back(i, sequence[i].value);
  }
  return found;
}

Sequence changed(const Sequence& sequence, test::Random& random) {
  const Flagged element{static_cast<int>(random.below(1000)), random.chance(5)};
  const std::size_t size = sequence.size();
  const std::size_t choice = size == 0 ? 0 : random.below(10);
  if (choice == 7) return sequence.set(random.below(size), element);
  if (choice == 8) return random.chance(20) ? sequence.erase(random.below(size)) : sequence;
  if (choice == 9) return random.chance(10) ? sequence.take(random.below(size)) : sequence;
  Sequence grown = sequence;
  for (std::size_t count = 1 + random.below(40); count > 0; --count) {
    grown = grown.push_back({static_cast<int>(count), random.chance(5)});
  }
  return grown;
}

// Any version, also one that was overtaken by another that shares its blocks.
TEST(PersistentVectorMarks, EveryVersionFindsExactlyItsMarkedElements) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    test::Random random(seed);
    std::vector<Sequence> versions(1);
    for (int step = 0; step < 300; ++step) {
      versions.push_back(changed(versions[random.below(versions.size())], random));
    }
    for (const Sequence& version : versions) ASSERT_EQ(marked_in(version), flagged_in(version)) << "seed " << seed;
  }
}

TEST(PersistentVectorMarks, AMarkIsFoundAtEveryEdgeOfABlock) {
  for (const std::size_t at : {0U, 31U, 32U, 1023U, 1024U, 1055U, 32767U, 32768U, 32800U}) {
    Sequence sequence;
    for (std::size_t i = 0; i < 33000; ++i) sequence = sequence.push_back({static_cast<int>(i), i == at});
    EXPECT_EQ(marked_in(sequence), (Found{{at, static_cast<int>(at)}}));
    EXPECT_EQ(marked_in(sequence.take(at)), Found{});
    EXPECT_EQ(marked_in(sequence.set(at, {1, false})), Found{});
  }
}

TEST(PersistentVectorMarks, ABuiltSequenceIsLikeAPushedOne) {
  for (const std::size_t size : {0U, 1U, 31U, 32U, 33U, 1023U, 1024U, 1025U, 3000U, 33000U}) {
    const auto make = [](std::size_t i) { return Flagged{static_cast<int>(i), i % 7 == 3}; };
    const Sequence built = Sequence::build(size, make);
    ASSERT_EQ(built.size(), size);
    Sequence pushed;
    for (std::size_t i = 0; i < size; ++i) pushed = pushed.push_back(make(i));
    EXPECT_EQ(first_difference(built, pushed), size);
    EXPECT_EQ(marked_in(built), flagged_in(pushed));
    const Sequence grown = built.push_back({-1, true});
    EXPECT_EQ(grown.back().value, -1);
    EXPECT_EQ(built.size(), size);
    EXPECT_EQ(marked_in(grown), flagged_in(grown));
  }
}

}  // namespace
}  // namespace latewood::tree
