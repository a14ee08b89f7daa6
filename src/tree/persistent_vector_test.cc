#include "tree/memory/persistent_vector.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "support/law.h"

namespace latewood::tree {
namespace {

// Sizes at which a leaf, an inner block or the root is just not full, full, or new.
const std::vector<std::size_t> kEdgeSizes = {0, 1, 31, 32, 33, 64, 65, 1023, 1024, 1025, 1056, 32767, 32768, 32769};

PersistentVector<int> counting_to(std::size_t size) {
  PersistentVector<int> vector;
  for (std::size_t i = 0; i < size; ++i) vector = vector.push_back(static_cast<int>(i));
  return vector;
}

template <class T>
std::vector<T> elements_of(const PersistentVector<T>& vector) {
  return std::vector<T>(vector.begin(), vector.end());
}

// Counts what a sequence does with its elements. A block builds 32 elements at once,
// so `built` / 32 is the number of leaves ever made.
struct Counted {
  static inline long built = 0;
  static inline long copied = 0;
  static inline long live = 0;
  static inline long compared = 0;
  static void reset() { built = copied = compared = 0; }

  Counted() : value(-1) { ++built, ++live; }
  explicit Counted(int v) : value(v) { ++live; }
  Counted(const Counted& other) : value(other.value) { ++copied, ++live; }
  Counted(Counted&& other) noexcept : value(other.value) { ++live; }
  Counted& operator=(const Counted& other) {
    value = other.value;
    ++copied;
    return *this;
  }
  Counted& operator=(Counted&&) noexcept = default;
  ~Counted() { --live; }
  friend bool operator==(const Counted& a, const Counted& b) {
    ++compared;
    return a.value == b.value;
  }

  int value;
};

PersistentVector<Counted> counted_to(int size) {
  PersistentVector<Counted> vector;
  for (int i = 0; i < size; ++i) vector = vector.push_back(Counted(i));
  return vector;
}

// --- The same answers as std::vector ---

struct Version {
  PersistentVector<int> vector;
  std::vector<int> model;
};

int any_value(test::Random& random) { return static_cast<int>(random.below(4)); }

Version pushed(Version version, test::Random& random) {
  // Often up to the end of a block or one past it, where a new block is opened.
  const std::size_t edge = random.chance(50) ? 32 : 1024;
  const std::size_t to_edge = edge - version.model.size() % edge;
  const std::size_t count = random.chance(60) ? 1 + random.below(3) : to_edge + random.below(2);
  for (std::size_t i = 0; i < count; ++i) {
    version.model.push_back(any_value(random));
    version.vector = version.vector.push_back(version.model.back());
  }
  return version;
}

Version taken(Version version, test::Random& random) {
  std::size_t size = random.below(version.model.size() + 1);
  if (random.chance(30)) size -= size % 32;
  version.model.resize(size);
  return {version.vector.take(size), version.model};
}

Version inserted(Version version, test::Random& random) {
  const std::size_t i = random.below(version.model.size() + 1);
  const int value = any_value(random);
  version.model.insert(version.model.begin() + static_cast<std::ptrdiff_t>(i), value);
  return {version.vector.insert(i, value), version.model};
}

Version with_one_set(Version version, test::Random& random) {
  const std::size_t i = random.below(version.model.size());
  version.model[i] = any_value(random);
  return {version.vector.set(i, version.model[i]), version.model};
}

Version with_one_erased(Version version, test::Random& random) {
  const std::size_t i = random.below(version.model.size());
  version.model.erase(version.model.begin() + static_cast<std::ptrdiff_t>(i));
  return {version.vector.erase(i), version.model};
}

Version derived(const Version& version, test::Random& random) {
  const std::size_t choice = random.below(10);
  if (version.model.empty() || choice < 4) return pushed(version, random);
  if (choice < 6) return with_one_set(version, random);
  if (choice < 8) return taken(version, random);
  return choice == 8 ? inserted(version, random) : with_one_erased(version, random);
}

// Versions that fork off each other again and again; none is dropped.
std::vector<Version> random_versions(test::Random& random, std::size_t count) {
  std::vector<Version> versions(1);
  while (versions.size() < count) {
    const bool newest = random.chance(50);
    versions.push_back(derived(newest ? versions.back() : random.pick(versions), random));
  }
  return versions;
}

TEST(PersistentVector, AllVersionsOfRandomHistoriesKeepTheElementsOfTheModel) {
  test::expect_law("versions agree with std::vector", [](test::Random& random) {
    for (const Version& version : random_versions(random, 30)) {
      RC_ASSERT(version.vector.size() == version.model.size());
      RC_ASSERT(elements_of(version.vector) == version.model);
    }
  });
}

TEST(PersistentVector, IndexBackAndForEachFromAgreeWithTheModel) {
  test::expect_law("reads agree with std::vector", [](test::Random& random) {
    for (const Version& version : random_versions(random, 10)) {
      RC_ASSERT(version.vector.empty() == version.model.empty());
      for (std::size_t i = 0; i < version.model.size(); ++i) RC_ASSERT(version.vector[i] == version.model[i]);
      if (!version.model.empty()) RC_ASSERT(version.vector.back() == version.model.back());
      const std::size_t from = random.below(version.model.size() + 1);
      std::vector<int> rest;
      version.vector.for_each_from(from, [&rest](int value) { rest.push_back(value); });
      RC_ASSERT(rest ==
                std::vector<int>(version.model.begin() + static_cast<std::ptrdiff_t>(from), version.model.end()));
    }
  });
}

TEST(PersistentVector, DifferencesAgreeWithThePlainComparison) {
  test::expect_law("differences agree with the plain comparison", [](test::Random& random) {
    const std::vector<Version> versions = random_versions(random, 15);
    for (int pair = 0; pair < 15; ++pair) {
      const Version& a = random.pick(versions);
      const Version& b = random.pick(versions);
      std::vector<std::size_t> expected;
      const std::size_t size = std::min(a.model.size(), b.model.size());
      for (std::size_t i = 0; i < size; ++i) {
        if (a.model[i] != b.model[i]) expected.push_back(i);
      }
      std::vector<std::size_t> found;
      for_each_difference(a.vector, b.vector, [&found](std::size_t i) { found.push_back(i); });
      RC_ASSERT(found == expected);
      RC_ASSERT(first_difference(a.vector, b.vector) == (expected.empty() ? size : expected.front()));
    }
  });
}

TEST(PersistentVector, EverySizeAtAnEdgeOfABlockCanBeTakenPushedAndForked) {
  const PersistentVector<int> whole = counting_to(33000);
  for (const std::size_t size : kEdgeSizes) {
    const PersistentVector<int> part = whole.take(size);
    std::vector<int> expected(size);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(elements_of(part), expected);
    expected.push_back(-1);
    EXPECT_EQ(elements_of(part.push_back(-1)), expected);
    expected.back() = -2;
    EXPECT_EQ(elements_of(part.push_back(-2)), expected);
  }
  EXPECT_EQ(elements_of(whole), elements_of(counting_to(33000)));
}

TEST(PersistentVector, ForwardIteratorsCanBeKeptAndWalkedAgain) {
  static_assert(std::forward_iterator<PersistentVector<int>::Iterator>);
  const PersistentVector<int> vector = counting_to(70);
  auto walked = vector.begin();
  const auto kept = walked++;
  EXPECT_EQ(*kept, 0);
  EXPECT_EQ(*walked, 1);
  EXPECT_EQ(std::distance(kept, vector.end()), 70);
  EXPECT_EQ(PersistentVector<int>().begin(), PersistentVector<int>().end());
}

// --- Sharing ---

TEST(PersistentVector, PushingBuildsOneLeafPer32ElementsAndCopiesNone) {
  Counted::reset();
  std::vector<PersistentVector<Counted>> versions(1);
  for (int i = 0; i < 100'000; ++i) versions.push_back(versions.back().push_back(Counted(i)));
  EXPECT_EQ(Counted::built, 100'000);
  EXPECT_EQ(Counted::copied, 0);
}

TEST(PersistentVector, AllVersionsOfOneBranchHoldTheSameElements) {
  const PersistentVector<int> old = counting_to(1000);
  PersistentVector<int> vector = old;
  for (int i = 0; i < 2000; ++i) vector = vector.push_back(i);
  for (std::size_t i = 0; i < old.size(); ++i) EXPECT_EQ(&old[i], &vector[i]);
}

TEST(PersistentVector, AForkCopiesOnceAndThenAppendsToItsOwnBlocks) {
  const PersistentVector<Counted> trunk = counted_to(50'005);
  const PersistentVector<Counted> first = trunk.push_back(Counted(-1));
  Counted::reset();
  PersistentVector<Counted> second = trunk.push_back(Counted(-2));
  EXPECT_EQ(Counted::built, 32);
  EXPECT_EQ(Counted::copied, 50'005 % 32);
  for (int i = 0; i < 320; ++i) second = second.push_back(Counted(i));
  EXPECT_EQ(Counted::built, 32 + 320);
  EXPECT_EQ(Counted::copied, 50'005 % 32);
  EXPECT_EQ(first[50'005].value, -1);
  EXPECT_EQ(second[50'005].value, -2);
}

TEST(PersistentVector, SetCopiesOneLeafAndSharesTheOthers) {
  const PersistentVector<Counted> vector = counted_to(50'000);
  Counted::reset();
  const PersistentVector<Counted> other = vector.set(7000, Counted(-1));
  EXPECT_EQ(Counted::built, 32);
  EXPECT_EQ(Counted::copied, 31);
  for (std::size_t i = 0; i < vector.size(); ++i) {
    EXPECT_EQ(&vector[i] == &other[i], i / 32 != 7000 / 32) << i;
  }
}

TEST(PersistentVector, TakeCopiesNothing) {
  const PersistentVector<Counted> vector = counted_to(50'000);
  Counted::reset();
  for (std::size_t size = 1; size < vector.size(); size += 997) {
    EXPECT_EQ(&vector.take(size).back(), &vector[size - 1]);
  }
  EXPECT_EQ(Counted::built, 0);
  EXPECT_EQ(Counted::copied, 0);
}

TEST(PersistentVector, TakeLetsGoOfTheBlocksOutsideItsRoot) {
  const long before = Counted::live;
  PersistentVector<Counted> vector = counted_to(50'000);
  vector = vector.take(1024);
  EXPECT_EQ(Counted::live - before, 1024);
}

TEST(PersistentVector, InsertAndEraseKeepTheElementsBeforeThem) {
  const PersistentVector<Counted> vector = counted_to(50'000);
  Counted::reset();
  const PersistentVector<Counted> longer = vector.insert(49'900, Counted(-1));
  const PersistentVector<Counted> shorter = vector.erase(49'900);
  EXPECT_LE(Counted::built, 2 * (100 + 2 * 32));
  EXPECT_EQ(&longer[49'800], &vector[49'800]);
  EXPECT_EQ(&shorter[49'800], &vector[49'800]);
}

TEST(PersistentVector, OneDifferenceIsFoundByLookingIntoOneLeaf) {
  const PersistentVector<Counted> vector = counted_to(100'000);
  const PersistentVector<Counted> other = vector.set(77'777, Counted(-1));
  Counted::reset();
  EXPECT_EQ(first_difference(vector, other), 77'777U);
  EXPECT_EQ(Counted::compared, 77'777 % 32 + 1);
  Counted::reset();
  for_each_difference(vector, other, [](std::size_t i) { EXPECT_EQ(i, 77'777U); });
  EXPECT_EQ(Counted::compared, 32);
}

TEST(PersistentVector, VersionsOfOneBranchAreComparedWithoutLookingAtElements) {
  const PersistentVector<Counted> old = counted_to(30'000);
  PersistentVector<Counted> vector = old;
  for (int i = 0; i < 30'000; ++i) vector = vector.push_back(Counted(i));
  Counted::reset();
  EXPECT_EQ(first_difference(old, vector), 30'000U);
  EXPECT_EQ(Counted::compared, 0);
}

TEST(PersistentVector, ElementsGoWithTheLastVersionThatSharesTheirBlock) {
  const long before = Counted::live;
  {
    const PersistentVector<Counted> trunk = counted_to(5000);
    std::vector<PersistentVector<Counted>> forks;
    for (int i = 0; i < 100; ++i) forks.push_back(trunk.push_back(Counted(i)).set(3, Counted(i)));
    forks.resize(50);
  }
  EXPECT_EQ(Counted::live, before);
}

TEST(PersistentVector, HoldsSharedPointersAndLetsThemGo) {
  const auto element = std::make_shared<const std::string>("ring");
  {
    PersistentVector<std::shared_ptr<const std::string>> rings;
    for (int i = 0; i < 100; ++i) rings = rings.push_back(element);
    EXPECT_EQ(element.use_count(), 101);
    const auto fork = rings.take(40).push_back(nullptr);
    EXPECT_EQ(element.use_count(), 101 + 40 % 32);
  }
  EXPECT_EQ(element.use_count(), 1);
}

}  // namespace
}  // namespace latewood::tree
