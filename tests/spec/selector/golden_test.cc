// The golden selectors: exactly these ids, in this order.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "selector/language/parser.h"
#include "support/sample_tree.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

using Ids = std::vector<std::string>;

Ids texts_of(const JsonValue& array) {
  Ids texts;
  for (const JsonValue& text : *array.as_array()) texts.push_back(*text.as_string());
  return texts;
}

void check_case(const SampleTree& tree, const JsonValue& example) {
  const std::string& query = *example.find("query")->as_string();
  SCOPED_TRACE(query);
  if (const JsonValue* rule = example.find("error")) {
    const auto parsed = selector::parse_selector(query);
    ASSERT_FALSE(parsed.has_value());
    EXPECT_EQ(name_of(parsed.error()), *rule->as_string());
    return;
  }
  EXPECT_EQ(tree.select(query), texts_of(*example.find("expect")));
}

// Checks every case of one list of a fixture, and returns how many there are.
std::size_t check_list(const std::string& fixture, std::string_view list) {
  const JsonValue expected = read_json_data("fixtures/" + fixture);
  const auto tree = SampleTree::from_json(read_json_data("fixtures/" + *expected.find("snapshot")->as_string()));
  const JsonValue::Array& cases = *expected.find(list)->as_array();
  for (const JsonValue& example : cases) check_case(tree, example);
  return cases.size();
}

// SEL-G01, SEL-G02, SEL-G03, SEL-G04, SEL-G05, SEL-G06, SEL-G07, SEL-G08, SEL-G09, SEL-G10
TEST(SelectorGolden, TheSelectorsOfTheSpecificationGiveItsResults) {
  EXPECT_EQ(check_list("golden_selectors.expect.json", "spec"), 10U);
}

TEST(SelectorGolden, TheDerivedSelectorsGiveTheirResults) {
  EXPECT_EQ(check_list("golden_selectors.expect.json", "derived"), 37U);
}

// SEL-G11
TEST(SelectorGolden, DepthRangesGiveTheirResults) {
  EXPECT_EQ(check_list("range_depth.expect.json", "spec"), 1U);
  EXPECT_EQ(check_list("range_depth.expect.json", "derived"), 6U);
}

// SEL-18, SEL-19, SEL-20, SEL-26, SEL-27, SEL-28, SEL-29
TEST(SelectorGolden, ZonesAndPositionsGiveTheirResults) {
  EXPECT_EQ(check_list("provider_thread_2.select.expect.json", "derived"), 14U);
}

}  // namespace
}  // namespace latewood::test
