#include "canon/quick_hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace latewood {
namespace {

TEST(QuickHash, EveryByteAndTheLengthHaveASay) {
  std::set<std::uint64_t> seen;
  std::size_t texts = 0;
  for (std::size_t size = 0; size <= 100; ++size) {
    const std::string zeros(size, '\0');
    seen.insert(quick_hash(zeros));
    ++texts;
    for (std::size_t at = 0; at < size; ++at) {
      for (const char c : {'\1', 'a', '\xff'}) {
        std::string changed = zeros;
        changed[at] = c;
        seen.insert(quick_hash(changed));
        ++texts;
      }
    }
  }
  EXPECT_EQ(seen.size(), texts);
}

TEST(QuickHash, DoesNotDependOnWhereATextLies) {
  const std::string text = "a text of more than thirty-two bytes, and some";
  for (std::size_t shift = 0; shift < 16; ++shift) {
    const std::string moved = std::string(shift, 'x') + text;
    EXPECT_EQ(quick_hash(std::string_view(moved).substr(shift)), quick_hash(text));
  }
}

// Ids count up. A table of twice as many slots must not put more than a few into one.
TEST(QuickHash, SpreadsIdsThatDifferByTheirLastDigits) {
  constexpr std::size_t kIds = 4096;
  std::vector<std::size_t> slots(2 * kIds);
  for (std::size_t i = 0; i < kIds; ++i) ++slots[quick_hash("mt:" + std::to_string(i)) % slots.size()];
  std::size_t most = 0;
  std::size_t free = 0;
  for (const std::size_t count : slots) {
    most = std::max(most, count);
    free += count == 0 ? 1 : 0;
  }
  EXPECT_LE(most, 8U);
  // About e^(-1/2) of the slots, if ids fall at random.
  EXPECT_NEAR(static_cast<double>(free) / static_cast<double>(slots.size()), 0.607, 0.03);
}

}  // namespace
}  // namespace latewood
