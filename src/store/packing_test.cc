#include "store/packing.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

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

TEST(Packing, TextIsCompressedAndComesBack) {
  const std::string packed = pack(kText);
  EXPECT_EQ(packed.front(), 1);
  EXPECT_LT(packed.size(), kText.size() / 4);
  EXPECT_EQ(*unpack(packed), kText);
  EXPECT_EQ(*unpacked_size(packed), kText.size());
  EXPECT_EQ(*unpacked_size(pack("short")), 5U);
}

TEST(Packing, TextsOfAFewWordsAreNotWorthAFrame) {
  const std::string words =
      "\"Could you tell me whether the flight on the third still has two seats beside each other, \"";
  EXPECT_EQ(pack(words + words).front(), 1) << "what repeats is";
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
  EXPECT_FALSE(unpack(packed, "another dictionary").has_value());
}

TEST(Packing, ManyThreadsShareADictionary) {
  const Dictionary dictionary(blake3_of(kText), kText);
  std::vector<std::string> packed(4);
  std::vector<std::thread> threads;
  for (std::string& each : packed) threads.emplace_back([&] { each = pack_against(kText + "!", dictionary); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& each : packed) EXPECT_EQ(*unpack(each, dictionary.bytes()), kText + "!");
}

TEST(Packing, DamageIsRefused) {
  for (const std::string& packed : {std::string(), std::string("\x09rest"), std::string("\x01no frame"),
                                    std::string("\x02short"), pack(kText).substr(0, 40)}) {
    EXPECT_FALSE(unpack(packed).has_value());
  }
  EXPECT_FALSE(unpacked_size("").has_value());
  EXPECT_FALSE(unpacked_size("\x01no frame").has_value());
}

}  // namespace
}  // namespace latewood::store
