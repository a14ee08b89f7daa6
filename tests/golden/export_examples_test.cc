// The examples of docs/format/export.md.
#include <gtest/gtest.h>

#include "support/document/documents.h"
#include "support/document/format.h"

namespace latewood {
namespace {

// An example without the line feeds that the page needs.
std::string example(const std::string& name) {
  std::string text = test::FormatDocument("export.md").text("json", name);
  std::erase(text, '\n');
  return text;
}

TEST(ExportExamples, TheDocumentIsCompletedToItsExport) {
  const Context context = test::must_import(example("incomplete"));
  EXPECT_EQ(test::export_of(context), example("complete"));
  EXPECT_TRUE(serialize_snapshot(*context.latest()).value().starts_with(example("reference")));
  EXPECT_EQ(test::refusal(example("complete"), true), "imported");
}

TEST(ExportExamples, RefusedDocumentsFailAtTheirPlace) {
  for (const auto& row : test::FormatDocument("export.md").rows("Refused")) {
    ASSERT_EQ(row.size(), 4U);
    SCOPED_TRACE(row[0]);
    const auto result = test::imported(row[0]);
    ASSERT_FALSE(result.has_value());
    ASSERT_TRUE(result.error().place.has_value());
    EXPECT_EQ(std::to_string(result.error().place->offset), row[1]);
    EXPECT_EQ(std::string(name_of(result.error())), row[2]);
  }
}

}  // namespace
}  // namespace latewood
