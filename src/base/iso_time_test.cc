#include "base/iso_time.h"

#include <gtest/gtest.h>

#include <limits>

namespace latewood {
namespace {

// HDR-20.
TEST(IsoTime, KnownMoments) {
  EXPECT_EQ(iso_time(0), "1970-01-01T00:00:00.000000000Z");
  EXPECT_EQ(iso_time(1), "1970-01-01T00:00:00.000000001Z");
  EXPECT_EQ(iso_time(951782400000000000), "2000-02-29T00:00:00.000000000Z");
  EXPECT_EQ(iso_time(1709164799999999999), "2024-02-28T23:59:59.999999999Z");
  EXPECT_EQ(iso_time(4107542399000000000), "2100-02-28T23:59:59.000000000Z");
}

TEST(IsoTime, BeforeTheEpoch) {
  EXPECT_EQ(iso_time(-1), "1969-12-31T23:59:59.999999999Z");
  EXPECT_EQ(iso_time(-86400000000000), "1969-12-31T00:00:00.000000000Z");
}

TEST(IsoTime, TheEndsOfTheRange) {
  EXPECT_EQ(iso_time(std::numeric_limits<std::int64_t>::max()), "2262-04-11T23:47:16.854775807Z");
  EXPECT_EQ(iso_time(std::numeric_limits<std::int64_t>::min()), "1677-09-21T00:12:43.145224192Z");
}

}  // namespace
}  // namespace latewood
