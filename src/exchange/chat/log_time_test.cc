#include "exchange/chat/log_time.h"

#include <gtest/gtest.h>

#include <string>

#include "base/iso_time.h"

namespace latewood::exchange {
namespace {

std::string read(const JsonValue& value) {
  const auto time = time_of(value);
  return time ? iso_time(*time) : "-";
}

TEST(LogTime, AUD_13_NumbersOfEverySizeAndTexts) {
  const std::string expected = "2026-03-01T10:12:00.000000000Z";
  EXPECT_EQ(read(std::int64_t{1772359920}), expected);
  EXPECT_EQ(read(std::int64_t{1772359920000}), expected);
  EXPECT_EQ(read(std::int64_t{1772359920000000}), expected);
  EXPECT_EQ(read(std::int64_t{1772359920000000000}), expected);
  EXPECT_EQ(read(1772359920.5), "2026-03-01T10:12:00.500000000Z");
  EXPECT_EQ(read("2026-03-01T10:12:00Z"), expected);
  EXPECT_EQ(read("2026-03-01 10:12:00"), expected);
  EXPECT_EQ(read("2026-03-01T12:12:00+02:00"), expected);
  EXPECT_EQ(read("2026-03-01T05:42:00-0430"), expected);
  EXPECT_EQ(read("2026-03-01T10:12:00.25Z"), "2026-03-01T10:12:00.250000000Z");
  EXPECT_EQ(read("2024-02-29T00:00:00Z"), "2024-02-29T00:00:00.000000000Z");
}

TEST(LogTime, AUD_13_WhatIsNoTimeIsNone) {
  for (const char* text : {"", "yesterday", "2026-03-01", "2026-13-01T00:00:00Z", "2026-03-01T24:00:00Z",
                           "2026-03-01T10:12:00X", "2026-03-01T10:12:00.Z", "9999-01-01T00:00:00Z"}) {
    EXPECT_EQ(read(text), "-") << text;
  }
  EXPECT_EQ(read(std::int64_t{-5}), "-");
  EXPECT_EQ(read(1e300), "-");
  EXPECT_EQ(read(true), "-");
}

}  // namespace
}  // namespace latewood::exchange
