#include "latewood/units.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace latewood {
namespace {

std::shared_ptr<const std::vector<Unit>> part_of(const std::string& ids) {
  std::vector<Unit> units;
  for (const char id : ids) units.push_back({std::string(1, id), {units.size() * 2, units.size() * 2 + 1}});
  return std::make_shared<const std::vector<Unit>>(std::move(units));
}

std::vector<Unit> list(const Units& units) { return {units.begin(), units.end()}; }

TEST(Units, OfSeveralPartsAreOneList) {
  Units units;
  units.add(part_of(""), 7);
  EXPECT_TRUE(units.empty());
  EXPECT_EQ(units.begin(), units.end());
  units.add(part_of("ab"), 10);
  units.add(part_of(""), 14);
  units.add(part_of("c"), 20);
  const std::vector<Unit> expected = {{"a", {10, 11}}, {"b", {12, 13}}, {"c", {20, 21}}};
  EXPECT_EQ(list(units), expected);
  ASSERT_EQ(units.size(), expected.size());
  for (std::size_t at = 0; at < expected.size(); ++at) EXPECT_EQ(units[at], expected[at]);
  EXPECT_EQ(units.back(), expected.back());
}

TEST(Units, AreEqualWhateverTheirParts) {
  Units parts;
  parts.add(part_of("ab"), 0);
  parts.add(part_of("ab"), 4);
  const Units whole(std::vector<Unit>{{"a", {0, 1}}, {"b", {2, 3}}, {"a", {4, 5}}, {"b", {6, 7}}});
  EXPECT_EQ(parts, whole);
  Units moved;
  moved.add(part_of("ab"), 0);
  moved.add(part_of("ab"), 5);
  EXPECT_NE(moved, whole);
  EXPECT_NE(Units(), whole);
  EXPECT_EQ(Units(), Units(std::vector<Unit>()));
}

}  // namespace
}  // namespace latewood
