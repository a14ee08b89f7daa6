#include "tokens/merge.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/law.h"

namespace latewood::tokens {
namespace {

// Ranks of all bytes and of the texts, in this order.
Ranks ranks_of(const std::vector<std::string>& texts) {
  std::string file = "latewood ranks 1\ntest\n" + std::to_string(256 + texts.size()) + "\n";
  for (int byte = 0; byte < 256; ++byte) file += std::string(1, '\1') + static_cast<char>(byte);
  for (const std::string& text : texts) file += static_cast<char>(text.size()) + text;
  return Ranks::parse("test", file).value();
}

// The definition: the first pair of the lowest rank becomes one part, until no pair is a token.
std::vector<Rank> plain_merge(std::string_view piece, const Ranks& ranks) {
  std::vector<std::string> parts;
  for (const char byte : piece) parts.emplace_back(1, byte);
  for (;;) {
    Rank best = kNoRank;
    std::size_t place = 0;
    for (std::size_t at = 0; at + 1 < parts.size(); ++at) {
      const Rank rank = ranks.find(parts[at] + parts[at + 1]);
      if (rank < best) {
        best = rank;
        place = at;
      }
    }
    if (best == kNoRank) break;
    parts[place] += parts[place + 1];
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(place) + 1);
  }
  std::vector<Rank> tokens;
  for (const std::string& part : parts) tokens.push_back(ranks.find(part));
  return tokens;
}

TEST(MergeBytes, ShortAndLongPiecesMergeAsDefined) {
  test::expect_law("pieces merge as defined", [](test::Random& random) {
    const auto text = [&](std::uint64_t length) {
      std::string letters;
      while (letters.size() < length) letters.push_back("abc"[random.below(3)]);
      return letters;
    };
    std::vector<std::string> tokens;
    for (std::uint64_t left = random.below(30); left > 0; --left) tokens.push_back(text(2 + random.below(4)));
    const Ranks ranks = ranks_of(tokens);
    const std::string piece = text(1 + random.below(260));
    RC_ASSERT(merge_bytes(piece, ranks) == plain_merge(piece, ranks));
  });
}

TEST(MergeBytes, AVeryLongPieceEnds) {
  const Ranks ranks = ranks_of({"aa", "aaaa", "aaaaaaaa"});
  EXPECT_EQ(merge_bytes(std::string(1'000'000, 'a'), ranks).size(), 125'000U);
}

}  // namespace
}  // namespace latewood::tokens
