#include "diff/json_patch.h"

#include <gtest/gtest.h>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "support/apply_content_diff.h"

namespace latewood::diff {
namespace {

std::string json_patch_json(const std::string& older, const std::string& newer) {
  const std::vector<PatchOp> patch = json_patch(older, newer);
  const auto patched = test::apply_json_patch(parse_json(older).value(), patch);
  EXPECT_TRUE(patched.has_value() && canonical_json(*patched) == newer) << older << " to " << newer;
  std::string json;
  append_json_patch(json, patch);
  return json;
}

struct PatchCase {
  std::string older;
  std::string newer;
  std::string patch;
};

void expect_patches(const std::vector<PatchCase>& cases) {
  for (const PatchCase& c : cases)
    EXPECT_EQ(json_patch_json(c.older, c.newer), c.patch) << c.older << " to " << c.newer;
}

TEST(JsonPatch, EqualValuesHaveNoOps) {
  for (const std::string value : {"null", "1", "\"a\"", "[]", "{}", R"({"a":[1,{"b":2}]})"}) {
    EXPECT_EQ(json_patch_json(value, value), "[]");
  }
}

TEST(JsonPatch, ScalarsAndOtherKindsAreReplaced) {
  expect_patches({
      {"\"a b\"", "\"a c\"", R"([{"op":"replace","path":"","value":"a c"}])"},
      {"{}", "[]", R"([{"op":"replace","path":"","value":[]}])"},
      {"\"{}\"", "{}", R"([{"op":"replace","path":"","value":{}}])"},
      {R"({"a":1})", R"({"a":1.0})", R"([{"op":"replace","path":"/a","value":1.0}])"},
      {R"({"a":null})", R"({"a":false})", R"([{"op":"replace","path":"/a","value":false}])"},
  });
}

TEST(JsonPatch, NumbersAreCopiedDigitByDigit) {
  expect_patches({
      {"[1]", "[123456789012345678901234567890]",
       R"([{"op":"replace","path":"/0","value":123456789012345678901234567890}])"},
      {"[0.0]", "[-0.0]", R"([{"op":"replace","path":"/0","value":-0.0}])"},
      {"{}", R"({"x":0.30000000000000004})", R"([{"op":"add","path":"/x","value":0.30000000000000004}])"},
  });
}

TEST(JsonPatch, MembersAreComparedByKey) {
  expect_patches({
      {R"({"a":1,"b":2,"d":4})", R"({"a":1,"b":3,"c":0})",
       R"([{"op":"replace","path":"/b","value":3},{"op":"add","path":"/c","value":0},{"op":"remove","path":"/d"}])"},
      {R"({"a":{"b":{"c":1}}})", R"({"a":{"b":{"c":2}}})", R"([{"op":"replace","path":"/a/b/c","value":2}])"},
      {R"({"~":2,"\u00e9":1})", R"({"z":3,"~":2})",
       R"([{"op":"add","path":"/z","value":3},{"op":"remove","path":"/\u00e9"}])"},
  });
}

// RFC 6901
TEST(JsonPatch, PointersEscapeTheirSteps) {
  expect_patches({
      {R"({"a/b":{"m~n":1}})", R"({"a/b":{"m~n":2}})", R"([{"op":"replace","path":"/a~1b/m~0n","value":2}])"},
      {R"({"":{"":1}})", R"({"":{"":2}})", R"([{"op":"replace","path":"//","value":2}])"},
      {R"({"~1":1})", R"({"~1":2})", R"([{"op":"replace","path":"/~01","value":2}])"},
      {R"({"\"\\":1})", "{}", R"([{"op":"remove","path":"/\"\\"}])"},
  });
}

TEST(JsonPatch, ElementsAreAlignedAndPatchedFromLeftToRight) {
  expect_patches({
      {"[1,2,3]", "[1,3]", R"([{"op":"remove","path":"/1"}])"},
      {"[1,3]", "[1,2,3]", R"([{"op":"add","path":"/1","value":2}])"},
      {"[1]", "[1,2,3]", R"([{"op":"add","path":"/1","value":2},{"op":"add","path":"/2","value":3}])"},
      {"[1,2,3]", "[]", R"([{"op":"remove","path":"/0"},{"op":"remove","path":"/0"},{"op":"remove","path":"/0"}])"},
      {R"([{"id":1,"v":"a"},{"id":2,"v":"b"}])", R"([{"id":1,"v":"a"},{"id":2,"v":"c"}])",
       R"([{"op":"replace","path":"/1/v","value":"c"}])"},
      {"[0,1,2,9]", "[5,9,6]",
       R"([{"op":"replace","path":"/0","value":5},{"op":"remove","path":"/1"},{"op":"remove","path":"/1"},{"op":"add","path":"/2","value":6}])"},
      {R"(["a,]","}\""])", R"(["a,]","}\\"])", R"([{"op":"replace","path":"/1","value":"}\\"}])"},
  });
}

TEST(JsonPatch, BelowSixtyFourLevelsAValueIsReplacedWhole) {
  const auto nested = [](std::size_t depth, const std::string& inner) {
    return std::string(depth, '[') + inner + std::string(depth, ']');
  };
  const std::vector<PatchOp> inside = json_patch(nested(64, "1"), nested(64, "2"));
  ASSERT_EQ(inside.size(), 1U);
  EXPECT_EQ(inside[0].value, "2");
  const std::vector<PatchOp> below = json_patch(nested(300, "1"), nested(300, "2"));
  ASSERT_EQ(below.size(), 1U);
  EXPECT_EQ(below[0].path.size(), 128U);
  EXPECT_EQ(below[0].value, nested(236, "2"));
}

}  // namespace
}  // namespace latewood::diff
