#include "tokens/ranks.h"

#include <gtest/gtest.h>

#include <string>

namespace latewood::tokens {
namespace {

std::string file_with(const std::string& extra) {
  std::string file = "latewood ranks 1\ntest\n258\n";
  for (int byte = 0; byte < 256; ++byte) file += std::string(1, '\1') + static_cast<char>(byte);
  return file + extra;
}

const std::string kGood = file_with(std::string("\0", 1) + "\2ab");

TEST(Ranks, FindsTokensByTheirBytes) {
  const Ranks ranks = Ranks::parse("test", kGood).value();
  EXPECT_EQ(ranks.find("ab"), 257U);
  EXPECT_EQ(ranks.find("a"), 97U);
  EXPECT_EQ(ranks.find("ba"), kNoRank);
  EXPECT_EQ(ranks.find("abc"), kNoRank);
}

TEST(Ranks, ARankMayHaveNoToken) { EXPECT_TRUE(Ranks::parse("test", kGood).value().token(256).empty()); }

TEST(Ranks, EveryCutIsReported) {
  for (std::size_t size = 0; size < kGood.size(); ++size) {
    const auto ranks = Ranks::parse("test", kGood.substr(0, size));
    ASSERT_FALSE(ranks) << size;
    EXPECT_EQ(ranks.error().code, Code::Corruption);
  }
}

TEST(Ranks, RefusesAnotherEncodingAndTrailingBytes) {
  EXPECT_FALSE(Ranks::parse("other", kGood));
  EXPECT_FALSE(Ranks::parse("test", kGood + "x"));
}

}  // namespace
}  // namespace latewood::tokens
