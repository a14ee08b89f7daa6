#include "operations/documents/base64.h"

#include <gtest/gtest.h>

#include <string>

namespace latewood::operations {
namespace {

TEST(Base64, HasTheExamplesOfTheRfc) {
  const char* const kExamples[][2] = {{"", ""},
                                      {"f", "Zg=="},
                                      {"fo", "Zm8="},
                                      {"foo", "Zm9v"},
                                      {"foob", "Zm9vYg=="},
                                      {"fooba", "Zm9vYmE="},
                                      {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : kExamples) {
    EXPECT_EQ(to_base64(bytes), text);
    const auto read = from_base64(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(*read, bytes);
  }
}

TEST(Base64, GivesBackEveryByteAtEveryLength) {
  std::string bytes;
  for (int i = 0; i < 600; ++i) {
    const auto read = from_base64(to_base64(bytes));
    ASSERT_TRUE(read) << i;
    ASSERT_EQ(*read, bytes) << i;
    bytes += static_cast<char>(i * 7);
  }
}

TEST(Base64, RefusesOtherTextsAtTheirPlace) {
  const auto refused_at = [](std::string_view text) {
    const auto read = from_base64(text);
    return read ? std::string("accepted") : std::to_string(read.error().place->offset);
  };
  EXPECT_EQ(refused_at("Zg"), "2");
  EXPECT_EQ(refused_at("Zm9*"), "3");
  EXPECT_EQ(refused_at("Zg==Zg=="), "2");
  EXPECT_EQ(refused_at("Zh=="), "1");
  EXPECT_EQ(refused_at("===="), "0");
  EXPECT_EQ(refused_at("Zm9\n"), "3");
}

}  // namespace
}  // namespace latewood::operations
