#include "canon/json_string.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "canon/json_number.h"
#include "canon/json_writer.h"

namespace latewood {
namespace {

// The taken text, and the position of the cursor afterwards.
template <class Take>
std::string taken(std::string_view text, Take take) {
  JsonCursor cursor{text};
  const auto found = take(cursor);
  return (found ? std::string(*found) : std::string("nothing")) + " at " + std::to_string(cursor.at);
}

std::string plain(std::string_view text) { return taken(text, take_plain_json_string); }
std::string canonical(std::string_view text) { return taken(text, take_canonical_json_string); }

std::string rewritten(std::string_view text) {
  JsonCursor cursor{text};
  const auto read = read_json_string(cursor);
  std::string out;
  if (read && !cursor.lone_surrogate) append_json_string(out, *read);
  return out;
}

// Wherever the first byte stands that does not stand for itself, and whatever follows it.
TEST(JsonString, ThePlainPrefixEndsAtTheFirstOtherByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const bool is_plain = byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
    for (std::size_t size = 1; size <= 40; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        std::string text(size, 'x');
        text[at] = static_cast<char>(byte);
        ASSERT_EQ(plain_json_prefix(text), is_plain ? size : at) << byte << " at " << at << " of " << size;
      }
    }
  }
}

TEST(JsonString, APlainStringIsTakenAsItStands) {
  EXPECT_EQ(plain(R"("id":1)"), "id at 4");
  EXPECT_EQ(plain(R"("")"), " at 2");
  const std::string forty(40, 'x');
  EXPECT_EQ(plain('"' + forty + '"'), forty + " at 42");
}

TEST(JsonString, AnyOtherIsLeftToTheFullReader) {
  const std::string block(32, 'x');
  for (const std::string& text :
       std::vector<std::string>{"", "x", "\"", "\"open", R"("a\n")", "\"\xc3\xa9\"", "\"\x7f\"", "\"\t\"", "\"" + block,
                                "\"" + block + "\\\"\""}) {
    EXPECT_EQ(plain(text), "nothing at 0") << text;
  }
}

TEST(JsonString, ACanonicalStringIsTakenWithItsQuotes) {
  for (const std::string& text :
       std::vector<std::string>{R"("")", R"("text")", R"("\"\\\b\f\n\r\t")", R"("\u00e9\u007f\uffff")",
                                R"("\ud83d\ude00 and on")", "\"" + std::string(70, 'x') + R"(\n\u2028")"}) {
    EXPECT_EQ(canonical(text + ","), text + " at " + std::to_string(text.size())) << text;
    EXPECT_EQ(rewritten(text), text) << text;
  }
}

// Other spellings, faults, and control characters, which are not worth the lookup.
TEST(JsonString, OtherSpellingsAreLeftToTheFullReader) {
  for (const std::string& text :
       std::vector<std::string>{"x", "\"open", R"("\/")", R"("\u00E9")", R"("\u0041")", R"("\u000a")", R"("\u0001")",
                                R"("\ud83d")", R"("\ude00")", R"("\ud83d\u0041")", R"("\ud83d\ud83d")", R"("\u12")",
                                R"("\x")", R"("\)", "\"\xc3\xa9\"", "\"\n\"", "\"\x7f\""}) {
    EXPECT_EQ(canonical(text), "nothing at 0") << text;
  }
}

// Whatever stands between the quotes: what is taken is what the writer would write.
TEST(JsonString, NothingIsTakenThatTheWriterWouldWriteOtherwise) {
  const std::string pieces[] = {"a",    "\\",   "\"",   "u",    "n",    "/",    "d83d",
                                "de00", "00e9", "00E9", "0041", "\x1f", "\xc3", "\xa9"};
  for (const std::string& a : pieces) {
    for (const std::string& b : pieces) {
      for (const std::string& c : pieces) {
        for (const std::string& d : pieces) {
          const std::string text = "\"\\" + a + b + c + d + "\"";
          JsonCursor cursor{text};
          const auto found = take_canonical_json_string(cursor);
          EXPECT_TRUE(!found || rewritten(text) == *found) << text;
        }
      }
    }
  }
}

TEST(JsonNumber, AShortIntegerIsTakenAtOnce) {
  const auto integer = [](std::string_view text) {
    JsonCursor cursor{text};
    const auto found = take_short_integer(cursor);
    return (found ? std::to_string(*found) : std::string("nothing")) + " at " + std::to_string(cursor.at);
  };
  EXPECT_EQ(integer("0,"), "0 at 1");
  EXPECT_EQ(integer("-0"), "0 at 2");
  EXPECT_EQ(integer("-17}"), "-17 at 3");
  EXPECT_EQ(integer("999999999999999999"), "999999999999999999 at 18");
  for (const char* other :
       {"", "-", "x", "01", "-01", "1.0", "1e3", "1E3", "1000000000000000000", "-1000000000000000000"}) {
    EXPECT_EQ(integer(other), "nothing at 0") << other;
  }
}

}  // namespace
}  // namespace latewood
