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

//
TEST(ParseIsoTime, ReadsEverySpellingOfAMoment) {
  for (const char* text : {"2024-02-28T23:59:59.5Z", "2024-02-28T23:59:59,500z", "2024-02-28t23:59:59.500000000000000Z",
                           "2024-02-29 00:59:59.5+01:00", "2024-02-28T18:29:59.5-0530", "2024-02-28T22:59:59.5-01",
                           "20240228T235959.5Z", "2024-02-28T23:59:59.5", "20240229T005959.5+0100"}) {
    EXPECT_EQ(parse_iso_time(text), 1709164799500000000) << text;
  }
  EXPECT_EQ(parse_iso_time("2024-02-28T24:00Z"), parse_iso_time("2024-02-29T00:00:00Z"));
}

TEST(ParseIsoTime, IsTheInverse) {
  for (const std::int64_t moment :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{951782400000000000}, std::int64_t{-86400000000001},
        std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
    EXPECT_EQ(parse_iso_time(iso_time(moment)), moment);
  }
}

TEST(ParseIsoTime, OtherTextsNameNoMoment) {
  for (const char* text : {"",
                           "yesterday",
                           "2024-02-28",
                           "2024-02-30T00:00:00Z",
                           "2023-02-29T00:00:00Z",
                           "2024-13-01T00:00:00Z",
                           "2024-00-01T00:00:00Z",
                           "2024-01-01T24:00:01Z",
                           "2024-01-01T24:00:00.1Z",
                           "2024-01-01T00:60:00Z",
                           "2024-01-01T00:00:60Z",
                           "2024-01-01T00:00:00.Z",
                           "2024-01-01T00:00:00.0000000001Z",
                           "2024-01-01T00:00:00Zx",
                           "2024-01-01T00:00:00+24:00",
                           "2024-01-01T00:00:00+1",
                           "2024-0101T00:00:00Z",
                           "2024-01-01T0000Z",
                           "2262-04-11T23:47:16.854775808Z",
                           "1677-09-21T00:12:43.145224191Z",
                           "9999-12-31T23:59:59Z",
                           " 2024-01-01T00:00Z"}) {
    EXPECT_EQ(parse_iso_time(text), std::nullopt) << text;
  }
}

TEST(IsoTimeCheck, KnowsTheDerivedText) {
  IsoTimeCheck check;
  for (const std::int64_t moment :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1}, std::int64_t{1709164799999999999},
        std::int64_t{1709164800000000000}, std::numeric_limits<std::int64_t>::max(),
        std::numeric_limits<std::int64_t>::min(), std::int64_t{5}}) {
    const std::string text = iso_time(moment);
    EXPECT_TRUE(check.is_derived(text, moment)) << text;
    for (std::size_t at = 0; at < text.size(); ++at) {
      std::string other = text;
      other[at] = other[at] == '0' ? '1' : '0';
      EXPECT_FALSE(check.is_derived(other, moment)) << other;
      other[at] = 'x';
      EXPECT_FALSE(check.is_derived(other, moment)) << other;
    }
    EXPECT_FALSE(check.is_derived(text.substr(1), moment));
  }
}

}  // namespace
}  // namespace latewood
