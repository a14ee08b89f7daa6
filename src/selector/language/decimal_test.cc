#include "selector/language/decimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace latewood::selector {
namespace {

Decimal number(std::string_view text) { return Decimal::parse(text).value(); }

TEST(Decimal, ReadsOnlyTheNumbersOfTheGrammar) {
  for (const char* text : {"", "-", "+1", "1.", ".5", "1e3", " 1", "1 ", "0x1", "--1", "1.2.3", "nan", "inf"}) {
    EXPECT_FALSE(Decimal::parse(text).has_value()) << text;
  }
  for (const char* text : {"0", "-0", "007", "1.50", "-12.000", "123456789012345678901234567890"}) {
    EXPECT_TRUE(Decimal::parse(text).has_value()) << text;
  }
}

TEST(Decimal, OrdersNumbersOfAnyLength) {
  const std::vector<std::string> ascending = {
      "-123456789012345678901", "-12", "-2.5", "-2.25", "-2", "0", "0.001", "0.01", "1", "9", "10", "10.5",
      "99999999999999999999"};
  for (std::size_t a = 0; a < ascending.size(); ++a) {
    for (std::size_t b = 0; b < ascending.size(); ++b) {
      EXPECT_TRUE((number(ascending[a]) <=> number(ascending[b])) == (a <=> b)) << ascending[a] << " " << ascending[b];
    }
  }
}

TEST(Decimal, SpellingsOfOneNumberAreEqual) {
  EXPECT_EQ(number("-0.0"), number("0"));
  EXPECT_EQ(number("007.50"), number("7.5"));
  EXPECT_EQ(number("-3.000"), number("-3"));
}

TEST(Decimal, E_22_AFractionIsComparedAsTheNearestDouble) {
  EXPECT_TRUE(compare(0.1, number("0.1")) == 0);
  EXPECT_TRUE(compare(0.1, number("0.1000000000000000000001")) == 0);
  EXPECT_TRUE(compare(0.1, number("0.2")) < 0);
  EXPECT_TRUE(compare(1e308, number(std::string(400, '9') + ".5")) < 0);
  EXPECT_TRUE(compare(-1e308, number("-" + std::string(400, '9') + ".5")) > 0);
  EXPECT_TRUE(compare(0.0, number("0." + std::string(400, '0') + "1")) == 0);
}

TEST(Decimal, AnIntegerIsComparedExactlyWithADouble) {
  EXPECT_TRUE(compare(9007199254740992.0, number("9007199254740993")) < 0);
  EXPECT_TRUE(compare(9007199254740992.0, number("9007199254740992")) == 0);
  EXPECT_TRUE(compare(2.5, number("2")) > 0);
  EXPECT_TRUE(compare(-2.5, number("-2")) < 0);
  EXPECT_TRUE(compare(-0.5, number("0")) < 0);
  EXPECT_TRUE(compare(1e300, number("1" + std::string(301, '0'))) < 0);
}

}  // namespace
}  // namespace latewood::selector
