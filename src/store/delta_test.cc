#include "store/delta.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "canon/blake3.h"
#include "support/law.h"

namespace latewood::store {
namespace {

using test::Random;

std::string bytes_of(const Blake3Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

// A record of `nodes` nodes: digests that are its own, each of them twice, between bytes that all records have.
std::string record_of(std::uint64_t number, std::uint64_t nodes) {
  std::string record = "patch" + std::string(27, '\0');
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t node = 0; node < nodes; ++node) {
      record += "upsert node" + std::string(9, '\1') + bytes_of(blake3_of(std::to_string(number * 1000 + node)));
    }
  }
  return record;
}

std::string delta(std::string_view bytes, std::string_view sample) { return *delta_of(bytes, DeltaSample(sample)); }

std::string any_bytes(Random& random, std::size_t most) {
  std::string bytes;
  const std::size_t size = random.below(most + 1);
  const auto letters = static_cast<std::uint64_t>(1) << random.below(9);
  while (bytes.size() < size) {
    if (!bytes.empty() && random.below(4) == 0) {
      const std::size_t from = random.below(bytes.size());
      bytes += bytes.substr(from, random.below(40));
    } else {
      bytes.push_back(static_cast<char>(random.below(letters)));
    }
  }
  bytes.resize(size);
  return bytes;
}

TEST(Delta, TellsARecordByWhatIsNewInIt) {
  const std::string sample = record_of(1, 8);
  const std::string record = record_of(2, 8);
  EXPECT_EQ(delta(sample, sample).size(), 5U) << "its size, one step and the length of that";
  // Each of eight digests once, and two steps of a few bytes for each.
  EXPECT_LT(delta(record, sample).size(), 8 * 32 + 8 * 8 + 16);
  EXPECT_EQ(*apply_delta(delta(record, sample), sample), record);
}

TEST(Delta, NeedsNoSample) {
  const std::string record = record_of(3, 8);
  EXPECT_LT(delta(record, "").size(), record.size() * 2 / 3);
  EXPECT_EQ(*apply_delta(delta(record, ""), ""), record);
}

TEST(Delta, GoesOnWithItself) {
  const std::string same(1000, 'a');
  EXPECT_LT(delta(same, "").size(), 10U);
  EXPECT_EQ(*apply_delta(delta(same, ""), ""), same);
}

TEST(Delta, ComesBackAndIsHardlyLonger) {
  test::expect_law("a delta gives the bytes it was made of", [](Random& random) {
    const std::string sample = any_bytes(random, 600);
    std::string bytes = random.below(2) == 0 ? any_bytes(random, 600) : sample;
    for (std::uint64_t i = random.below(4); i > 0 && !bytes.empty(); --i) {
      bytes.replace(random.below(bytes.size()), random.below(20), any_bytes(random, 20));
    }
    const std::string told = delta(bytes, sample);
    RC_ASSERT(told.size() <= bytes.size() + 16);
    RC_ASSERT(*size_in_delta(told) == bytes.size());
    RC_ASSERT(*apply_delta(told, sample) == bytes);
  });
}

// Whatever stands in a delta, it gives bytes of the size that it says, or an error.
TEST(Delta, DamageIsAnErrorOrOtherBytes) {
  test::expect_law("a damaged delta does no harm", [](Random& random) {
    const std::string sample = record_of(random.below(9), 2);
    std::string told = delta(record_of(random.below(9), 3), sample);
    for (std::uint64_t i = random.below(3); i < 3; ++i) {
      told[random.below(told.size())] = static_cast<char>(random.below(256));
    }
    told.resize(random.below(2) == 0 ? told.size() : random.below(told.size()));
    const auto size = size_in_delta(told);
    const auto bytes = apply_delta(told, sample);
    if (!bytes) return;
    RC_ASSERT(size.has_value());
    RC_ASSERT(bytes->size() == *size);
  });
}

TEST(Delta, WhatIsNoDeltaIsRefused) {
  const std::pair<const char*, std::string> cases[] = {
      {"nothing", ""},
      {"a size without steps", "\x05"},
      {"more than any delta has", "\x80\x80\x04"},
      {"a number without end", "\xff\xff\xff\xff\xff\xff"},
      {"literals that are not there", std::string("\x05\x20", 2) + "a"},
      {"literals behind its size", std::string("\x01\x20", 2) + "ab"},
      {"copies behind its size", std::string("\x05\x12", 2) + "a"},
      {"a distance of nothing", std::string("\x05\x80\x00", 3)},
      {"a distance before the start", std::string("\x06\xa0", 2) + "ab" + "\x03"},
      {"a way that nobody knows", std::string("\x06\xe0", 2) + "ab" + "\x01"},
      {"bytes behind the end", std::string("\x02\x20", 2) + "abc"},
  };
  for (const auto& [name, bytes] : cases) EXPECT_FALSE(apply_delta(bytes, "").has_value()) << name;
}

TEST(Delta, IsNotMadeOfWhatIsTooLong) {
  EXPECT_TRUE(delta_of(std::string(kMostInDelta - 5, 'x'), DeltaSample("12345")));
  EXPECT_FALSE(delta_of(std::string(kMostInDelta - 4, 'x'), DeltaSample("12345")));
  EXPECT_FALSE(delta_of("x", DeltaSample(std::string(kMostInDelta, 'x'))));
  EXPECT_FALSE(delta_of("x", DeltaSample(std::string(1 << 20, 'x'))));
}

TEST(Delta, ManyThreadsShareASample) {
  const DeltaSample sample(record_of(1, 20));
  std::vector<std::string> told(4);
  std::vector<std::thread> threads;
  for (std::string& each : told) threads.emplace_back([&] { each = *delta_of(record_of(2, 20), sample); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& each : told) EXPECT_EQ(*apply_delta(each, sample.bytes()), record_of(2, 20));
}

}  // namespace
}  // namespace latewood::store
