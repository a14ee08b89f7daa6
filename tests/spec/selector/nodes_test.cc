// Which nodes a selector names: roots, types, ids, combinators, groups.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "canon/json_reader.h"
#include "support/sample_tree.h"

namespace latewood::test {
namespace {

using Ids = std::vector<std::string>;

// Two turns: the older with an explicit core, the newer with a virtual one.
const SampleTree& nodes_sample() {
  static const SampleTree tree = SampleTree::from_json(*parse_json(R"({"cycle":7,"root":{"id":"root","children":[
    {"id":"sys","nodeType":"^sys","children":[{"id":"s1","role":"system"}]},
    {"id":"seq","nodeType":"^seq","children":[
      {"id":"t1","nodeType":"mt","children":[
        {"id":"pre","offset":-1,"role":"system"},
        {"id":"core","nodeType":"mc","children":[
          {"id":"u1","role":"user","kind":"text"},
          {"id":"call","role":"assistant","kind":"tool_call","children":[{"id":"arg","nodeType":"custom:note"}]}]},
        {"id":"sum","nodeType":"cb:summary","offset":1},
        {"id":"deep","nodeType":"cb:summary:x","offset":2}]},
      {"id":"t2","nodeType":"mt","children":[
        {"id":"hint","offset":-1},
        {"id":"u2","role":"user"},
        {"id":"a2","role":"assistant","children":[{"id":"inner","offset":3}]},
        {"id":"tail","offset":1}]}]},
    {"id":"ah","nodeType":"^ah","children":[{"id":"now","role":"user"}]}]}})"));
  return tree;
}

TEST(SelectorNodes, SEL_05_RootsYieldTheirContainers) {
  expect_selects(nodes_sample(), {{"^root", {"root"}}, {"^sys", {"sys"}}, {"^seq", {"seq"}}, {"^ah", {"ah"}}});
}

// SEL-03, SEL-04
TEST(SelectorNodes, ResultsComeInDocumentOrder) {
  expect_selects(nodes_sample(), {{"*", {"root", "sys",  "s1", "seq",  "t1", "pre", "core",  "u1",   "call", "arg",
                                         "sum",  "deep", "t2", "hint", "u2", "a2",  "inner", "tail", "ah",   "now"}},
                                  {"[role]", {"s1", "pre", "u1", "call", "u2", "a2", "now"}}});
}

TEST(SelectorNodes, SEL_07_ClassesMatchByClass) {
  expect_selects(nodes_sample(), {{".mt", {"t1", "t2"}}, {".mc", {"core"}}, {"^ah .cb", {"now"}}});
}

// SEL-08, TREE-12.
TEST(SelectorNodes, SEL_08_BlocksOfEveryTypeAreBlocks) {
  expect_selects(nodes_sample(), {{"^seq #t1 .cb", {"pre", "u1", "call", "arg", "sum", "deep"}}});
}

TEST(SelectorNodes, SEL_09_ASubtypeMatchesExactly) {
  expect_selects(nodes_sample(), {{".cb:summary", {"sum"}}, {".cb:summary:x", {"deep"}}});
}

TEST(SelectorNodes, SEL_10_TheTypeTokenAndTheAttributeAgree) {
  EXPECT_EQ(nodes_sample().select(".cb:summary"), nodes_sample().select("[nodeType='cb:summary']"));
}

TEST(SelectorNodes, SEL_11_KindIsNoType) {
  expect_selects(nodes_sample(), {{".tool_call", {}}, {".cb[kind='tool_call']", {"call"}}});
}

// SEL-12
TEST(SelectorNodes, ExtensionTypesCanBeNamed) { expect_selects(nodes_sample(), {{".custom:note", {"arg"}}}); }

TEST(SelectorNodes, SEL_13_AliasesNameTheClasses) {
  for (const auto& [alias, token] : std::vector<std::pair<const char*, const char*>>{
           {".seg", ".mt"}, {".cont", ".mc"}, {".block", ".cb"}, {".cont > .block", ".mc > .cb"}}) {
    EXPECT_EQ(nodes_sample().select(alias), nodes_sample().select(token)) << alias;
  }
}

// SEL-14.
TEST(SelectorNodes, SEL_14_IdsMatchExactlyAndCaseSensitively) {
  expect_selects(nodes_sample(),
                 {{"#u2", {"u2"}}, {"#U2", {}}, {"#u", {}}, {"#root", {"root"}}, {"#seq", {"seq"}}, {"#t1", {"t1"}}});
}

TEST(SelectorNodes, AnIdIsCheckedAgainstTheRestOfItsStepAndItsAncestors) {
  expect_selects(nodes_sample(), {{"#u2.cb[role='user']", {"u2"}},
                                  {"#u2.mt", {}},
                                  {"^ah #u2", {}},
                                  {"^seq #t2 #u2", {"u2"}},
                                  {"#t1 #u2", {}},
                                  {"#t2 > .mc > #u2", {"u2"}},
                                  {"#core > #arg", {}},
                                  {"#core #arg", {"arg"}},
                                  {"#nobody .cb", {}},
                                  {"#nobody, #u1", {"u1"}},
                                  {"[id='u1']", {"u1"}},
                                  {"^seq > #t2", {"t2"}},
                                  {"^root > #t2", {}}});
}

// SEL-34.
TEST(SelectorNodes, SEL_34_TheDescendantCombinatorReachesAnyDepth) {
  expect_selects(nodes_sample(),
                 {{"^seq .custom:note", {"arg"}}, {"^root .mt .custom:note", {"arg"}}, {".cb .cb", {"arg", "inner"}}});
}

// SEL-35.
TEST(SelectorNodes, SEL_35_TheChildCombinatorReachesChildrenOnly) {
  expect_selects(nodes_sample(), {{"#t1 > .cb", {"pre", "sum", "deep"}},
                                  {".mc > .cb", {"u1", "call", "u2", "a2", "now"}},
                                  {"^root > *", {"sys", "seq", "ah"}},
                                  {"^seq > *", {"t1", "t2"}},
                                  {".cb > .cb > .cb", {}}});
}

// D-01, PLACE-04: the blocks of a virtual core are children of it and of the turn.
TEST(SelectorNodes, AVirtualCoreStandsInAnyStepButTheLast) {
  expect_selects(nodes_sample(), {{"#t2 > .cb", {"hint", "u2", "a2", "tail"}},
                                  {"#t2 .mc", {}},
                                  {"#t2 .mc .cb", {"u2", "a2", "inner"}},
                                  {"#t2 > * > .cb", {"u2", "a2", "inner"}},
                                  {"#t2 [nodeType='mc'] > .cb", {"u2", "a2"}},
                                  {"#t2 [offset=0][role=null] > .cb", {"u2", "a2"}},
                                  {"#t2 [role='user'] > .cb", {}},
                                  {"#t2 .mc[id] > .cb", {}},
                                  {"#t2 .mc[ttl=null][priority=null] > .cb", {"u2", "a2"}},
                                  {"^sys .mc > .cb", {}}});
}

// SEL-36.
TEST(SelectorNodes, SEL_36_GroupsAreAUnionInDocumentOrder) {
  expect_selects(nodes_sample(), {{"#tail, #pre, .cb[role='system'], #pre", {"s1", "pre", "tail"}},
                                  {"^ah, ^root, .mt, ^sys", {"root", "sys", "t1", "t2", "ah"}},
                                  {"^seq .mt:depth(1) .cb[role], .cb[role='user']", {"u1", "u2", "a2", "now"}}});
}

TEST(SelectorNodes, SEL_37_AStarMatchesAnyNode) {
  expect_selects(nodes_sample(), {{"#a2 *", {"inner"}}, {"#t2 > .mc > *", {"u2", "a2"}}});
}

// SEL-38.
TEST(SelectorNodes, SEL_38_WithoutARootTheWholeTreeIsSearched) {
  expect_selects(nodes_sample(), {{".cb[role='user']", {"u1", "u2", "now"}}, {"[nodeType='^seq']", {"seq"}}});
}

// SEL-62.
TEST(SelectorNodes, SEL_62_NothingFoundIsAnEmptyList) {
  expect_selects(nodes_sample(),
                 {{"^ah .mt", {}}, {"^sys > ^seq", {}}, {"^seq ^seq", {}}, {".mt .mt", {}}, {"^seq.cb", {}}});
}

// DEBUG-04
TEST(SelectorNodes, TheDebugQueriesWork) {
  expect_selects(nodes_sample(), {{"^ah :pre .cb", {}}, {"^seq .mt:depth(1,2) .cb[role='assistant']", {"call", "a2"}}});
  expect_selects(nodes_sample(), {{"^root .cb[ttl<=1]", {}}});
}

}  // namespace
}  // namespace latewood::test
