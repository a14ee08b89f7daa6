// The specification's selectors on its own snapshots, from the document to the ids: SEL-G01 to
// SEL-G11 and what follows from the rulings.
#include <gtest/gtest.h>

#include "latewood/exchange.h"
#include "latewood/selector.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

using Ids = std::vector<std::string>;

void check_example(const Context& context, const JsonValue& example) {
  const std::string& query = *example.find("query")->as_string();
  const auto selection = context.select(query);
  if (const JsonValue* rule = example.find("error")) {
    ASSERT_FALSE(selection.has_value()) << query;
    EXPECT_EQ(selection.error().rule, *rule->as_string()) << query;
    return;
  }
  ASSERT_TRUE(selection.has_value()) << query << ": " << selection.error().message;
  Ids expected;
  for (const JsonValue& id : *example.find("expect")->as_array()) expected.push_back(*id.as_string());
  EXPECT_EQ(std::get<Ids>(*selection), expected) << query;
}

std::size_t check_document(const std::string& name) {
  const JsonValue document = read_json_data("fixtures/" + name);
  const auto context = import_document(read_data("fixtures/" + *document.find("snapshot")->as_string()));
  EXPECT_TRUE(context.has_value()) << name;
  std::size_t count = 0;
  for (const char* group : {"spec", "derived"}) {
    const JsonValue* examples = document.find(group);
    if (examples == nullptr || !context) continue;
    for (const JsonValue& example : *examples->as_array()) check_example(*context, example);
    count += examples->as_array()->size();
  }
  return count;
}

TEST(SelectorExamples, TheTreeOfTheSpecification) { EXPECT_GT(check_document("golden_selectors.expect.json"), 40U); }

TEST(SelectorExamples, TheTreeOfThreeTurns) { EXPECT_GT(check_document("range_depth.expect.json"), 5U); }

TEST(SelectorExamples, TheProviderThread) { EXPECT_GT(check_document("provider_thread_2.select.expect.json"), 10U); }

}  // namespace
}  // namespace latewood::test
