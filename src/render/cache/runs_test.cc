#include "render/cache/runs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "render/cache/piece_cache.h"

namespace latewood::render {
namespace {

// A message of one role for vendors that want neighbouring parts of one role in one message.
Piece message(Role role, const std::string& text) {
  Piece piece;
  piece.bytes = role == Role::User ? "{u[" : "{a[";
  piece.first = piece.last = role;
  piece.opening = piece.bytes.size();
  const std::size_t begin = piece.bytes.size();
  piece.bytes += text;
  piece.add_unit("unit " + text, begin);
  if (text.size() % 3 == 0) piece.marks.push_back({begin, begin + 1});
  if (text.size() % 4 == 0) piece.repair(RepairKind::RoleChanged, text);
  piece.bytes += "]}";
  piece.closing = 2;
  return piece;
}

// Every third piece is empty or has no role.
Piece piece_of(std::size_t number) {
  if (number % 7 == 3) return {};
  if (number % 7 == 5) {
    Piece piece;
    piece.bytes = "plain " + std::to_string(number);
    return piece;
  }
  return message(number % 5 < 3 ? Role::User : Role::Assistant, std::string(number % 11, 'x') + std::to_string(number));
}

Outline outline_of(std::size_t pieces) {
  Outline outline;
  outline.closing = "]";
  Piece opening;
  opening.bytes = "[";
  outline.add(std::move(opening));
  for (std::size_t i = 0; i < pieces; ++i) outline.add(piece_of(i));
  return outline;
}

template <class Text>
void expect_same(const Text& a, const Piece& b) {
  EXPECT_EQ(a.bytes, b.bytes);
  EXPECT_EQ(Units(a.units), Units(b.units));
  EXPECT_EQ(a.marks, b.marks);
  EXPECT_EQ(a.repairs, b.repairs);
}

TEST(Runs, PiecesCanBeJoinedInAnyGroups) {
  constexpr std::size_t kPieces = 24;
  Piece one_by_one;
  for (std::size_t i = 0; i < kPieces; ++i) join(one_by_one, piece_of(i));
  for (std::size_t first = 0; first <= kPieces; ++first) {
    for (std::size_t second = first; second <= kPieces; ++second) {
      Piece groups[3];
      for (std::size_t i = 0; i < kPieces; ++i) join(groups[i < first ? 0 : i < second ? 1 : 2], piece_of(i));
      Piece whole;
      for (const Piece& group : groups) join(whole, group);
      expect_same(whole, one_by_one);
    }
  }
}

TEST(Runs, AreMadeOfWhatTwoRendersHaveInCommon) {
  const Outline outline = outline_of(3 * Runs::kStrips);
  const auto first = runs_of(outline, nullptr, UnitsOfText::Kept);
  EXPECT_TRUE(first->runs.empty());
  const auto second = runs_of(outline, first, UnitsOfText::Kept);
  ASSERT_EQ(second->runs.size(), 3U);
  EXPECT_EQ(runs_of(outline, second, UnitsOfText::Kept)->runs, second->runs) << "and are used again";

  Outline changed = outline;
  changed.strips = outline.strips.take(Runs::kStrips + 5);
  for (std::size_t i = 0; i < 2 * Runs::kStrips; ++i) changed.add(piece_of(i));
  const auto third = runs_of(changed, second, UnitsOfText::Kept);
  ASSERT_EQ(third->runs.size(), 1U) << "what differs makes none";
  EXPECT_EQ(third->runs.front(), second->runs.front());
  EXPECT_EQ(runs_of(changed, third, UnitsOfText::Kept)->runs.size(), 3U);
}

TEST(Runs, GiveTheSameText) {
  PieceCache cache;
  Outline outline = outline_of(5);
  for (std::size_t i = 0; i < 5 * Runs::kStrips; ++i) {
    outline.add(piece_of(i));
    if (i == 3 * Runs::kStrips) outline.strips = outline.strips.take(2 * Runs::kStrips + 9);
    expect_same(joined_by_runs(outline, "with", cache, UnitsOfText::Kept), joined(outline));
    EXPECT_EQ(joined_by_runs(outline, "without", cache, UnitsOfText::Dropped).bytes, joined(outline).bytes);
  }
  EXPECT_GE(cache.runs("with")->runs.size(), 3U);
  EXPECT_TRUE(cache.runs("without")->runs.front()->units.empty());
}

TEST(Runs, AreNotKeptOfATextBeyondTheLimit) {
  PieceCache cache(1000);
  const Outline outline = outline_of(3 * Runs::kStrips);
  for (int round = 0; round < 3; ++round) {
    expect_same(joined_by_runs(outline, "thread", cache, UnitsOfText::Kept), joined(outline));
  }
  EXPECT_EQ(cache.runs("thread"), nullptr);
}

}  // namespace
}  // namespace latewood::render
