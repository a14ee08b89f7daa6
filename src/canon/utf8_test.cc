#include "canon/utf8.h"

#include <gtest/gtest.h>

#include <string>

#include "canon/json_check.h"

namespace latewood {
namespace {

TEST(AsciiPrefix, EndsAtTheFirstOtherByteWhereverItIs) {
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string text(size, '~');
    EXPECT_EQ(ascii_prefix(text), size);
    for (std::size_t at = 0; at < size; ++at) {
      std::string other = text;
      other[at] = '\x80';
      EXPECT_EQ(ascii_prefix(other), at) << size;
    }
  }
}

TEST(CheckText, NamesTheByteThatIsNotUtf8WhereverItIs) {
  for (std::size_t at = 0; at < 150; ++at) {
    const std::string before = std::string(at, 'a') + "\u00e9";
    EXPECT_TRUE(check_text(before + std::string(100, 'b')).has_value());
    const auto checked = check_text(before + std::string(100, 'b') + "\xc3" + std::string(100, 'b'));
    ASSERT_FALSE(checked.has_value());
    EXPECT_EQ(checked.error().message, "text that is not UTF-8 at byte " + std::to_string(at + 102));
  }
}

}  // namespace
}  // namespace latewood
