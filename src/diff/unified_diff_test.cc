#include "diff/unified_diff.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/apply_unified_diff.h"

namespace latewood::diff {
namespace {

// The hunks alone.
std::string hunks(std::string_view older, std::string_view newer, std::int64_t context_lines = 3) {
  const std::string diff = unified_diff(older, newer, {"o", "n"}, context_lines);
  EXPECT_EQ(test::apply_unified(older, diff), newer);
  constexpr std::string_view kHead = "--- o\n+++ n\n";
  EXPECT_TRUE(diff.empty() || diff.starts_with(kHead));
  return diff.empty() ? diff : diff.substr(kHead.size());
}

TEST(UnifiedDiff, EqualTextsGiveNothing) {
  EXPECT_EQ(unified_diff("", "", {"o", "n"}), "");
  EXPECT_EQ(unified_diff("a\nb", "a\nb", {"o", "n"}), "");
}

TEST(UnifiedDiff, AnEmptySideIsTheRangeZeroZero) {
  EXPECT_EQ(hunks("", "a\nb\nc\n"), "@@ -0,0 +1,3 @@\n+a\n+b\n+c\n");
  EXPECT_EQ(hunks("a\nb\n", ""), "@@ -1,2 +0,0 @@\n-a\n-b\n");
}

TEST(UnifiedDiff, TellsOfAMissingFinalLineFeed) {
  EXPECT_EQ(hunks("a", "b"), "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n");
  EXPECT_EQ(hunks("a", "a\n"), "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
  EXPECT_EQ(hunks("a\n", "a"), "@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n");
  EXPECT_EQ(hunks("x\na", "y\na"), "@@ -1,2 +1,2 @@\n-x\n+y\n a\n\\ No newline at end of file\n");
}

TEST(UnifiedDiff, CarriageReturnsBelongToTheirLine) {
  EXPECT_EQ(hunks("a\r\nb\n", "a\nb\n"), "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n");
  EXPECT_EQ(hunks("a\rb\n", "a\rc\n"), "@@ -1,1 +1,1 @@\n-a\rb\n+a\rc\n");
}

// RANGE-34
TEST(UnifiedDiff, ShowsAsManyContextLinesAsAsked) {
  const std::string older = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  const std::string newer = "1\n2\n3\n4\nx\n6\n7\n8\n9\n";
  EXPECT_EQ(hunks(older, newer), "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
  EXPECT_EQ(hunks(older, newer, 1), "@@ -4,3 +4,3 @@\n 4\n-5\n+x\n 6\n");
  EXPECT_EQ(hunks(older, newer, 0), "@@ -5,1 +5,1 @@\n-5\n+x\n");
  EXPECT_EQ(hunks(older, newer, -1), hunks(older, newer, 0));
  const std::string all = "@@ -1,9 +1,9 @@\n 1\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n 9\n";
  EXPECT_EQ(hunks(older, newer, std::numeric_limits<std::int64_t>::max()), all);
}

TEST(UnifiedDiff, WithoutContextAnEmptyRangeNamesTheLineBefore) {
  EXPECT_EQ(hunks("1\n2\n", "1\nx\n2\n", 0), "@@ -1,0 +2,1 @@\n+x\n");
  EXPECT_EQ(hunks("1\nx\n2\n", "1\n2\n", 0), "@@ -2,1 +1,0 @@\n-x\n");
}

TEST(UnifiedDiff, ChangesWhoseContextsTouchShareAHunk) {
  EXPECT_EQ(hunks("a\n1\n2\nb\n", "x\n1\n2\ny\n", 1), "@@ -1,4 +1,4 @@\n-a\n+x\n 1\n 2\n-b\n+y\n");
  EXPECT_EQ(hunks("a\n1\n2\n3\nb\n", "x\n1\n2\n3\ny\n", 1),
            "@@ -1,2 +1,2 @@\n-a\n+x\n 1\n@@ -4,2 +4,2 @@\n 3\n-b\n+y\n");
}

// E-40
TEST(UnifiedDiff, EscapesControlCharactersInLabels) {
  const std::string diff = unified_diff("a", "b", {"o\n\t\x01/\x7f", "n\r\"\\\xc3\xa9"});
  EXPECT_TRUE(diff.starts_with("--- o\\n\\t\\u0001/\\u007f\n+++ n\\r\"\\\xc3\xa9\n@@ ")) << diff;
}

}  // namespace
}  // namespace latewood::diff
