// The plain matcher against the normative results, so that it can vouch for the real one.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "canon/json_reader.h"
#include "selector/language/parser.h"
#include "support/plain/matcher.h"
#include "support/test_files.h"

namespace latewood {
namespace {

std::int64_t integer_or(const JsonValue& object, std::string_view key, std::int64_t otherwise) {
  const JsonValue* value = object.find(key);
  return value == nullptr ? otherwise : *value->as_integer();
}

std::optional<std::string> text_in(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value == nullptr ? std::nullopt : std::optional(*value->as_string());
}

// Missing members as an import completes them (D-03); siblings stand in canonical order.
NodeView node_in(const JsonValue& object, const std::string& type, const std::optional<std::string>& parent) {
  NodeView node;
  node.id = text_in(object, "id").value_or(type.substr(1));
  node.node_type = text_in(object, "nodeType").value_or(type);
  node.offset = integer_or(object, "offset", 0);
  if (object.find("ttl") != nullptr) node.ttl = integer_or(object, "ttl", 0);
  node.role = text_in(object, "role");
  node.kind = text_in(object, "kind");
  node.parent_id = parent;
  return node;
}

void add_nodes(const JsonValue& object, const std::string& type, const std::optional<std::string>& parent,
               std::vector<NodeView>& nodes) {
  nodes.push_back(node_in(object, type, parent));
  const std::string id = nodes.back().id;
  if (object.find("children") == nullptr) return;
  for (const JsonValue& child : *object.find("children")->as_array()) add_nodes(child, "cb", id, nodes);
}

std::vector<NodeView> nodes_of(const JsonValue& root) {
  std::vector<NodeView> nodes = {node_in(root, "^root", std::nullopt)};
  const std::string id = nodes.front().id;
  for (const char* region : {"^sys", "^seq", "^ah"}) {
    const JsonValue::Array& children = *root.find("children")->as_array();
    const auto found = std::find_if(children.begin(), children.end(),
                                    [region](const JsonValue& child) { return text_in(child, "nodeType") == region; });
    add_nodes(found == children.end() ? JsonValue() : *found, region, id, nodes);
  }
  return nodes;
}

void expect_results(const std::string& expectations) {
  const JsonValue table = test::read_json_data("fixtures/" + expectations);
  const JsonValue snapshot = test::read_json_data("fixtures/" + *table.find("snapshot")->as_string());
  const std::vector<NodeView> nodes = nodes_of(*snapshot.find("root"));
  std::size_t count = 0;
  for (const char* part : {"spec", "derived"}) {
    const JsonValue* cases = table.find(part);
    if (cases == nullptr) continue;
    for (const JsonValue& one : *cases->as_array()) {
      const std::string& text = *one.find("query")->as_string();
      const auto query = selector::parse_selector(text);
      ++count;
      if (one.find("error") != nullptr) {
        EXPECT_FALSE(query.has_value()) << text;
        continue;
      }
      std::vector<std::string> expected;
      for (const JsonValue& id : *one.find("expect")->as_array()) expected.push_back(*id.as_string());
      ASSERT_TRUE(query.has_value()) << text;
      EXPECT_EQ(test::plain_match(*query, nodes), expected) << text;
    }
  }
  EXPECT_GT(count, 0U) << expectations;
}

// SEL-G01 to SEL-G11, SEL-29.
TEST(PlainSelector, GivesTheNormativeResults) {
  expect_results("golden_selectors.expect.json");
  expect_results("range_depth.expect.json");
  expect_results("provider_thread_2.select.expect.json");
}

// A core without an `mc` of its own, blocks on both sides of it, and values of every type.
std::vector<NodeView> small_tree() {
  const JsonValue root = *parse_json(R"({"children": [{"id": "ah", "nodeType": "^ah", "children": [
      {"id": "before", "offset": -1}, {"id": "a", "ttl": 3}, {"id": "b", "nodeType": "cb:summary"},
      {"id": "after", "offset": 1, "children": [{"id": "inner", "offset": -1}]}]}]})");
  std::vector<NodeView> nodes = nodes_of(root);
  for (NodeView& node : nodes) {
    if (node.id != "a") continue;
    node.attributes = {{"data_big", BigInteger{"99999999999999999999999999"}},
                       {"data_double", 0.1},
                       {"data_empty", ""},
                       {"data_flag", true},
                       {"data_large", 9007199254740992.0},
                       {"data_list", JsonValue::Array{JsonValue(std::int64_t{2})}},
                       {"data_number", std::int64_t{5}},
                       {"data_text", "10"},
                       {"data_word", "abc"}};
  }
  return nodes;
}

std::vector<std::string> found(const std::string& text) {
  return test::plain_match(*selector::parse_selector(text), small_tree());
}

// D-37, E-14, E-21 to E-24, E-41.
TEST(PlainSelector, ComparesAttributesAsRuled) {
  for (const char* test : {"ttl=3.0",
                           "ttl='3'",
                           "ttl!=abc",
                           "ttl>2.5",
                           "ttl<99999999999999999999",
                           "role=null",
                           "role!='user'",
                           "data_big=99999999999999999999999999",
                           "data_big>99999999999999999999999998.5",
                           "data_double=0.1",
                           "data_double=0.10",
                           "data_double<=0.1",
                           "data_double<1",
                           "data_large=9007199254740993.0",
                           "data_large!=9007199254740993",
                           "data_large<9007199254740993",
                           "data_flag=true",
                           "data_flag='true'",
                           "data_empty=''",
                           "data_empty",
                           "data_empty!=null",
                           "data_number=5",
                           "data_number=5.0",
                           "data_number!='5'",
                           "data_number<10",
                           "data_number<'10'",
                           "data_text='10'",
                           "data_text!=10",
                           "data_text>9",
                           "data_text<'9a'",
                           "data_word>9",
                           "data_word>5.5",
                           "data_list!=2",
                           "data_list>'[1]'",
                           "data_list<'[3]'",
                           "data_none=null",
                           "data_none!=1",
                           "content=null",
                           "content_hash!=null",
                           "creation_index=0"}) {
    EXPECT_EQ(found("#a[" + std::string(test) + "]"), std::vector<std::string>{"a"}) << test;
  }
  for (const char* test : {"ttl=abc",
                           "ttl<abc",
                           "ttl<null",
                           "ttl>=null",
                           "ttl=null",
                           "role='user'",
                           "role<'z'",
                           "role",
                           "data_big=99999999999999999999999998",
                           "data_double=0.2",
                           "data_large=9007199254740993",
                           "data_flag=1",
                           "data_flag=false",
                           "data_empty=null",
                           "data_number='5'",
                           "data_text=10",
                           "data_word<9",
                           "data_list='[2]'",
                           "data_none<1",
                           "content",
                           "parent_id",
                           "children"}) {
    EXPECT_EQ(found("#a[" + std::string(test) + "]"), std::vector<std::string>{}) << test;
  }
}

// D-01, D-35, E-18 to E-20.
TEST(PlainSelector, TakesTheMissingCoreForAnOrdinaryNodeInAllStepsButTheLast) {
  using Ids = std::vector<std::string>;
  EXPECT_EQ(found(".mc"), Ids{});
  EXPECT_EQ(found("[nodeType=mc]"), Ids{});
  EXPECT_EQ(found("^ah > [nodeType=mc] > *"), (Ids{"a", "b"}));
  EXPECT_EQ(found("^ah > [offset=0]:first > *"), (Ids{"a", "b"}));
  EXPECT_EQ(found("^ah > [offset=0]:first"), Ids{"a"});
  EXPECT_EQ(found("^ah > [offset=0][priority=null] > .cb:last"), Ids{"b"});
}

TEST(PlainSelector, CountsTheSiblingsThatAStepReached) {
  using Ids = std::vector<std::string>;
  EXPECT_EQ(found(".cb:first"), (Ids{"before", "inner"}));
  EXPECT_EQ(found("^ah > .cb:nth(2)"), Ids{"a"});
  EXPECT_EQ(found(".mc > .cb:nth(2)"), Ids{"b"});
  EXPECT_EQ(found(".cb:first:core"), Ids{});
  EXPECT_EQ(found(".cb:core:first"), Ids{"a"});
  EXPECT_EQ(found("^root:nth(2)"), Ids{});
  EXPECT_EQ(found("^root:nth(1):last:first"), Ids{"root"});
  EXPECT_EQ(found("^ah :pre .cb"), (Ids{"before", "inner"}));
  EXPECT_EQ(found(":post .cb"), (Ids{"after", "inner"}));
  EXPECT_EQ(found(":post > .cb"), Ids{"inner"});
  EXPECT_EQ(found(".cb:post .cb"), Ids{"inner"});
  EXPECT_EQ(found("^ah:core, ^root:core, ^seq:core"), Ids{});
}

}  // namespace
}  // namespace latewood
