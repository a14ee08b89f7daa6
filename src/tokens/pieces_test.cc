#include "tokens/pieces.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace latewood::tokens {
namespace {

std::vector<std::string> cut(PieceRules rules, std::string_view text) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    const std::size_t length = piece_length(rules, text);
    pieces.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return pieces;
}

using Pieces = std::vector<std::string>;

TEST(Pieces, AWordTakesTheCharacterBeforeIt) {
  EXPECT_EQ(cut(PieceRules::Plain, "say (hello)"), (Pieces{"say", " (", "hello", ")"}));
  EXPECT_EQ(cut(PieceRules::Plain, "a(b"), (Pieces{"a", "(b"}));
}

TEST(Pieces, CasedWordsEndBeforeACapitalLetter) {
  EXPECT_EQ(cut(PieceRules::Cased, "helloWorld HTTPServer"), (Pieces{"hello", "World", " HTTPServer"}));
  EXPECT_EQ(cut(PieceRules::Plain, "helloWorld"), (Pieces{"helloWorld"}));
}

TEST(Pieces, ALetterWithoutCaseEndsTheRunOfCapitals) {
  EXPECT_EQ(cut(PieceRules::Cased, "A\u4e2dB"), (Pieces{"A\u4e2d", "B"}));
}

TEST(Pieces, CasedWordsKeepMarksAndContractions) {
  EXPECT_EQ(cut(PieceRules::Cased, "e\u0301te' don't WE'LL"), (Pieces{"e\u0301te", "'", " don't", " WE'LL"}));
  EXPECT_EQ(cut(PieceRules::Plain, "don't"), (Pieces{"don", "'t"}));
}

TEST(Pieces, NumbersHaveAtMostThreeDigits) {
  EXPECT_EQ(cut(PieceRules::Cased, "1234567"), (Pieces{"123", "456", "7"}));
}

TEST(Pieces, SignsTakeTheNewlinesBehindThem) {
  EXPECT_EQ(cut(PieceRules::Plain, "x = {\n\n}"), (Pieces{"x", " =", " {\n\n", "}"}));
  EXPECT_EQ(cut(PieceRules::Cased, "!\n/\n1"), (Pieces{"!\n/\n", "1"}));
  EXPECT_EQ(cut(PieceRules::Plain, "!\n/\n1"), (Pieces{"!\n", "/\n", "1"}));
}

TEST(Pieces, TheLastBlankOfARunBelongsToTheTextBehindIt) {
  EXPECT_EQ(cut(PieceRules::Cased, "a   b"), (Pieces{"a", "  ", " b"}));
  EXPECT_EQ(cut(PieceRules::Cased, "a \n  b   "), (Pieces{"a", " \n", " ", " b", "   "}));
}

}  // namespace
}  // namespace latewood::tokens
