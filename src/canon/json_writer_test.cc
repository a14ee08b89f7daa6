#include "canon/json_writer.h"
#include "support/json_integer.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace latewood {
namespace {

using test::json_integer;

using Array = JsonValue::Array;

std::string json_double_of(double value) {
  std::string out;
  append_json_double(out, value);
  return out;
}

std::string json_string_of(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST(JsonWriter, WritesEveryKindOfValueWithoutSpace) {
  const std::vector<std::pair<JsonValue, std::string>> cases = {
      {nullptr, "null"},
      {true, "true"},
      {false, "false"},
      {"", "\"\""},
      {Array{}, "[]"},
      {make_object({}), "{}"},
      {Array{nullptr, true, "x", Array{Array{}}}, "[null,true,\"x\",[[]]]"},
      {make_object({{"a", Array{json_integer(1), 2.0}}, {"b", make_object({})}}), "{\"a\":[1,2.0],\"b\":{}}"},
  };
  for (const auto& [value, text] : cases) EXPECT_EQ(canonical_json(value), text);
}

// HASH-05. UTF-16 order would put U+1F600, whose first unit is d83d, before U+E000.
TEST(JsonWriter, HASH_05_SortsKeysByCodePointAtEveryLevel) {
  const JsonValue inner =
      make_object({{"b", json_integer(1)}, {"a", json_integer(2)}, {"", json_integer(3)}, {"B", json_integer(4)}});
  const JsonValue value = make_object({{"\xf0\x9f\x98\x80", json_integer(5)},
                                       {"\xee\x80\x80", json_integer(6)},
                                       {"\xc3\xa9", Array{inner}},
                                       {"z", json_integer(7)},
                                       {"zz", json_integer(8)}});
  EXPECT_EQ(canonical_json(value),
            "{\"z\":7,\"zz\":8,\"\\u00e9\":[{\"\":3,\"B\":4,\"a\":2,\"b\":1}],\"\\ue000\":6,\"\\ud83d\\ude00\":5}");
}

TEST(JsonWriter, HASH_06_EscapesWhatIsNotPrintableAscii) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"plain ~ text", R"("plain ~ text")"},
      {"\"\\", R"("\"\\")"},
      {"\b\f\n\r\t", R"("\b\f\n\r\t")"},
      {std::string(1, '\0'), R"("\u0000")"},
      {"\x01\x0b\x1f", R"("\u0001\u000b\u001f")"},
      {"\x7f", R"("\u007f")"},
      {"/</script>", R"("/</script>")"},
      {"\xc2\x80\xc3\xa9", R"("\u0080\u00e9")"},
      {"\xe2\x82\xac\xef\xbf\xbf", R"("\u20ac\uffff")"},
      {"\xf0\x90\x80\x80", R"("\ud800\udc00")"},
      {"\xf0\x9f\x98\x80", R"("\ud83d\ude00")"},
      {"\xf4\x8f\xbf\xbf", R"("\udbff\udfff")"},
      {"12345678\n12345678\xc3\xa9 12345678", R"("12345678\n12345678\u00e9 12345678")"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(json_string_of(text), expected);
}

// The fast path looks at eight bytes together: every position must see the byte.
TEST(JsonWriter, HASH_06_EscapesAByteAlikeAtEveryAlignment) {
  const std::string after(8, ' ');
  for (int byte = 0; byte < 256; ++byte) {
    const std::string alone = json_string_of(std::string(1, static_cast<char>(byte)));
    for (std::size_t length = 0; length < 16; ++length) {
      const std::string before(length, 'a');
      const std::string text = before + static_cast<char>(byte) + after;
      EXPECT_EQ(json_string_of(text), "\"" + before + alone.substr(1, alone.size() - 2) + after + "\"");
    }
  }
}

TEST(JsonWriter, WritesEachByteThatIsNotUtf8AsAReplacementCharacter) {
  EXPECT_EQ(json_string_of("a\xff"
                           "b"),
            R"("a\ufffdb")");
  EXPECT_EQ(json_string_of("\xe2\x82"), R"("\ufffd\ufffd")");
  EXPECT_EQ(json_string_of("\xed\xa0\x80"), R"("\ufffd\ufffd\ufffd")");
}

TEST(JsonWriter, HASH_07_WritesIntegersVerbatim) {
  EXPECT_EQ(canonical_json(json_integer(0)), "0");
  EXPECT_EQ(canonical_json(json_integer(-1)), "-1");
  EXPECT_EQ(canonical_json(json_integer(std::numeric_limits<std::int64_t>::max())), "9223372036854775807");
  EXPECT_EQ(canonical_json(json_integer(std::numeric_limits<std::int64_t>::min())), "-9223372036854775808");
  EXPECT_EQ(canonical_json(BigInteger{"123456789012345678901234567890"}), "123456789012345678901234567890");
}

TEST(JsonWriter, HASH_07_WritesDoublesAsPythonDoes) {
  const std::vector<std::pair<double, std::string>> cases = {
      {0.0, "0.0"},
      {-0.0, "-0.0"},
      {1.0, "1.0"},
      {-1.5, "-1.5"},
      {0.1, "0.1"},
      {0.1 + 0.2, "0.30000000000000004"},
      {1.0 / 3.0, "0.3333333333333333"},
      {100.0, "100.0"},
      {123456789.125, "123456789.125"},
      // The bounds of the positional form.
      {0.0001, "0.0001"},
      {0.00012345678901234567, "0.00012345678901234567"},
      {0.000099999999999999991, "9.999999999999999e-05"},
      {0.00001, "1e-05"},
      {1e15, "1000000000000000.0"},
      {9999999999999998.0, "9999999999999998.0"},
      {1e16, "1e+16"},
      {-1e16, "-1e+16"},
      {12345678901234567.0, "1.2345678901234568e+16"},
      // Around 2^53, where integers stop being exact.
      {9007199254740991.0, "9007199254740991.0"},
      {9007199254740992.0, "9007199254740992.0"},
      {9007199254740994.0, "9007199254740994.0"},
      // Exponents of two and of three digits.
      {1e22, "1e+22"},
      {1e23, "1e+23"},
      {1e99, "1e+99"},
      {1e100, "1e+100"},
      {1.5e-9, "1.5e-09"},
      {1e-10, "1e-10"},
      {1e-100, "1e-100"},
      // The ends of the range.
      {std::numeric_limits<double>::max(), "1.7976931348623157e+308"},
      {std::numeric_limits<double>::min(), "2.2250738585072014e-308"},
      {std::bit_cast<double>(std::uint64_t{0x000fffffffffffff}), "2.225073858507201e-308"},
      {std::bit_cast<double>(std::uint64_t{1}), "5e-324"},
      {std::bit_cast<double>(std::uint64_t{3}), "1.5e-323"},
      // Powers of two, where the gap below is half the gap above.
      {9.5367431640625e-07, "9.5367431640625e-07"},
      {1.8014398509481984e16, "1.8014398509481984e+16"},
      {5.764607523034235e39, "5.764607523034235e+39"},
  };
  for (const auto& [value, text] : cases) EXPECT_EQ(json_double_of(value), text);
}

TEST(JsonWriter, AppendsToWhatIsThere) {
  std::string out = "x=";
  append_canonical_json(out, Array{json_integer(1)});
  append_json_string(out, "y");
  append_json_double(out, 2);
  EXPECT_EQ(out, "x=[1]\"y\"2.0");
}

}  // namespace
}  // namespace latewood
