#include "store/record_seal.h"

#include <gtest/gtest.h>

#include "store/record_values.h"

namespace latewood::store {
namespace {

const Blake3Digest kDigest = {};

TEST(RecordSeal, AValueComesBackUnderItsOwnKeyOnly) {
  const std::string stored = sealed("refs", {std::uint64_t{3}, std::string_view("main")}, "value");
  EXPECT_EQ(stored.size(), 5 + kChecksumBytes);
  EXPECT_EQ(*unsealed("refs", {std::uint64_t{3}, std::string_view("main")}, stored), "value");
  EXPECT_FALSE(unsealed("tags", {std::uint64_t{3}, std::string_view("main")}, stored).has_value());
  EXPECT_FALSE(unsealed("refs", {std::uint64_t{4}, std::string_view("main")}, stored).has_value());
  EXPECT_FALSE(unsealed("refs", {std::uint64_t{3}, std::string_view("mai")}, stored).has_value());
}

TEST(RecordSeal, PartsOfAKeyDoNotRunTogether) {
  const std::string stored = sealed("t", {std::string_view("ab"), std::string_view("c")}, "");
  EXPECT_FALSE(unsealed("t", {std::string_view("a"), std::string_view("bc")}, stored).has_value());
}

TEST(RecordSeal, EveryFlippedByteIsFound) {
  const std::string stored = sealed("pages", {kDigest}, "a value of some length");
  for (std::size_t i = 0; i < stored.size(); ++i) {
    std::string flipped = stored;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x40);
    const auto read = unsealed("pages", {kDigest}, flipped);
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().code, Code::Corruption);
  }
}

TEST(RecordSeal, DamageNamesTableAndKey) {
  const auto read = unsealed("refs", {std::uint64_t{3}, std::string_view("main")}, "short");
  EXPECT_EQ(read.error().message, "refs 3/main: the record is too short");
}

TEST(RecordValues, CommitsComeBack) {
  const CommitNote note{"actor", std::string("a\0b", 3), -1};
  NewCommit written;
  written.header = "header";
  written.note = note;
  written.admission = "";
  const std::string value = encode_commit(written);
  StoredCommit commit;
  ASSERT_TRUE(decode_commit(value, commit));
  EXPECT_EQ(commit.header, "header");
  EXPECT_EQ(commit.note, note);
  EXPECT_FALSE(commit.has_receipt);
  EXPECT_TRUE(commit.has_admission);
  for (std::size_t length = 0; length < value.size(); ++length) {
    EXPECT_FALSE(decode_commit(std::string_view(value).substr(0, length), commit));
  }
  EXPECT_FALSE(decode_commit(value + "x", commit));
}

TEST(RecordValues, PayloadsTellTheirForm) {
  EXPECT_EQ(decode_payload(encode_payload({PayloadForm::Chunked, {}, 700000, 3}))->chunks, 3U);
  EXPECT_EQ(decode_payload(encode_payload({PayloadForm::Purged, {}, 7, 0}))->size, 7U);
  EXPECT_EQ(decode_payload(encode_payload({PayloadForm::Uploading, {}, 0, 0}))->form, PayloadForm::Uploading);
  EXPECT_EQ(decode_payload(encode_payload({PayloadForm::GivenUp, {}, 0, 0}))->form, PayloadForm::GivenUp);
  EXPECT_FALSE(decode_payload("").has_value());
  EXPECT_FALSE(decode_payload("\x09").has_value());
  EXPECT_FALSE(decode_payload("\x03short").has_value());
}

TEST(RecordValues, ChunksAreCounted) {
  EXPECT_EQ(chunks_of(0), 0U);
  EXPECT_EQ(chunks_of(1), 1U);
  EXPECT_EQ(chunks_of(256 * 1024), 1U);
  EXPECT_EQ(chunks_of(256 * 1024 + 1), 2U);
}

}  // namespace
}  // namespace latewood::store
