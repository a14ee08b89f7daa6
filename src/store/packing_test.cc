#include "store/packing.h"

#include <gtest/gtest.h>

#include <string>

#include <zstd.h>

#include "canon/blake3.h"

namespace latewood::store {
namespace {

const std::string kText = [] {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "{\"role\":\"user\",\"n\":" + std::to_string(i) + "}";
  return text;
}();

TEST(Packing, ShortAndIncompressibleBytesStayAsTheyAre) {
  EXPECT_EQ(pack(""), std::string(1, '\0'));
  EXPECT_EQ(pack("short"), std::string(1, '\0') + "short");
  std::string noise;
  for (int i = 0; i < 10; ++i) noise += blake3_of(std::to_string(i)).hex().substr(0, 2);
  EXPECT_EQ(pack(noise).size(), noise.size() + 1);
}

TEST(Packing, LongTextsBecomeFramesAndComeBack) {
  const std::string packed = pack(kText);
  EXPECT_EQ(packed.front(), 1);
  EXPECT_LT(packed.size(), kText.size() / 4);
  EXPECT_EQ(*unpack(packed), kText);
  EXPECT_EQ(*unpacked_size(packed), kText.size());
  EXPECT_EQ(*unpacked_size(pack("short")), 5U);
}

// AUD-22: a few bytes that claim to be very many are not believed, and nothing is written that would not be read.
TEST(Packing, AUD_22_FramesThatClaimTooMuchAreRefused) {
  const std::string zeros(std::size_t{64} << 20, '\0');
  std::string frame(ZSTD_compressBound(zeros.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), zeros.data(), zeros.size(), 3));
  ASSERT_LT(frame.size(), 16384U);
  const std::string bomb = std::string(1, '\1') + frame;
  EXPECT_FALSE(unpack(bomb).has_value());
  EXPECT_FALSE(unpacked_size(bomb).has_value());
  EXPECT_FALSE(unpack_chunk(bomb).has_value());
  const std::string packed = pack_as_frame(zeros, Content::Records);
  ASSERT_TRUE(unpack(packed).has_value());
  EXPECT_TRUE(*unpack(packed) == zeros);
}

TEST(Packing, ShortTextsAndRecordsBecomeDeltas) {
  const std::string text = kText.substr(0, 400);
  for (const std::string& packed : {pack(text), pack(kText, Content::Records)}) {
    EXPECT_EQ(packed.front(), 7);
    EXPECT_LT(packed.size(), *unpacked_size(packed) / 2);
  }
  EXPECT_EQ(*unpack(pack(text)), text);
  EXPECT_EQ(*unpack(pack(kText, Content::Records)), kText);
}

TEST(Packing, RecordsTooLongForADeltaBecomeFrames) {
  std::string records;
  while (records.size() <= kMostInDelta) records += kText;
  EXPECT_EQ(pack(records, Content::Records).front(), 1);
  EXPECT_EQ(*unpack(pack(records, Content::Records)), records);
  const Dictionary dictionary(blake3_of(kText), kText);
  EXPECT_EQ(*unpack(pack_against(records, dictionary)), records) << "without the dictionary";
}

TEST(Packing, FilesForOthersHaveNoDeltas) {
  EXPECT_EQ(pack_as_frame(kText.substr(0, 400)).front(), 1);
  EXPECT_EQ(pack_as_frame("short"), pack("short"));
  EXPECT_EQ(*unpack(pack_as_frame(kText)), kText);
}

TEST(Packing, TextsOfAFewWordsAreNotWorthADelta) {
  const std::string words =
      "\"Could you tell me whether the flight on the third still has two seats beside each other, \"";
  EXPECT_EQ(pack(words + words).front(), 7) << "what repeats is";
  EXPECT_EQ(pack(words + "and what would it cost to take a bag along").front(), 0);
}

TEST(Packing, ADictionaryIsNamedAndNeeded) {
  const Blake3Digest digest = blake3_of(kText);
  const Dictionary dictionary(digest, kText);
  const std::string similar = kText.substr(0, 300) + "changed" + kText.substr(310);
  const std::string packed = pack_against(similar, dictionary);
  EXPECT_EQ(**dictionary_of(packed), digest);
  EXPECT_FALSE(*dictionary_of(pack(similar)));
  EXPECT_EQ(*unpack(packed, kText), similar);
  EXPECT_FALSE(unpack(packed, "short").has_value()) << "of another dictionary";
}

// What stores of version 1 have.
TEST(Packing, AFrameWithADictionaryIsRead) {
  const Blake3Digest digest = blake3_of(kText);
  const std::string similar = kText.substr(0, 300) + "changed" + kText.substr(310);
  ZSTD_CCtx* context = ZSTD_createCCtx();
  std::string frame(ZSTD_compressBound(similar.size()), '\0');
  frame.resize(ZSTD_compress_usingDict(context, frame.data(), frame.size(), similar.data(), similar.size(),
                                       kText.data(), kText.size(), 1));
  ZSTD_freeCCtx(context);
  std::string packed(1, '\2');
  packed.append(reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()).append(frame);
  EXPECT_EQ(**dictionary_of(packed), digest);
  EXPECT_EQ(*unpacked_size(packed), similar.size());
  EXPECT_EQ(*unpack(packed, kText), similar);
  EXPECT_FALSE(unpack(packed, "another dictionary").has_value());
}

TEST(Packing, DamageIsRefused) {
  for (const std::string& packed :
       {std::string(), std::string("\x09rest"), std::string("\x01no frame"), std::string("\x02short"),
        std::string("\x08short"), pack(kText).substr(0, 40), pack(kText, Content::Records).substr(0, 40)}) {
    EXPECT_FALSE(unpack(packed).has_value());
  }
  EXPECT_FALSE(unpacked_size("").has_value());
  EXPECT_FALSE(unpacked_size("\x01no frame").has_value());
}

}  // namespace
}  // namespace latewood::store
