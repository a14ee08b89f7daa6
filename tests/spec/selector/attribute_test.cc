// What `[key op literal]` means: numbers, texts, null, and attributes of no declared type.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "canon/json_reader.h"
#include "support/sample_tree.h"

namespace latewood::test {
namespace {

using Ids = std::vector<std::string>;

const SampleTree& attribute_sample() {
  static const SampleTree tree = SampleTree::from_json(*parse_json(R"({"cycle":7,"root":{"id":"root","children":[
    {"id":"sys","nodeType":"^sys","children":[
      {"id":"a","offset":-1,"role":"user","kind":"text","ttl":1,"priority":2,"created_at_ns":1000000000,"data_x":5},
      {"id":"b","role":"","ttl":0,"priority":-1,"created_at_ns":9007199254740993,"data_x":"5","provenance":"p"},
      {"id":"c","offset":1,"role":"User","created_at_ns":9007199254740992,"data_x":true,"removable":false,"key":"k"},
      {"id":"d","offset":2,"data_x":2.5,"data_big":123456789012345678901234567890,"app:tag":"z","removable":true},
      {"id":"e","offset":3,"data_x":null,"data_list":[1,2],"content":"text"}]}]}})"));
  return tree;
}

// Each test on the blocks of the sample.
void expect_attributes(std::vector<SelectorExample> examples) {
  for (SelectorExample& example : examples) example.selector.insert(0, ".cb");
  expect_selects(attribute_sample(), examples);
}

const Ids kAllBlocks = {"a", "b", "c", "d", "e"};

// SEL-30, SEL-31: every operator on every kind of attribute.
TEST(SelectorAttribute, SEL_30_EveryHeaderCanBeAsked) {
  expect_attributes({{"[offset>=2]", {"d", "e"}},
                     {"[ttl<=1]", {"a", "b"}},
                     {"[priority>0]", {"a"}},
                     {"[cycle=7]", kAllBlocks},
                     {"[created_at_ns<2000000000]", {"a", "d", "e"}},
                     {"[created_at_iso='1970-01-01T00:00:01.000000000Z']", {"a"}},
                     {"[nodeType='cb']", kAllBlocks},
                     {"[id='c']", {"c"}},
                     {"[role='user']", {"a"}},
                     {"[kind='text']", {"a"}},
                     {"[creation_index>=6]", {"e"}},
                     {"[provenance='p']", {"b"}},
                     {"[content_hash]", kAllBlocks},
                     {"[app:tag='z']", {"d"}}});
}

TEST(SelectorAttribute, SEL_31_EveryOperatorWorks) {
  expect_attributes({{"[offset=1]", {"c"}},
                     {"[offset!=1]", {"a", "b", "d", "e"}},
                     {"[offset<1]", {"a", "b"}},
                     {"[offset<=1]", {"a", "b", "c"}},
                     {"[offset>1]", {"d", "e"}},
                     {"[offset>=1]", {"c", "d", "e"}},
                     {"[id<'c']", {"a", "b"}},
                     {"[id<='c']", {"a", "b", "c"}},
                     {"[id>'c']", {"d", "e"}},
                     {"[id>='c']", {"c", "d", "e"}},
                     {"[id!='c']", {"a", "b", "d", "e"}},
                     {"[created_at_iso<'1970-01-01T00:00:01']", {"d", "e"}},
                     {"[created_at_iso>='1970-01-01T00:00:01']", {"a", "b", "c"}},
                     {"[created_at_iso!='x']", kAllBlocks},
                     {"[content_hash>='']", kAllBlocks}});
}

TEST(SelectorAttribute, SEL_32_ABareKeyMeansPresentAndNotNull) {
  expect_attributes(
      {{"[ttl]", {"a", "b"}}, {"[data_x]", {"a", "b", "c", "d"}}, {"[role]", {"a", "b", "c"}}, {"[id]", kAllBlocks}});
}

// SEL-33.
TEST(SelectorAttribute, SEL_33_SeveralTestsMustAllHold) {
  expect_attributes({{"[offset>=0][ttl]", {"b"}}, {"[role][ttl][priority>0]", {"a"}}, {"[offset>1][offset<1]", {}}});
}

// SEL-46.
TEST(SelectorAttribute, SEL_46_HeaderNumbersCompareExactly) {
  expect_attributes({{"[created_at_ns=9007199254740993]", {"b"}},
                     {"[created_at_ns<9007199254740993]", {"a", "c", "d", "e"}},
                     {"[created_at_ns<9007199254740992.5]", {"a", "c", "d", "e"}},
                     {"[offset=1.0]", {"c"}},
                     {"[offset=0.5]", {}},
                     {"[offset>-0.5]", {"b", "c", "d", "e"}},
                     {"[priority<-0.5]", {"b"}},
                     {"[cycle>-1]", kAllBlocks},
                     {"[cycle<-1]", {}},
                     {"[cycle<99999999999999999999999]", kAllBlocks},
                     {"[created_at_ns>-99999999999999999999999.5]", kAllBlocks}});
}

// SEL-47.
TEST(SelectorAttribute, SEL_47_NullHasNoOrder) {
  expect_attributes(
      {{"[ttl<5]", {"a", "b"}}, {"[ttl>=null]", {}}, {"[offset<=null]", {}}, {"[role<'zzz']", {"a", "b", "c"}}});
}

// SEL-48.
TEST(SelectorAttribute, SEL_48_NullEqualsNullOnly) {
  expect_attributes({{"[ttl=null]", {"c", "d", "e"}},
                     {"[ttl=None]", {"c", "d", "e"}},
                     {"[ttl!=1]", {"b", "c", "d", "e"}},
                     {"[role=null]", {"d", "e"}},
                     {"[role!='user']", {"b", "c", "d", "e"}},
                     {"[role!=null]", {"a", "b", "c"}},
                     {"[role='null']", {}},
                     {"[offset=null]", {}},
                     {"[offset!=null]", kAllBlocks}});
}

// SEL-49.
TEST(SelectorAttribute, SEL_49_TextsCompareByCodePoint) {
  expect_attributes(
      {{"[role='User']", {"c"}}, {"[role<'a']", {"b", "c"}}, {"[role>'User']", {"a"}}, {"[id=a]", {"a"}}});
}

// SEL-50.
TEST(SelectorAttribute, SEL_50_AnEmptyTextIsAValue) {
  expect_attributes({{"[role='']", {"b"}}, {"[role!='']", {"a", "c", "d", "e"}}});
}

// SEL-51.
TEST(SelectorAttribute, SEL_51_EqualityKeepsTypesAndOrderTriesNumbers) {
  expect_attributes({{"[data_x=5]", {"a"}},
                     {"[data_x='5']", {"b"}},
                     {"[data_x=5.0]", {"a"}},
                     {"[data_x!=5]", {"b", "c", "d", "e"}},
                     {"[data_x=2.5]", {"d"}},
                     {"[data_x>3]", {"a", "b", "c"}},
                     {"[data_x<=5]", {"a", "b", "d"}},
                     {"[data_x<'10']", {"a", "b", "d"}},
                     {"[data_x<'x']", {"a", "b", "c", "d"}}});
}

// SEL-52.
TEST(SelectorAttribute, SEL_52_BooleansCompareAsTexts) {
  expect_attributes({{"[data_x=true]", {"c"}},
                     {"[data_x='true']", {"c"}},
                     {"[removable=true]", {"d"}},
                     {"[removable=false]", {"c"}},
                     {"[removable]", {"c", "d"}},
                     {"[removable!=true]", {"a", "b", "c", "e"}}});
}

TEST(SelectorAttribute, SEL_54_AQuotedNumberIsANumberForHeaders) {
  expect_attributes({{"[ttl='1']", {"a"}},
                     {"[ttl='one']", {}},
                     {"[ttl<'one']", {}},
                     {"[ttl!='one']", kAllBlocks},
                     {"[offset=' 1']", {}}});
}

// SEL-55.
TEST(SelectorAttribute, SEL_55_AnAttributeThatNoNodeHasIsNull) {
  expect_attributes(
      {{"[data_none=1]", {}}, {"[data_none!=1]", kAllBlocks}, {"[data_none=null]", kAllBlocks}, {"[data_none<1]", {}}});
}

TEST(SelectorAttribute, E_14_IntegersOfAnyLengthCompareExactly) {
  expect_attributes({{"[data_big=123456789012345678901234567890]", {"d"}},
                     {"[data_big=123456789012345678901234567891]", {}},
                     {"[data_big<123456789012345678901234567890.5]", {"d"}},
                     {"[data_big>1]", {"d"}}});
}

TEST(SelectorAttribute, E_21_ContentAndTheShapeOfTheTreeAreNull) {
  expect_attributes({{"[content]", {}}, {"[parent]", {}}, {"[parent_id=null]", kAllBlocks}, {"[children!=null]", {}}});
}

TEST(SelectorAttribute, E_24_ListsAreOrderedByTheirText) {
  expect_attributes({{"[data_list<'[1,3]']", {"e"}}, {"[data_list>'[1,2]']", {}}, {"[data_list='[1,2]']", {}}});
}

// E-41
TEST(SelectorAttribute, ValuesOfDifferentTypesDiffer) {
  expect_attributes({{"[data_list!=1]", kAllBlocks}, {"[key!=1]", kAllBlocks}});
}

// A ttl is what is left at the cycle of the tree; one that is overdue shows 0 (TTL-09).
TEST(SelectorAttribute, TheTtlDependsOnTheCycleOfTheTree) {
  selector::Scope later = attribute_sample().scope();
  later.cycle = 20;
  const auto ids = [&](const char* text) {
    return attribute_sample().ids_at(selector::Plan(parsed(text)).match(later));
  };
  EXPECT_EQ(ids("[ttl=0]"), (Ids{"a", "b"}));
  EXPECT_EQ(ids("[ttl<0]"), Ids{});
  EXPECT_EQ(ids("[ttl>=1]"), Ids{});
  EXPECT_EQ(ids("[ttl>=-5]"), (Ids{"a", "b"}));
}

}  // namespace
}  // namespace latewood::test
