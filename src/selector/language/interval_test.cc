#include "selector/language/interval.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/iso_time.h"
#include "selector/language/comparison.h"

namespace latewood::selector {
namespace {

const std::vector<Op> kOrders = {Op::Equal, Op::Less, Op::LessEqual, Op::Greater, Op::GreaterEqual};

const std::vector<std::string> kNumbers = {"0",
                                           "-0",
                                           "1",
                                           "-1",
                                           "2.5",
                                           "-2.5",
                                           "0.5",
                                           "-0.5",
                                           "3.0",
                                           "9223372036854775807",
                                           "9223372036854775807.5",
                                           "9223372036854775808",
                                           "-9223372036854775808",
                                           "-9223372036854775808.5",
                                           "-9223372036854775809",
                                           "18446744073709551615",
                                           "18446744073709551615.5",
                                           "18446744073709551616",
                                           "99999999999999999999999"};

// The interval has a value exactly if the comparison of decimals holds.
template <class Value, class Map>
void expect_intervals(const std::vector<Value>& values, Interval (*interval_of)(Op, const Decimal&), Map map) {
  for (const std::string& text : kNumbers) {
    const Decimal number = *Decimal::parse(text);
    for (const Op op : kOrders) {
      for (const Value value : values) {
        const auto order = *Decimal::parse(std::to_string(value)) <=> number;
        EXPECT_EQ(interval_of(op, number).has(map(value)), holds(op, order)) << value << " " << text;
      }
    }
  }
}

TEST(Interval, SignedIntegersAreExactAtEveryBound) {
  expect_intervals<std::int64_t>(
      {Interval::kLeast, Interval::kLeast + 1, -3, -2, -1, 0, 1, 2, 3, Interval::kMost - 1, Interval::kMost},
      signed_interval, [](std::int64_t value) { return value; });
}

TEST(Interval, UnsignedIntegersAreExactAtEveryBound) {
  const std::uint64_t most = ~std::uint64_t{0};
  expect_intervals<std::uint64_t>({0, 1, 2, 3, most / 2, most / 2 + 1, most - 1, most}, unsigned_interval, ordered);
}

TEST(Interval, MomentsCompareAsTheirTexts) {
  const std::vector<std::int64_t> moments = {Interval::kLeast, -1, 0, 1, 999999999, 1000000000, 1600000000123456789,
                                             Interval::kMost};
  std::vector<std::string> texts = {
      "", "1970", "1970-01-01T00:00:00", "2020-09-13", "x", "0", "1970-01-01T00:00:01.000000000Z!"};
  for (const std::int64_t moment : moments) texts.push_back(iso_time(moment));
  for (const std::string& text : texts) {
    for (const Op op : kOrders) {
      const Interval interval = time_interval(op, text);
      for (const std::int64_t moment : moments) {
        EXPECT_EQ(interval.has(moment), holds(op, iso_time(moment) <=> text)) << iso_time(moment) << " " << text;
      }
    }
  }
}

}  // namespace
}  // namespace latewood::selector
