// The grammar of the selectors chapter, by the tables that come with it.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "selector/language/parser.h"
#include "selector/language/printer.h"
#include "support/test_files.h"

namespace latewood {
namespace {

using selector::parse_selector;

const JsonValue& table() {
  static const JsonValue kTable = test::read_json_data("fixtures/selector_parse.expect.json");
  return kTable;
}

// SEL-05, SEL-12, SEL-15, SEL-16, SEL-56, SEL-60, SEL-61, RANGE-02.
TEST(SelectorGrammar, EverySelectorOfTheTableIsAccepted) {
  ASSERT_GT(table().find("accept")->as_array()->size(), 50U);
  for (const JsonValue& text : *table().find("accept")->as_array()) {
    const auto query = parse_selector(*text.as_string());
    ASSERT_TRUE(query.has_value()) << *text.as_string() << ": " << query.error().message;
    EXPECT_EQ(*parse_selector(print(*query)), *query) << *text.as_string();
  }
}

// SEL-06, SEL-17, SEL-37, SEL-45, SEL-57, SEL-58, SEL-59, SEL-61, SEL-63, RANGE-06, RANGE-07, ERR-01, ERR-02, ERR-04,
// ERR-08.
TEST(SelectorGrammar, EveryMalformedSelectorOfTheTableIsRefusedWithItsCode) {
  ASSERT_GT(table().find("reject")->as_array()->size(), 60U);
  for (const JsonValue& entry : *table().find("reject")->as_array()) {
    const std::string& text = *entry.find("selector")->as_string();
    const auto query = parse_selector(text);
    ASSERT_FALSE(query.has_value()) << text;
    const Error& error = query.error();
    EXPECT_EQ(name_of(error), *entry.find("code")->as_string()) << text;
    EXPECT_FALSE(error.message.empty()) << text;
    ASSERT_TRUE(error.place.has_value()) << text;
    EXPECT_LE(error.place->offset + error.place->length, text.size()) << text;
  }
}

// SEL-63.
TEST(SelectorGrammar, SyntaxOfLaterDraftsIsRefused) {
  for (const char* text : {"@mode=latest .cb", ".cb@mode", "^seq {kind='x'}", ".cb +tag", ".cb ?? .mt", ".cb[a=1,b=2]",
                           ".cb[a=1 b=2]", ".cb([a=1])", "@t-1,@t-5 .cb", "@limit(3) .cb", ".cb | .mt", ".cb ~ .mt"}) {
    const auto query = parse_selector(text);
    ASSERT_FALSE(query.has_value()) << text;
    EXPECT_EQ(name_of(query.error()), "E_SELECTOR_INVALID") << text;
  }
}

// SEL-45: a moment after the latest cannot exist; one that merely does not is a matter of the history.
TEST(SelectorGrammar, SEL_45_OnlyPositiveRelativeMomentsAreInvalid) {
  for (const char* text : {"@t1 *", "@t99999999999999999999 *", "@t1..@t-1 *", "@t-1..@t1 *", "@t-1:1 *"}) {
    EXPECT_EQ(name_of(parse_selector(text).error()), "E_SELECTOR_INVALID") << text;
  }
  for (const char* text : {"@t0 *", "@t00 *", "@t-99999999999999999999 *", "@c0 *", "@c99999999999999999999 *"}) {
    EXPECT_TRUE(parse_selector(text).has_value()) << text;
  }
}

// RANGE-03: the separator leaves no trace.
TEST(SelectorGrammar, RANGE_03_SeparatorsAreInterchangeable) {
  EXPECT_EQ(*parse_selector("@t-5..@t-1 .cb"), *parse_selector("@t-5:@t-1 .cb"));
  EXPECT_EQ(*parse_selector("@t-5..-1 .cb"), *parse_selector("@t-5:-1 .cb"));
  EXPECT_EQ(*parse_selector("@c3..7 .cb"), *parse_selector("@c3:7 .cb"));
}

// ---- the page for users ----

struct Row {
  std::string section;
  std::vector<std::string> cells;  // without the backquotes around them
};

std::string trimmed(std::string cell) {
  cell.erase(0, cell.find_first_not_of(" `"));
  cell.erase(cell.find_last_not_of(" `") + 1);
  return cell;
}

// The rows of its tables that start with code.
std::vector<Row> rows_of_page() {
  std::vector<Row> rows;
  std::string section;
  std::istringstream page(test::read_file(test::source_root() / "docs/selectors.md"));
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) section = line.substr(3);
    if (!line.starts_with("| `")) continue;
    Row row{section, {}};
    std::istringstream cells(line.substr(1));
    for (std::string cell; std::getline(cells, cell, '|');) row.cells.push_back(trimmed(cell));
    rows.push_back(row);
  }
  return rows;
}

// SEL-53: what the page says is so.
TEST(SelectorGrammar, ThePageForUsersShowsSelectorsThatReadAsItSays) {
  std::size_t errors = 0;
  ASSERT_GT(rows_of_page().size(), 50U);
  for (const Row& row : rows_of_page()) {
    const auto query = parse_selector(row.cells.at(0));
    if (row.section != "Errors") {
      EXPECT_TRUE(query.has_value()) << row.cells.at(0);
      continue;
    }
    ++errors;
    ASSERT_FALSE(query.has_value()) << row.cells.at(0);
    EXPECT_EQ(name_of(query.error()), row.cells.at(1)) << row.cells.at(0);
    EXPECT_EQ(query.error().message, row.cells.at(2));
  }
  EXPECT_GT(errors, 10U);
}

}  // namespace
}  // namespace latewood
