#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "canon/blake3.h"

namespace latewood {
namespace {

using namespace std::string_literals;

Blake3Digest id_of_byte(std::uint8_t byte) {
  Blake3Digest id;
  id.bytes.fill(byte);
  return id;
}

std::string bytes_of_u64(std::uint64_t value) {
  BinaryWriter writer;
  writer.u64(value);
  return writer.take();
}

// Text without a period that a wrong piece boundary could hide behind.
std::string patterned(std::size_t length) {
  std::string text(length, '\0');
  std::uint32_t state = 1;
  for (char& c : text) c = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  return text;
}

TEST(BinaryWriter, WritesIntegersLittleEndianInTheirFullWidth) {
  BinaryWriter writer;
  writer.u8(0x01);
  writer.u16(0x0203);
  writer.u32(0x04050607);
  writer.u64(0x08090a0b0c0d0e0f);
  EXPECT_EQ(writer.view(), "\x01\x03\x02\x07\x06\x05\x04\x0f\x0e\x0d\x0c\x0b\x0a\x09\x08");
}

TEST(BinaryWriter, PutsALengthBeforeSizedBytesAndNothingBeforeRawOnes) {
  BinaryWriter writer;
  writer.sized("abc");
  writer.raw("de");
  writer.sized("");
  writer.raw({});
  EXPECT_EQ(writer.view(), "\3\0\0\0\0\0\0\0abcde\0\0\0\0\0\0\0\0"s);
}

TEST(BinaryWriter, WritesIdsAsTheirBytes) {
  BinaryWriter writer;
  writer.id(id_of_byte(0xab));
  EXPECT_EQ(writer.view(), std::string(32, '\xab'));
}

TEST(BinaryWriter, KeepsWhatItHasWhileItGrows) {
  const std::string text = patterned(300000);
  BinaryWriter writer;
  for (std::size_t at = 0, length = 1; at < text.size(); at += length, length = length * 3 % 1009) {
    writer.raw(std::string_view(text).substr(at, length));
  }
  EXPECT_EQ(writer.position(), text.size());
  EXPECT_TRUE(writer.view() == text);
}

TEST(BinaryWriter, IsEmptyBeforeTheFirstByte) {
  const BinaryWriter writer;
  EXPECT_EQ(writer.position(), 0u);
  EXPECT_TRUE(writer.view().empty());
}

// The hasher takes pieces of 64 KiB, so the lengths lie on both sides of one and
// of two pieces.
TEST(BinaryWriter, HashesTheSameBytesHoweverTheyAreSplit) {
  constexpr std::size_t kPiece = 64 * 1024;
  const std::string text = patterned(5 * kPiece + 77);
  const Blake3Digest expected = blake3_of(text);
  const std::vector<std::size_t> lengths = {1,          7,          1000,           kPiece - 1,       kPiece,
                                            kPiece + 1, 100 * 1000, 2 * kPiece - 1, 2 * kPiece + 100, text.size()};
  for (const std::size_t first : lengths) {
    for (const std::size_t rest : lengths) {
      Blake3Hasher hasher;
      BinaryWriter writer(hasher);
      writer.raw(std::string_view(text).substr(0, first));
      for (std::size_t at = first; at < text.size(); at += rest) writer.raw(std::string_view(text).substr(at, rest));
      writer.flush();
      EXPECT_EQ(writer.position(), text.size());
      EXPECT_EQ(hasher.finish().hex(), expected.hex()) << "split at " << first << ", then every " << rest;
    }
  }
}

TEST(BinaryWriter, HashesIntegersAndIdsAcrossTheEndOfAPiece) {
  Blake3Hasher hasher;
  BinaryWriter hashed(hasher);
  BinaryWriter plain;
  for (BinaryWriter* writer : {&hashed, &plain}) {
    for (std::uint32_t i = 0; i < 5000; ++i) {
      writer->u8(static_cast<std::uint8_t>(i));
      writer->u16(static_cast<std::uint16_t>(i));
      writer->u64(i);
      writer->id(id_of_byte(static_cast<std::uint8_t>(i)));
      writer->sized("text");
    }
    writer->flush();
  }
  EXPECT_EQ(hashed.position(), plain.position());
  EXPECT_EQ(hasher.finish().hex(), blake3_of(plain.view()).hex());
}

TEST(BinaryWriter, GoesOnFromAnyPositionOfAHasher) {
  const std::string text = patterned(200000);
  const Blake3Digest expected = blake3_of(text);
  for (const std::size_t position : {0u, 1u, 65535u, 65536u, 65537u, 131072u, 199999u}) {
    Blake3Hasher hasher;
    hasher.update(std::string_view(text).substr(0, position));
    BinaryWriter writer(hasher, position);
    EXPECT_EQ(writer.position(), position);
    for (std::size_t at = position; at < text.size(); at += 999) writer.raw(std::string_view(text).substr(at, 999));
    writer.flush();
    EXPECT_EQ(writer.position(), text.size());
    EXPECT_EQ(hasher.finish().hex(), expected.hex()) << "from " << position;
  }
}

TEST(BinaryWriter, FlushMayComeAtAnyTimeAndTwice) {
  Blake3Hasher hasher;
  BinaryWriter writer(hasher);
  writer.flush();
  writer.raw("ab");
  writer.flush();
  writer.flush();
  writer.raw("c");
  EXPECT_EQ(writer.position(), 3u);
  writer.flush();
  EXPECT_EQ(hasher.finish().hex(), blake3_of("abc").hex());
}

TEST(BinaryReader, ReadsBackWhatWasWritten) {
  BinaryWriter writer;
  writer.u8(200);
  writer.u16(60000);
  writer.u32(4000000000);
  writer.u64(std::numeric_limits<std::uint64_t>::max());
  writer.id(id_of_byte(9));
  writer.sized("text");
  writer.raw("raw");

  BinaryReader reader(writer.view());
  EXPECT_EQ(reader.u8().value(), 200);
  EXPECT_EQ(reader.u16().value(), 60000);
  EXPECT_EQ(reader.u32().value(), 4000000000);
  EXPECT_EQ(reader.u64().value(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(reader.id<Blake3Digest>().value(), id_of_byte(9));
  EXPECT_EQ(reader.sized().value(), "text");
  EXPECT_EQ(reader.left(), 3u);
  EXPECT_EQ(reader.raw(3).value(), "raw");
  EXPECT_EQ(reader.offset(), writer.position());
  EXPECT_TRUE(reader.expect_end());
}

void expect_refused(const Error& error, Place place, std::string_view message) {
  EXPECT_EQ(error.code, Code::InvalidArgument);
  EXPECT_EQ(error.message, message);
  ASSERT_TRUE(error.place);
  EXPECT_EQ(error.place->offset, place.offset);
  EXPECT_EQ(error.place->length, place.length);
}

TEST(BinaryReader, RefusesToReadPastTheEnd) {
  expect_refused(BinaryReader("").u8().error(), {0, 0}, "1 bytes expected, 0 left");
  expect_refused(BinaryReader("a").u16().error(), {0, 1}, "2 bytes expected, 1 left");
  expect_refused(BinaryReader("abc").u32().error(), {0, 3}, "4 bytes expected, 3 left");
  expect_refused(BinaryReader("abcdefg").u64().error(), {0, 7}, "8 bytes expected, 7 left");
  expect_refused(BinaryReader("abc").raw(4).error(), {0, 3}, "4 bytes expected, 3 left");
  expect_refused(BinaryReader(std::string(31, 'x')).id<Blake3Digest>().error(), {0, 31}, "32 bytes expected, 31 left");
}

TEST(BinaryReader, StaysInPlaceWhenAFixedWidthDoesNotFit) {
  BinaryReader reader("abc");
  EXPECT_FALSE(reader.u32());
  EXPECT_EQ(reader.offset(), 0u);
  EXPECT_EQ(reader.raw(3).value(), "abc");
}

TEST(BinaryReader, RefusesALengthThatTheBytesCannotHold) {
  for (const std::uint64_t length : {std::uint64_t{4}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    const std::string bytes = bytes_of_u64(length) + "abc";
    expect_refused(BinaryReader(bytes).sized().error(), {8, 3}, std::to_string(length) + " bytes expected, 3 left");
  }
  EXPECT_EQ(BinaryReader(bytes_of_u64(3) + "abc").sized().value(), "abc");
}

TEST(BinaryReader, RefusesACountThatTheBytesCannotHold) {
  const std::string tail(64, 'x');
  EXPECT_EQ(BinaryReader(bytes_of_u64(2) + tail).count(32).value(), 2u);
  EXPECT_EQ(BinaryReader(bytes_of_u64(0)).count(32).value(), 0u);
  // A product of count and size would wrap to a small number for the second.
  for (const std::uint64_t count : {std::uint64_t{3}, std::uint64_t{1} << 59, ~std::uint64_t{0}}) {
    const std::string bytes = bytes_of_u64(count) + tail;
    expect_refused(BinaryReader(bytes).count(32).error(), {0, 8},
                   "a count of " + std::to_string(count) + " items in 64 bytes");
  }
}

TEST(BinaryReader, RefusesBytesAfterTheEnd) {
  BinaryReader reader("abc");
  ASSERT_TRUE(reader.u8());
  expect_refused(reader.expect_end().error(), {1, 2}, "2 bytes after the end");
}

}  // namespace
}  // namespace latewood
