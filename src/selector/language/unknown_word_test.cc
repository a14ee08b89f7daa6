#include "selector/language/unknown_word.h"

#include <gtest/gtest.h>

namespace latewood::selector {
namespace {

TEST(UnknownWord, OneSlipIsALetterMissingAddedWrongOrSwapped) {
  for (const char* near : {"frst", "firrst", "firts", "fxrst", "first_", "irst"}) {
    EXPECT_TRUE(is_one_slip_apart(near, "first")) << near;
  }
  for (const char* far : {"first", "frts", "fi", "", "tsrif", "fisrtt"}) {
    EXPECT_FALSE(is_one_slip_apart(far, "first")) << far;
  }
  EXPECT_TRUE(is_one_slip_apart("aab", "ab"));
  EXPECT_FALSE(is_one_slip_apart("", ""));
}

}  // namespace
}  // namespace latewood::selector
