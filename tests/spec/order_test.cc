// The one order of siblings, and of whole trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "canon/json_reader.h"
#include "latewood/exchange.h"
#include "latewood/selector.h"
#include "support/context_probe.h"
#include "support/test_files.h"
#include "tree/node_pool.h"
#include "tree/sibling_order.h"

namespace latewood {
namespace {

using test::block;
using test::block_ids;
using test::child_ids;
using test::Ids;
using test::latest_nodes;
using test::must;
using test::Nodes;
using test::open_context;
using test::open_system_context;
using tree::Node;

const Node& sibling(std::int64_t offset, std::int64_t created_at_ns, std::uint64_t creation_index,
                    std::string_view id) {
  static tree::NodePool pool;
  tree::NodeFields fields;
  fields.offset = offset;
  fields.created_at_ns = created_at_ns;
  fields.creation_index = creation_index;
  fields.id = id;
  return **pool.add(fields);
}

std::int64_t number_or_zero(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value == nullptr ? 0 : *value->as_integer();
}

// ORDER-05, ORDER-07, ORDER-08, ORDER-09.
TEST(Order, TheExamplesSortAsTheyShould) {
  const JsonValue fixture = test::read_json_data("fixtures/ordering.expect.json");
  for (const JsonValue& one : *fixture.find("cases")->as_array()) {
    std::vector<const Node*> siblings;
    for (const JsonValue& each : *one.find("siblings")->as_array()) {
      siblings.push_back(&sibling(number_or_zero(each, "offset"), number_or_zero(each, "created_at_ns"),
                                  static_cast<std::uint64_t>(number_or_zero(each, "creation_index")),
                                  *each.find("id")->as_string()));
    }
    std::sort(siblings.begin(), siblings.end(),
              [](const Node* a, const Node* b) { return tree::sibling_less(*a, *b); });
    Ids ids;
    for (const Node* node : siblings) ids.emplace_back(node->id());
    Ids expected;
    for (const JsonValue& id : *one.find("expect")->as_array()) expected.push_back(*id.as_string());
    EXPECT_EQ(ids, expected) << *one.find("id")->as_string();
  }
}

// ORDER-01, ORDER-04. Each key decides, whatever the later ones say.
TEST(Order, AnEarlierKeyOutweighsTheLaterOnes) {
  EXPECT_TRUE(sibling_less(sibling(-1, 9, 9, "z"), sibling(0, 0, 0, "a")));
  EXPECT_TRUE(sibling_less(sibling(0, 1, 9, "z"), sibling(0, 2, 0, "a")));
  EXPECT_TRUE(sibling_less(sibling(0, 1, 1, "z"), sibling(0, 1, 2, "a")));
  EXPECT_TRUE(sibling_less(sibling(0, 1, 1, "a"), sibling(0, 1, 1, "z")));
}

TEST(Order, ORDER_02_OffsetsCompareAsSignedNumbers) {
  Context context = open_system_context();
  for (const int offset : {10, -1, 1, -2, 0}) must(context.insert(block(std::to_string(offset), offset), -1));
  const Ids expected = {"-2", "-1", "0", "1", "10"};
  EXPECT_EQ(child_ids(context.working().value(), "sys"), expected);
}

// ORDER-03.
TEST(Order, ORDER_03_StampsCompareExactlyBeyondTwoToThe53) {
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  EXPECT_TRUE(sibling_less(sibling(0, large - 1, 1, "z"), sibling(0, large, 0, "a")));
}

// ORDER-05. Bytes above 0x7f are larger than those below: code points, not signed bytes.
TEST(Order, IdsCompareByCodePoint) {
  EXPECT_TRUE(sibling_less(sibling(0, 0, 0, "z"), sibling(0, 0, 0, "\xc3\xa9")));
  EXPECT_TRUE(sibling_less(sibling(0, 0, 0, "a"), sibling(0, 0, 0, "ab")));
}

// ORDER-10.
TEST(Order, ANodeIsFollowedByWhatIsBelowIt) {
  Context context = open_context();
  must(context.insert(block("a")));
  must(context.insert(block("b")));
  must(context.insert_under(block("a2", 2), "a"));
  must(context.insert_under(block("a1", 1), "a"));
  must(context.insert_under(block("a1x"), "a1"));
  must(context.commit());
  const Ids expected = {"root", "sys", "seq", "mt:1", "mc:1", "a", "a1", "a1x", "a2", "b", "ah"};
  EXPECT_EQ(test::ids_of(latest_nodes(context)), expected);
}

// ORDER-06. However siblings are kept, what is shown is sorted after every insertion.
TEST(Order, ORDER_06_WhatIsShownIsSortedInWhateverOrderItCame) {
  Context context = open_context();
  must(context.insert(block("core")));
  int number = 0;
  for (const std::int64_t offset : {3, -2, 7, 1, -9, 3, -2, 1, 5}) {
    must(context.insert(block("x" + std::to_string(number++), offset)));
    const Nodes shown = test::children_of(must(context.working()), "ah");
    EXPECT_TRUE(std::is_sorted(shown.begin(), shown.end(), [](const NodeView& a, const NodeView& b) {
      return std::tie(a.offset, a.created_at_ns) < std::tie(b.offset, b.created_at_ns);
    }));
  }
  must(context.commit());
  const Ids expected = {"x4", "x1", "x6", "mc:1", "x3", "x7", "x0", "x5", "x8", "x2"};
  EXPECT_EQ(child_ids(latest_nodes(context), "mt:1"), expected);
}

// Nodes of one cycle in the order of their creation index.
Nodes by_creation(const Nodes& nodes, std::uint64_t cycle) {
  Nodes made;
  std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(made),
               [cycle](const NodeView& node) { return node.cycle == cycle; });
  std::sort(made.begin(), made.end(),
            [](const NodeView& a, const NodeView& b) { return a.creation_index < b.creation_index; });
  return made;
}

void commit_two_blocks(Context& context, const std::string& name) {
  must(context.insert(block(name + " post", 1)));
  must(context.insert(block(name)));
  must(context.commit());
}

TEST(Order, ORDER_11_StampsGrowStrictlyWithinACycle) {
  Context context = open_context();
  commit_two_blocks(context, "a");
  const Nodes made = by_creation(latest_nodes(context), 1);
  ASSERT_EQ(made.size(), 4U);
  for (std::size_t i = 1; i < made.size(); ++i) EXPECT_LT(made[i - 1].created_at_ns, made[i].created_at_ns);
}

// ORDER-11. A host clock that stands still or runs back does not repeat a stamp.
TEST(Order, HostStampsGrowStrictly) {
  Context context;
  for (int i = 0; i < 100; ++i) must(context.insert(block(std::to_string(i))));
  must(context.commit());
  const Nodes made = by_creation(latest_nodes(context), 1);
  for (std::size_t i = 1; i < made.size(); ++i) EXPECT_LT(made[i - 1].created_at_ns, made[i].created_at_ns);
}

// ORDER-12.
TEST(Order, ORDER_12_StampsGoOnGrowingAcrossCycles) {
  Context context = open_context();
  commit_two_blocks(context, "a");
  commit_two_blocks(context, "b");
  const Nodes nodes = latest_nodes(context);
  EXPECT_LT(by_creation(nodes, 1).back().created_at_ns, by_creation(nodes, 2).front().created_at_ns);
}

// ORDER-13.
TEST(Order, ORDER_13_TheCreationIndexRestartsEveryCycle) {
  Context context = open_context();
  commit_two_blocks(context, "a");
  commit_two_blocks(context, "b");
  for (const std::uint64_t cycle : {1U, 2U}) {
    const Nodes made = by_creation(latest_nodes(context), cycle);
    for (std::size_t i = 0; i < made.size(); ++i) EXPECT_EQ(made[i].creation_index, i) << made[i].id;
  }
}

// ORDER-14, HDR-10, HDR-16.
TEST(Order, NothingButTheFourKeysOrders) {
  Context context = open_context();
  Component first = test::block_with_ttl("first", 9);
  first.priority = 9;
  first.role = "user";
  first.kind = "text";
  first.content = "zzz";
  first.attributes = {{"data_rank", JsonValue(std::int64_t{9})}};
  Component second = test::block_with_ttl("second", 1);
  second.priority = -9;
  second.role = "assistant";
  second.kind = "call";
  second.content = "aaa";
  second.attributes = {{"data_rank", JsonValue(std::int64_t{1})}};
  must(context.insert(first));
  must(context.insert(second));
  must(context.commit());
  const Ids expected = {"first", "second"};
  EXPECT_EQ(block_ids(latest_nodes(context)), expected);
}

// ORDER-14.
TEST(Order, ReplacingContentMovesNothing) {
  Context context = open_context();
  for (const char* id : {"a", "b", "c"}) must(context.insert(block(id)));
  must(context.replace("a", {"later", {}}));
  const Ids expected = {"a", "b", "c"};
  EXPECT_EQ(block_ids(context.working().value()), expected);
}

// ORDER-15.
TEST(Order, ORDER_15_RegionsComeAsSystemSequenceHead) {
  Context context = open_system_context();
  must(context.insert(block("head")));
  must(context.insert(block("spliced"), 1));
  must(context.insert(block("system"), -1));
  const Ids expected = {"system", "spliced", "head"};
  EXPECT_EQ(block_ids(context.working().value()), expected);
}

// The ids of an exported or serialized node and of what is below it, as they come in the text.
void add_ids(const JsonValue& node, Ids& ids) {
  ids.push_back(*node.find("id")->as_string());
  const JsonValue* children = node.find("children");
  if (children == nullptr || children->as_array() == nullptr) return;
  for (const JsonValue& child : *children->as_array()) add_ids(child, ids);
}

// PLACE-10: whoever reads a snapshot meets its nodes in the same order.
TEST(Order, EveryReaderOfASnapshotSeesTheSameOrder) {
  Context context = open_system_context();
  must(context.insert(block("system"), -1));
  for (const char* id : {"a", "b"}) {
    for (const std::int64_t offset : {2, 0, -1}) must(context.insert(block(id + std::to_string(offset), offset)));
    must(context.commit());
  }
  must(context.insert(block("spliced"), 2));
  must(context.insert_under(block("late", -3), "mt:1"));
  must(context.commit());
  const Snapshot snapshot = must(context.latest());
  const Ids ids = test::ids_of(snapshot.nodes().value());
  EXPECT_EQ(must(snapshot.select(must(Selector::parse("*")))), ids);
  for (const std::string& text : {export_snapshot(snapshot).value(), serialize_snapshot(snapshot).value()}) {
    Ids listed;
    const JsonValue document = must(parse_json(text));
    add_ids(document.find("root") == nullptr ? document : *document.find("root"), listed);
    EXPECT_EQ(listed, ids);
  }
  std::size_t end = 0;
  for (const std::string& id : block_ids(snapshot.nodes().value())) {
    const std::size_t at = snapshot.provider_thread().value().find("text of " + id);
    ASSERT_NE(at, std::string::npos) << id;
    EXPECT_GE(at, end) << id;
    end = at;
  }
  Ids added = must(context.diff("@t-2", "@t0")).added;
  std::erase_if(added, [&ids](const std::string& id) { return std::find(ids.begin(), ids.end(), id) == ids.end(); });
  const auto comes_before = [&ids](const std::string& a, const std::string& b) {
    return std::find(ids.begin(), ids.end(), a) < std::find(ids.begin(), ids.end(), b);
  };
  EXPECT_TRUE(std::is_sorted(added.begin(), added.end(), comes_before));
}

// Clocks that do not do what they promise.
class OddClock : public Clock {
 public:
  explicit OddClock(std::int64_t stamp) : stamp_(stamp) {}
  std::int64_t stamp_after(std::int64_t) override { return stamp_; }

 private:
  std::int64_t stamp_;
};

// ORDER-11, TREE-07: whatever the clock says.
TEST(Order, ORDER_11_StampsAscendWithAnyClock) {
  for (const std::int64_t stamp : {INT64_MIN, std::int64_t{0}, std::int64_t{5000}, INT64_MAX}) {
    ContextOptions options;
    options.clock = std::make_shared<OddClock>(stamp);
    Context context(std::move(options));
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(context.insert({.content = JsonValue("text")}));
      ASSERT_TRUE(context.commit());
    }
    std::vector<std::string> turns;
    std::set<std::int64_t> stamps;
    for (const NodeView& node : context.latest()->nodes().value()) {
      EXPECT_TRUE(stamps.insert(node.created_at_ns).second) << node.id << ' ' << stamp;
      if (node.node_type == "mt") turns.push_back(node.id);
    }
    EXPECT_EQ(turns, (std::vector<std::string>{"mt:1", "mt:2", "mt:3"})) << stamp;
  }
}

}  // namespace
}  // namespace latewood
