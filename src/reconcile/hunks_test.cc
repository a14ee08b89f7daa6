#include "reconcile/hunks.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace latewood::reconcile {
namespace {

// A unit for each letter.
std::vector<Unit> units(std::string_view letters) {
  std::vector<Unit> all;
  for (const char letter : letters) {
    Unit unit;
    unit.bytes.front() = static_cast<std::uint8_t>(letter);
    all.push_back(unit);
  }
  return all;
}

std::vector<Hunk> hunks(std::string_view line, std::string_view request) {
  const auto a = units(line);
  const auto b = units(request);
  return hunks_of(a, b, compare(a, b));
}

TEST(Hunks, TheEndOfTheLineMayBeAnywhereInTheRequest) {
  const auto line = units("abcdef");
  const auto request = units("sefxy");
  const Comparison found = compare(line, request);
  EXPECT_EQ(found.prefix, 0U);
  EXPECT_EQ(found.suffix, 2U);
  EXPECT_EQ(found.given_suffix, 1U);
}

TEST(Hunks, TheEndIsNotCountedTwice) {
  const auto line = units("aa");
  EXPECT_EQ(compare(line, units("aaa")).prefix, 2U);
  EXPECT_EQ(compare(line, units("aaa")).suffix, 0U);
}

TEST(Hunks, ASummaryStandsForTheStart) {
  EXPECT_EQ(hunks("abcdef", "sefxy"), (std::vector<Hunk>{{0, 4, 0, 1}, {6, 6, 3, 5}}));
}

TEST(Hunks, UnitsThatBothHaveOnceStay) {
  EXPECT_EQ(hunks("abcdefgh", "aXcdYfgh"), (std::vector<Hunk>{{1, 2, 1, 2}, {4, 5, 4, 5}}));
}

TEST(Hunks, AnInsertionTakesTheNextUnitWithIt) { EXPECT_EQ(hunks("abcd", "aXbcd"), (std::vector<Hunk>{{1, 2, 1, 3}})); }

TEST(Hunks, WhatIsGoneAtTheEndIsCovered) { EXPECT_EQ(hunks("abcd", "ab"), (std::vector<Hunk>{{2, 4, 2, 2}})); }

}  // namespace
}  // namespace latewood::reconcile
