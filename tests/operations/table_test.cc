// The table: every row has schemas that hold, an example that runs, and one answer whatever the way.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "latewood/json_text.h"
#include "latewood/operation.h"
#include "operations/table/table.h"
#include "support/operations/story.h"
#include "support/store/place.h"

namespace latewood::test {
namespace {

using operations::Row;

TEST(OperationTable, EveryRowIsWhole) {
  std::set<std::string_view> names;
  for (const Row* row : operations::table()) {
    EXPECT_TRUE(names.insert(row->name).second) << row->name << " stands twice";
    EXPECT_FALSE(row->summary.empty()) << row->name;
    EXPECT_EQ(row->summary.back(), '.') << row->name;
    EXPECT_NE(row->edit == nullptr, row->run == nullptr) << row->name << ": exactly one function";
    EXPECT_EQ(row->arguments().kind, operations::Schema::Kind::Object) << row->name;
    EXPECT_TRUE(row->edit == nullptr || row->scope != Scope::Read) << row->name;
  }
}

// The answer to the example of a row, in a folder of its own: some operations write files.
Result<std::string> answer_to_example(const Row& row, bool as_line) {
  const TempFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  Session session = story_session("latewood.db");
  const std::string example(row.example);
  auto answer = as_line ? session.call_line(R"({"op":")" + std::string(row.name) + R"(","args":)" + example + "}")
                        : session.call(row.name, example);
  std::filesystem::current_path(before);
  return answer;
}

TEST(OperationTable, EveryExampleFitsItsSchemaRunsAndGivesAResultThatFits) {
  for (const Row* row : operations::table()) {
    const auto arguments = parse_json_text(row->example);
    ASSERT_TRUE(arguments) << row->name;
    const auto fits = operations::check(row->arguments(), *arguments);
    EXPECT_TRUE(fits) << row->name << ": " << (fits ? "" : fits.error().message);
    const auto result = answer_to_example(*row, false);
    ASSERT_TRUE(result) << row->name << ": " << result.error().message;
    const auto value = parse_json_text(*result);
    ASSERT_TRUE(value) << row->name << ": " << *result;
    const auto result_fits = operations::check(row->result(), *value);
    EXPECT_TRUE(result_fits) << row->name << ": " << (result_fits ? "" : result_fits.error().message) << "\n"
                             << *result;
    const bool has_lines = row->lines.empty() || value->find(row->lines) != nullptr;
    EXPECT_TRUE(has_lines) << row->name << " has no list " << row->lines;
  }
}

TEST(OperationTable, ALineOfASessionGivesTheSameBytesAsACall) {
  for (const Row* row : operations::table()) {
    const auto called = answer_to_example(*row, false);
    const auto line = answer_to_example(*row, true);
    ASSERT_TRUE(called && line) << row->name;
    EXPECT_EQ(*called, *line) << row->name;
  }
}

TEST(OperationTable, SchemasNameTheirMembersAndRefuseOthers) {
  Session session = story_session();
  const auto unknown = session.call("select", R"({"selektor":".cb"})");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().rule, "E_ARGUMENT_INVALID");
  EXPECT_NE(unknown.error().message.find("selektor"), std::string::npos);
  const auto wrong = session.call("apply", R"({"edits":[{"op":"insert"},{"op":7}]})");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("/edits/1/op"), std::string::npos) << wrong.error().message;
  const auto absent = session.call("select", "");
  ASSERT_FALSE(absent);
  EXPECT_NE(absent.error().message.find("'selector' is missing"), std::string::npos) << absent.error().message;
}

TEST(OperationTable, AnUnknownOperationNamesTheNearest) {
  Session session = story_session();
  const auto unknown = session.call("selct", "{}");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().rule, "E_OPERATION_UNKNOWN");
  EXPECT_EQ(unknown.error().hint, "did you mean 'select'?");
}

TEST(OperationTable, AnErrorIsAnObjectWithCodeRulePlaceAndHint) {
  const Error error{Code::NotFound, "there is no \"x\"", "E_NODE_NOT_FOUND", Place{3, 4}, "look again"};
  EXPECT_EQ(error_json(error),
            R"({"error":{"code":"E_NODE_NOT_FOUND","hint":"look again","kind":"NotFound",)"
            R"("message":"there is no \"x\"","place":{"length":4,"offset":3},"rule":"E_NODE_NOT_FOUND"}})");
  EXPECT_EQ(
      error_json({Code::Unavailable, "gone", ""}),
      R"({"error":{"code":"Unavailable","hint":null,"kind":"Unavailable","message":"gone","place":null,"rule":null}})");
}

TEST(OperationTable, TheListIsJsonWithEveryRow) {
  const auto all = parse_json_text(operations_json());
  ASSERT_TRUE(all);
  EXPECT_EQ(all->find("operations")->as_array()->size(), operations::table().size());
}

}  // namespace
}  // namespace latewood::test
