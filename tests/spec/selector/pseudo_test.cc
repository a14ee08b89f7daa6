// Zones, depths and positions.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "canon/json_reader.h"
#include "support/sample_tree.h"

namespace latewood::test {
namespace {

using Ids = std::vector<std::string>;

// Four turns; t2 has an explicit core, the others a virtual one.
const SampleTree& pseudo_sample() {
  static const SampleTree tree = SampleTree::from_json(*parse_json(R"({"cycle":9,"root":{"id":"root","children":[
    {"id":"sys","nodeType":"^sys","children":[{"id":"s0"},{"id":"s1","offset":1}]},
    {"id":"seq","nodeType":"^seq","children":[
      {"id":"t1","nodeType":"mt","children":[{"id":"a","role":"user"}]},
      {"id":"t2","nodeType":"mt","children":[
        {"id":"p","offset":-1,"children":[{"id":"p0"},{"id":"p1","offset":1}]},
        {"id":"core","nodeType":"mc","children":[{"id":"b","role":"user"},{"id":"c","role":"tool"}]},
        {"id":"q","offset":1}]},
      {"id":"t3","nodeType":"mt:side","children":[{"id":"d","role":"user"},{"id":"e","role":"user"}]},
      {"id":"t4","nodeType":"mt","children":[{"id":"h","offset":-2},{"id":"f"},{"id":"g"}]}]},
    {"id":"ah","nodeType":"^ah","children":[{"id":"x","offset":-1},{"id":"y"},{"id":"z","offset":1}]}]}})"));
  return tree;
}

// SEL-17
TEST(SelectorPseudo, SEL_18_PreKeepsNegativeOffsets) { expect_selects(pseudo_sample(), {{":pre", {"p", "h", "x"}}}); }

TEST(SelectorPseudo, SEL_19_CoreKeepsOffsetZero) {
  expect_selects(pseudo_sample(), {{":core", {"s0", "a", "p0", "core", "b", "c", "d", "e", "f", "g", "y"}}});
}

TEST(SelectorPseudo, SEL_20_PostKeepsPositiveOffsets) {
  expect_selects(pseudo_sample(), {{":post", {"s1", "p1", "q", "z"}}});
}

// SEL-21. The offset itself is still 0.
TEST(SelectorPseudo, SEL_21_RootRegionsAndTurnsAreInNoZone) {
  expect_selects(
      pseudo_sample(),
      {{".mt:core", {}}, {"^seq:core", {}}, {"^root:core", {}}, {".mt[offset=0]", {"t1", "t2", "t3", "t4"}}});
}

// SEL-22.
TEST(SelectorPseudo, SEL_22_DepthOneIsTheNewestTurn) {
  expect_selects(pseudo_sample(), {{".mt:depth(1)", {"t4"}}, {"^seq .mt:depth(4)", {"t1"}}, {":depth(2)", {"t3"}}});
}

// SEL-23.
TEST(SelectorPseudo, SEL_23_ListedDepthsComeOlderToNewer) {
  expect_selects(pseudo_sample(), {{".mt:depth(1,3)", {"t2", "t4"}}, {".mt:depth(3,1,3)", {"t2", "t4"}}});
}

TEST(SelectorPseudo, SEL_24_RangesMayBeMixedAndReversed) {
  expect_selects(pseudo_sample(), {{".mt:depth(2-3)", {"t2", "t3"}},
                                   {".mt:depth(3-2)", {"t2", "t3"}},
                                   {".mt:depth(4,1-2)", {"t1", "t3", "t4"}},
                                   {".mt:depth(2-99999999999999999999)", {"t1", "t2", "t3"}}});
}

// SEL-25.
TEST(SelectorPseudo, SEL_25_DepthsThatDoNotExistMatchNothing) {
  expect_selects(pseudo_sample(), {{".mt:depth(0)", {}},
                                   {".mt:depth(-1)", {}},
                                   {".mt:depth(-1-1)", {"t4"}},
                                   {".mt:depth(5)", {}},
                                   {".cb:depth(1)", {}},
                                   {"^ah:depth(1)", {}},
                                   {"^seq .mc:depth(1) .cb", {}}});
}

// A depth may stand beside the rest of a step and be met from anywhere above.
TEST(SelectorPseudo, DepthsCombineWithEverythingElse) {
  expect_selects(pseudo_sample(), {{"^root .mt:side:depth(1-3) .cb", {"d", "e"}},
                                   {"^root > .mt:depth(1)", {}},
                                   {"^seq > .mt:depth(1) > .cb:core", {"f", "g"}},
                                   {".mt[nodeType='mt']:depth(1-2)", {"t4"}},
                                   {"#t3.mt:depth(2)", {"t3"}},
                                   {"#t3.mt:depth(1)", {}},
                                   {".mt:depth(2-4):depth(1-3)", {"t2", "t3"}}});
}

TEST(SelectorPseudo, SEL_26_FirstIsPerParent) {
  expect_selects(pseudo_sample(), {{".mt .cb:first", {"a", "p", "p0", "b", "d", "h"}},
                                   {"^seq .mt:first", {"t1"}},
                                   {"^seq .mt[nodeType!='mt']:first", {"t3"}},
                                   {".cb[role='tool']:first", {"c"}}});
}

TEST(SelectorPseudo, SEL_27_LastIsPerParent) {
  expect_selects(pseudo_sample(), {{".mt > .cb:last", {"a", "q", "e", "g"}},
                                   {"^seq .mt:last", {"t4"}},
                                   {"^seq .mt:side:last", {"t3"}},
                                   {".mt[id<'t3']:last > .mc > .cb", {"b", "c"}}});
}

TEST(SelectorPseudo, SEL_28_NthCountsFromOne) {
  expect_selects(pseudo_sample(), {{".mt:nth(2)", {"t2"}},
                                   {".mt:nth(5)", {}},
                                   {".mt[nodeType='mt']:nth(3)", {"t4"}},
                                   {"^root > :nth(2)", {"seq"}},
                                   {".mc > .cb:nth(2)", {"c", "e", "g"}}});
}

// Turns with 0 to 6 blocks in their cores, of which every other one is the user's.
SampleTree turns_of_all_sizes() {
  std::string turns;
  for (int size = 0; size <= 6; ++size) {
    const std::string number = std::to_string(size);
    std::string blocks;
    for (int place = 1; place <= size; ++place) {
      blocks += std::string(blocks.empty() ? "" : ",") + R"({"id":"b)" + number + std::to_string(place) +
                R"(","role":")" + (place % 2 == 1 ? "user" : "tool") + R"("})";
    }
    turns += std::string(turns.empty() ? "" : ",") + R"({"id":"t)" + number +
             R"(","nodeType":"mt","children":[{"id":"m)" + number + R"(","nodeType":"mc","children":[)" + blocks +
             "]}]}";
  }
  return SampleTree::from_json(*parse_json(
      R"({"cycle":9,"root":{"id":"root","children":[{"id":"seq","nodeType":"^seq","children":[)" + turns + "]}]}}"));
}

// Every n against the plain meaning: of each parent the n-th child that satisfies what stands to the left, if it has so
// many. Nothing else may be kept, and nothing may be missing.
TEST(SelectorPseudo, SEL_28_EveryNthIsPerParentAmongWhatTheStepKept) {
  const SampleTree tree = turns_of_all_sizes();
  for (int n = 1; n <= 8; ++n) {
    Ids all;
    Ids users;
    Ids turns;
    for (int size = 0; size <= 6; ++size) {
      const std::string prefix = "b" + std::to_string(size);
      if (n <= size) all.push_back(prefix + std::to_string(n));
      if (2 * n - 1 <= size) users.push_back(prefix + std::to_string(2 * n - 1));
    }
    if (n <= 7) turns.push_back("t" + std::to_string(n - 1));
    const std::string nth = ":nth(" + std::to_string(n) + ")";
    EXPECT_EQ(tree.select(".cb" + nth), all) << n;
    EXPECT_EQ(tree.select(".mc > .cb" + nth), all) << n;
    EXPECT_EQ(tree.select(".cb[role='user']" + nth), users) << n;
    EXPECT_EQ(tree.select("^seq > .mt" + nth), turns) << n;
  }
  EXPECT_EQ(tree.select(".cb:nth(99999999999999999999)"), Ids());
}

// D-35: left to right, each on what the ones before it kept.
TEST(SelectorPseudo, PositionsApplyInTheirOrder) {
  expect_selects(pseudo_sample(), {{".mt:depth(2-3):first", {"t2"}},
                                   {".mt:first:depth(2-3)", {}},
                                   {"#t4 > .cb:first:core", {}},
                                   {"#t4 > .cb:core:first", {"f"}},
                                   {".mt:first:last", {"t1"}},
                                   {".mt:first:nth(2)", {}}});
}

// E-19: the siblings a step reached are those that count.
TEST(SelectorPseudo, PositionsCountTheSiblingsThatTheStepReached) {
  expect_selects(pseudo_sample(),
                 {{"#t4 > .mc > .cb:first", {"f"}}, {"#t4 > .cb:first", {"h"}}, {"#t4 :core .cb:first", {"f"}}});
}

// E-18
TEST(SelectorPseudo, AVirtualCoreHasAPlaceAmongItsSiblings) {
  expect_selects(pseudo_sample(), {{"#t1 > :first > .cb", {"a"}},
                                   {"#t4 > :first > .cb", {}},
                                   {"#t4 > :nth(2) > .cb", {"f", "g"}},
                                   {"#t4 > :core:first > .cb", {"f", "g"}},
                                   {"#t4 > :core:last > .cb", {}},
                                   {"#t1 > :first", {"a"}},
                                   {"#t4 > .mc:last > .cb:last", {"g"}}});
}

TEST(SelectorPseudo, E_20_APositionKeepsTheRoot) {
  expect_selects(pseudo_sample(), {{"^root:first", {"root"}}, {"^root:last ^seq", {"seq"}}});
}

// D-35: before white space a step of zones alone passes on what it matched, too.
TEST(SelectorPseudo, SEL_29_AZoneAloneIncludesItsOwnNodes) {
  expect_selects(pseudo_sample(), {{"^ah :pre .cb", {"x"}},
                                   {"^seq :pre .cb", {"p", "p0", "p1", "h"}},
                                   {"^seq :pre > .cb", {"p0", "p1"}},
                                   {"^seq .cb:pre .cb", {"p0", "p1"}},
                                   {"^seq :pre :post .cb", {"p1"}},
                                   {"#t4 :core .cb", {"f", "g"}},
                                   {"#t2 :core .cb", {"p0", "b", "c"}}});
}

// R-04: the root is the first and only sibling.
TEST(SelectorPseudo, R_04_TheRootIsTheFirstAndOnlySibling) {
  expect_selects(pseudo_sample(), {{"^root:first", {"root"}},
                                   {"^root:last", {"root"}},
                                   {"^root:nth(1)", {"root"}},
                                   {"^root:nth(2)", {}},
                                   {"^root:first:nth(2)", {}},
                                   {"^root:nth(2) ^sys", {}},
                                   {":nth(4)", {"t4"}},
                                   {"^root:nth(1) > ^seq", {"seq"}}});
}

}  // namespace
}  // namespace latewood::test
