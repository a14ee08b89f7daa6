// The tables of docs/format/canonical_json.md.
#include <gtest/gtest.h>

#include <string>

#include "canon/hex.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "support/document/format.h"

namespace latewood {
namespace {

// In the tables `<c3a9>` stands for bytes that ASCII cannot show.
std::string input_of(const std::string& cell) {
  std::string input;
  for (std::size_t at = 0; at < cell.size();) {
    const std::size_t close = cell.find('>', at);
    const auto bytes =
        cell[at] == '<' && close != cell.npos ? parse_hex(cell.substr(at + 1, close - at - 1)) : std::nullopt;
    if (bytes) {
      input += *bytes;
      at = close + 1;
    } else {
      input += cell[at++];
    }
  }
  return input;
}

TEST(CanonicalJsonExamples, InputsGiveTheirBytes) {
  for (const auto& row : test::FormatDocument("canonical_json.md").rows("Input")) {
    ASSERT_EQ(row.size(), 3U);
    SCOPED_TRACE(row[0]);
    const auto value = parse_json(input_of(row[0]));
    ASSERT_TRUE(value.has_value()) << value.error().message;
    EXPECT_EQ(canonical_json(*value), row[1]);
  }
}

TEST(CanonicalJsonExamples, OutputsAreTheirOwnCanonicalText) {
  for (const auto& row : test::FormatDocument("canonical_json.md").rows("Input")) {
    EXPECT_EQ(canonical_json(*parse_json(row[1])), row[1]);
  }
}

TEST(CanonicalJsonExamples, RefusedInputsFailAtTheirPlace) {
  for (const auto& row : test::FormatDocument("canonical_json.md").rows("Refused")) {
    ASSERT_EQ(row.size(), 4U);
    SCOPED_TRACE(row[0]);
    const auto value = parse_json(input_of(row[0]));
    ASSERT_FALSE(value.has_value());
    EXPECT_EQ(value.error().code, Code::InvalidArgument);
    ASSERT_TRUE(value.error().place.has_value());
    EXPECT_EQ(std::to_string(value.error().place->offset), row[1]);
    EXPECT_EQ(std::string(name_of(value.error())), row[2]);
  }
}

}  // namespace
}  // namespace latewood
