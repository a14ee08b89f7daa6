#include "diff/content_diff.h"

#include <gtest/gtest.h>

#include "support/document/format.h"

namespace latewood::diff {
namespace {

using Json = std::optional<std::string_view>;

std::string content_diff_json(Json newer, Json older, ContentMode mode) {
  std::string json;
  append_content_diff(json, content_diff("cb:1", {newer, "@t0"}, {older, "@t-1"}, {mode}));
  return json;
}

// RANGE-26, RANGE-27, RANGE-28
TEST(ContentDiff, HasTheMembersOfTheSchemaInItsOrder) {
  EXPECT_EQ(content_diff_json("\"new\"", "\"old one\"", ContentMode::Unified),
            R"({"mode":"unified","mime":"text/plain","summary":{"bytesNewer":3,"bytesOlder":7,"identical":false,)"
            R"("truncated":false},"diff":"--- older(@t-1)/cb:1\n+++ newer(@t0)/cb:1\n@@ -1,1 +1,1 @@\n-old one\n)"
            R"(\\ No newline at end of file\n+new\n\\ No newline at end of file\n"})");
  EXPECT_EQ(content_diff_json("{\"a\":2}", "{\"a\":1}", ContentMode::JsonPatch),
            R"({"mode":"jsonpatch","mime":"application/json","summary":{"bytesNewer":7,"bytesOlder":7,)"
            R"("identical":false,"truncated":false},"patch":[{"op":"replace","path":"/a","value":2}]})");
  EXPECT_EQ(content_diff_json("\"new\"", "\"old\"", ContentMode::Tokens),
            R"({"mode":"tokens","mime":"text/plain","summary":{"bytesNewer":3,"bytesOlder":3,"identical":false,)"
            R"("truncated":false},"hunks":[{"op":"rep","del":["old"],"ins":["new"]}]})");
}

// E-35
TEST(ContentDiff, AbsentContentIsTheEmptyText) {
  const ContentDiff added = content_diff("x", {"\"a\"", "@t0"}, {{}, "@t-1"});
  EXPECT_EQ(added.bytes_older, 0U);
  EXPECT_NE(std::get<std::string>(added.body).find("@@ -0,0 +1,1 @@"), std::string::npos);
  const ContentDiff removed = content_diff("x", {{}, "@t0"}, {"[1]", "@t-1"}, {ContentMode::JsonPatch});
  EXPECT_EQ(removed.mime, "text/plain");
  EXPECT_EQ(std::get<1>(removed.body), (std::vector<PatchOp>{{PatchOp::Kind::Replace, "", "\"\""}}));
  for (const ContentMode mode : {ContentMode::Unified, ContentMode::JsonPatch, ContentMode::Tokens}) {
    EXPECT_TRUE(content_diff("x", {{}, "@t0"}, {"\"\"", "@t-1"}, {mode}).identical);
  }
}

// E-35
TEST(ContentDiff, TheMimeIsThatOfTheNewerContent) {
  EXPECT_EQ(content_diff("x", {"\"a\"", ""}, {"{}", ""}).mime, "text/plain");
  EXPECT_EQ(content_diff("x", {"{}", ""}, {"\"a\"", ""}).mime, "application/json");
  EXPECT_EQ(content_diff("x", {"null", ""}, {{}, ""}).mime, "application/json");
}

// E-35: a header that is hashed may differ while the text does not.
TEST(ContentDiff, IdenticalTextGivesAnEmptyDiff) {
  const std::string head = R"(,"mime":"text/plain","summary":{"bytesNewer":1,"bytesOlder":1,"identical":true,)";
  EXPECT_EQ(content_diff_json("\"a\"", "\"a\"", ContentMode::Unified),
            R"({"mode":"unified")" + head + R"("truncated":false},"diff":""})");
  EXPECT_EQ(content_diff_json("\"a\"", "\"a\"", ContentMode::JsonPatch),
            R"({"mode":"jsonpatch")" + head + R"("truncated":false},"patch":[]})");
  EXPECT_EQ(content_diff_json("\"a\"", "\"a\"", ContentMode::Tokens),
            R"({"mode":"tokens")" + head + R"("truncated":false},"hunks":[]})");
}

TEST(ContentDiff, AStringAndAValueWithTheSameTextDifferAsValuesOnly) {
  EXPECT_TRUE(content_diff("x", {"\"{}\"", ""}, {"{}", ""}, {ContentMode::Unified}).identical);
  EXPECT_TRUE(content_diff("x", {"\"{}\"", ""}, {"{}", ""}, {ContentMode::Tokens}).identical);
  EXPECT_FALSE(content_diff("x", {"\"{}\"", ""}, {"{}", ""}, {ContentMode::JsonPatch}).identical);
}

// D-44: byte counts are UTF-8 lengths.
TEST(ContentDiff, CountsTheBytesOfTheTextAndNotOfItsJson) {
  const ContentDiff diff = content_diff("x", {"\"\\u00e9\\n\"", ""}, {"[\"\\u00e9\"]", ""});
  EXPECT_EQ(diff.bytes_newer, 3U);
  EXPECT_EQ(diff.bytes_older, 10U);
}

// E-40
TEST(ContentDiff, AnIdWithControlCharactersStaysOnItsLine) {
  const ContentDiff diff = content_diff("a\nb\t", {"\"n\"", "@c7"}, {"\"o\"", "@c6"});
  const std::string& text = std::get<std::string>(diff.body);
  EXPECT_TRUE(text.starts_with("--- older(@c6)/a\\nb\\t\n+++ newer(@c7)/a\\nb\\t\n@@")) << text;
}

// RANGE-33, RANGE-34
TEST(ContentDiff, ModesHaveTheirNamesAndDefaults) {
  for (const std::string_view name : {"unified", "jsonpatch", "tokens"}) {
    ASSERT_TRUE(find_content_mode(name).has_value()) << name;
    EXPECT_EQ(name_of(*find_content_mode(name)), name);
  }
  EXPECT_FALSE(find_content_mode("Unified").has_value());
  EXPECT_FALSE(find_content_mode("").has_value());
  EXPECT_EQ(ContentDiffOptions().mode, ContentMode::Unified);
  EXPECT_EQ(ContentDiffOptions().context_lines, 3);
}

// The blocks of docs/format/content_diff.md, one of them per mode.
TEST(ContentDiff, TheExamplesOfTheFormatDocument) {
  const test::FormatDocument document("content_diff.md");
  const auto content = [&document](const char* name) {
    std::string text = document.text("content", name);
    if (!text.empty()) text.pop_back();  // the line feed before the fence
    return text;
  };
  for (const std::string& name : document.names_of("result")) {
    SCOPED_TRACE(name);
    const auto mode = find_content_mode(name);
    ASSERT_TRUE(mode.has_value());
    const bool is_patch = *mode == ContentMode::JsonPatch;
    const std::string newer = content(is_patch ? "newer_value" : "newer_text");
    const std::string older = content(is_patch ? "older_value" : "older_text");
    EXPECT_EQ(content_diff_json(newer, older, *mode) + "\n", document.text("result", name));
  }
  EXPECT_EQ(document.names_of("result").size(), 3U);
  const ContentDiff unified = content_diff("cb:1", {content("newer_text"), "@t0"}, {content("older_text"), "@t-1"});
  EXPECT_EQ(std::get<std::string>(unified.body), document.text("diff", "unified"));
}

}  // namespace
}  // namespace latewood::diff
