#include "canon/json_reader.h"
#include "support/json_integer.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latewood {
namespace {

using test::json_integer;

using namespace std::string_literals;
using Array = JsonValue::Array;

struct Accepted {
  std::string text;
  JsonValue value;
};

void expect_accepted(const std::vector<Accepted>& cases) {
  for (const Accepted& each : cases) {
    SCOPED_TRACE(each.text);
    const auto parsed = parse_json(each.text);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_TRUE(*parsed == each.value);
  }
}

struct Refused {
  std::string text;
  Place place;
  std::string message;
  std::string rule = {};
};

void expect_refused_texts(const std::vector<Refused>& cases) {
  for (const Refused& each : cases) {
    SCOPED_TRACE(each.text);
    const auto parsed = parse_json(each.text);
    ASSERT_FALSE(parsed);
    const Error& error = parsed.error();
    EXPECT_EQ(error.code, Code::InvalidArgument);
    EXPECT_EQ(error.message, each.message);
    EXPECT_EQ(error.rule, each.rule);
    ASSERT_TRUE(error.place);
    EXPECT_EQ(error.place->offset, each.place.offset);
    EXPECT_EQ(error.place->length, each.place.length);
  }
}

TEST(JsonReader, ReadsEveryKindOfValue) {
  expect_accepted({
      {"null", nullptr},
      {"true", true},
      {"false", false},
      {"0", json_integer(0)},
      {"-17", json_integer(-17)},
      {"0.5", 0.5},
      {"\"\"", ""},
      {"[]", Array{}},
      {"[1,[2],\"x\"]", Array{json_integer(1), Array{json_integer(2)}, "x"}},
      {"{}", make_object({})},
      {"{\"a\":{\"b\":null}}", make_object({{"a", make_object({{"b", nullptr}})}})},
  });
}

TEST(JsonReader, SkipsTheFourKindsOfSpaceBetweenTokens) {
  expect_accepted({
      {" \t\r\n1 \t\r\n", json_integer(1)},
      {" [ 1 , 2 ] ", Array{json_integer(1), json_integer(2)}},
      {"\n{\n\t\"a\" : 1 ,\r\n\t\"b\" : 2\n}\n", make_object({{"a", json_integer(1)}, {"b", json_integer(2)}})},
      {"[ ]", Array{}},
      {"{ }", make_object({})},
  });
}

TEST(JsonReader, SortsMembersByKey) {
  expect_accepted(
      {{"{\"b\":1,\"\":2,\"a\":3,\"B\":4}",
        make_object({{"", json_integer(2)}, {"B", json_integer(4)}, {"a", json_integer(3)}, {"b", json_integer(1)}})}});
}

// HASH-07: an integer is written as it was read.
TEST(JsonReader, KeepsIntegersBeyond64BitsVerbatim) {
  expect_accepted({
      {"9223372036854775807", json_integer(std::numeric_limits<std::int64_t>::max())},
      {"-9223372036854775808", json_integer(std::numeric_limits<std::int64_t>::min())},
      {"9223372036854775808", BigInteger{"9223372036854775808"}},
      {"-9223372036854775809", BigInteger{"-9223372036854775809"}},
      {"1" + std::string(100, '0'), BigInteger{"1" + std::string(100, '0')}},
  });
}

// E-13.
TEST(JsonReader, ReadsTheIntegerMinusZeroAsZero) { expect_accepted({{"-0", json_integer(0)}}); }

// D-48: a point or an exponent makes a double, whatever the value.
TEST(JsonReader, ReadsAPointOrAnExponentAsADouble) {
  expect_accepted({
      {"1.0", 1.0},
      {"1e0", 1.0},
      {"1E+2", 100.0},
      {"12.5e-1", 1.25},
      {"-0.0", -0.0},
      {"-0e0", -0.0},
      {"0e999", 0.0},
      {"9007199254740993.0", 9007199254740992.0},
      {"9007199254740993.00000000000000000000000000000001", 9007199254740994.0},
      {"1.7976931348623158e308", std::numeric_limits<double>::max()},
  });
}

TEST(JsonReader, ReadsSubnormalDoublesExactly) {
  expect_accepted({
      {"5e-324", std::bit_cast<double>(std::uint64_t{1})},
      {"2.4703282292062328e-324", std::bit_cast<double>(std::uint64_t{1})},
      {"1.5e-323", std::bit_cast<double>(std::uint64_t{3})},
      {"2.225073858507201e-308", std::bit_cast<double>(std::uint64_t{0x000fffffffffffff})},
  });
}

TEST(JsonReader, ReadsANumberTooSmallForADoubleAsAZeroOfItsSign) {
  expect_accepted({
      {"1e-400", 0.0},
      {"-1e-400", -0.0},
      {"2.4703282292062327e-324", 0.0},
      {"123456789e-999999999999999999999", 0.0},
      {"-0." + std::string(400, '0') + "1", -0.0},
      {"0." + std::string(800, '0') + "1e400", 0.0},
      {"1" + std::string(400, '0') + "e-800", 0.0},
  });
}

// E-13.
TEST(JsonReader, RefusesANumberTooLargeForADouble) {
  expect_refused_texts({
      {"1e400", {0, 5}, "1e400 is too large for a double"},
      {"[-1E+400]", {1, 7}, "-1E+400 is too large for a double"},
      {"1.797693134862315808e308", {0, 24}, "1.797693134862315808e308 is too large for a double"},
      {"1e999999999999999999999", {0, 23}, "1e999999999999999999999 is too large for a double"},
      {"0.00001e400", {0, 11}, "0.00001e400 is too large for a double"},
      {"1" + std::string(400, '0') + ".5", {0, 403}, "1" + std::string(63, '0') + "... is too large for a double"},
  });
}

TEST(JsonReader, RefusesWhatIsNoNumberInJson) {
  expect_refused_texts({
      {"01", {0, 2}, "01 has a leading zero"},
      {"-007.5", {0, 4}, "-007 has a leading zero"},
      {"1.", {2, 0}, "a digit expected, found the end of the text"},
      {"[1.]", {3, 1}, "a digit expected, found ']'"},
      {"1e", {2, 0}, "a digit expected, found the end of the text"},
      {"1e+x", {3, 1}, "a digit expected, found 'x'"},
      {"-", {1, 0}, "a digit expected, found the end of the text"},
      {"-Infinity", {1, 1}, "a digit expected, found 'I'"},
      {".5", {0, 1}, "a value expected, found '.'"},
      {"+1", {0, 1}, "a value expected, found '+'"},
      {"0x10", {1, 1}, "the end of the text expected, found 'x'"},
  });
}

TEST(JsonReader, RefusesWordsOtherThanTheThree) {
  expect_refused_texts({
      {"NaN", {0, 3}, "NaN is no JSON value"},
      {"[Infinity]", {1, 8}, "Infinity is no JSON value"},
      {"nul", {0, 3}, "nul is no JSON value"},
      {"True", {0, 4}, "True is no JSON value"},
      {"truex", {0, 5}, "truex is no JSON value"},
  });
}

TEST(JsonReader, ReadsEscapes) {
  expect_accepted({
      {R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"},
      {R"("\u0041\u00e9\u00E9\u20ac")", "A\xc3\xa9\xc3\xa9\xe2\x82\xac"},
      {R"("\ud83d\ude00")", "\xf0\x9f\x98\x80"},
      {R"("\uDBFF\uDFFF")", "\xf4\x8f\xbf\xbf"},
      {R"("\u0000")", std::string(1, '\0')},
      {R"("\\u0041")", "\\u0041"},
  });
}

TEST(JsonReader, RefusesUnknownAndBrokenEscapes) {
  expect_refused_texts({
      {R"("a\x")", {3, 1}, R"(one of "\/bfnrtu expected, found 'x')"},
      {R"("\)", {2, 0}, R"(one of "\/bfnrtu expected, found the end of the text)"},
      {R"("\u12g4")", {5, 1}, "a hexadecimal digit expected, found 'g'"},
      {R"("\u12")", {5, 1}, "a hexadecimal digit expected, found '\"'"},
      {R"("\U0041")", {2, 1}, R"(one of "\/bfnrtu expected, found 'U')"},
      {R"("\ud83d\u+e00")", {9, 1}, "a hexadecimal digit expected, found '+'"},
  });
}

// E-12.
TEST(JsonReader, NamesALoneSurrogateByItsRule) {
  const std::string rule(kLoneSurrogate);
  expect_refused_texts({
      {R"("\ud800")", {1, 6}, R"(\ud800 has no other half)", rule},
      {R"("a\uDFFFb")", {2, 6}, R"(\uDFFF has no other half)", rule},
      {R"("\ud800\n")", {1, 6}, R"(\ud800 has no other half)", rule},
      {R"("\ud800\u0041")", {1, 6}, R"(\ud800 has no other half)", rule},
      {R"("\ud801\ud83d\ude00")", {1, 6}, R"(\ud801 has no other half)", rule},
      {R"({"k\udc00":["\ud800"]})", {3, 6}, R"(\udc00 has no other half)", rule},
      {R"({"\ud800":1,"\ud801":2})", {2, 6}, R"(\ud800 has no other half)", rule},
  });
}

// E-12: a lone surrogate alone has a hash, so it must not hide what has none.
TEST(JsonReader, PrefersAnyOtherFaultToALoneSurrogate) {
  expect_refused_texts({
      {R"(["\ud800")", {9, 0}, "',' or ']' expected, found the end of the text"},
      {"[\"\\ud800\",\"\xff\"]", {11, 1}, "UTF-8 expected, found byte 0xff"},
      {R"("\ud800" 1)", {9, 1}, "the end of the text expected, found '1'"},
      {R"({"\ud800":1,"\ud800":2})", {12, 8}, R"(key "\ufffd\ufffd\ufffd" stands twice in one object)"},
  });
}

TEST(JsonReader, KeepsEveryCodePointOfUtf8Text) {
  const std::string text =
      "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf";
  expect_accepted({{"\"" + text + "\"", JsonValue(text)}});
}

TEST(JsonReader, RefusesBytesThatAreNotUtf8) {
  expect_refused_texts({
      {"\"\x80\"", {1, 1}, "UTF-8 expected, found byte 0x80"},
      {"\"abcdefgh\xff\"", {9, 1}, "UTF-8 expected, found byte 0xff"},
      {"\"\xc0\xaf\"", {1, 1}, "UTF-8 expected, found byte 0xc0"},
      {"\"\xc1\xbf\"", {1, 1}, "UTF-8 expected, found byte 0xc1"},
      {"\"\xe0\x9f\xbf\"", {1, 1}, "UTF-8 expected, found byte 0xe0"},
      {"\"\xed\xa0\x80\"", {1, 1}, "UTF-8 expected, found byte 0xed"},
      {"\"\xf0\x8f\xbf\xbf\"", {1, 1}, "UTF-8 expected, found byte 0xf0"},
      {"\"\xf4\x90\x80\x80\"", {1, 1}, "UTF-8 expected, found byte 0xf4"},
      {"\"\xf8\x88\x80\x80\x80\"", {1, 1}, "UTF-8 expected, found byte 0xf8"},
      {"\"\xe2\x82\"", {1, 1}, "UTF-8 expected, found byte 0xe2"},
      {"\"\xe2\x82", {1, 1}, "UTF-8 expected, found byte 0xe2"},
      {"\xc3\xa9", {0, 1}, "a value expected, found byte 0xc3"},
  });
}

TEST(JsonReader, RefusesAByteOrderMark) {
  expect_refused_texts({{"\xef\xbb\xbf{}", {0, 3}, "the text starts with a byte order mark"}});
}

TEST(JsonReader, RefusesBareControlCharactersInStrings) {
  expect_refused_texts({
      {"\"a\nb\"", {2, 1}, "a closing quote or an escape expected, found byte 0x0a"},
      {"\"\x1f\"", {1, 1}, "a closing quote or an escape expected, found byte 0x1f"},
      {"\"12345678\0\""s, {9, 1}, "a closing quote or an escape expected, found byte 0x00"},
  });
}

// The fast path looks at eight bytes together: every position must see the quote.
TEST(JsonReader, FindsTheEndOfAStringAtEveryAlignment) {
  for (std::size_t length = 0; length < 40; ++length) {
    const std::string text(length, '~');
    const auto parsed = parse_json("\"" + text + "\"");
    ASSERT_TRUE(parsed) << length;
    EXPECT_EQ(*parsed->as_string(), text);
  }
}

// The same for each single byte: refused, ended or kept, at every position.
TEST(JsonReader, TreatsAByteAlikeAtEveryAlignment) {
  for (int byte = 0; byte < 256; ++byte) {
    const bool plain = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
    for (std::size_t before = 0; before < 16; ++before) {
      const std::string text = std::string(before, 'a') + static_cast<char>(byte) + std::string(8, ' ');
      EXPECT_EQ(parse_json("\"" + text + "\"").has_value(), plain) << byte << " after " << before;
    }
  }
}

// D-53.
TEST(JsonReader, RefusesDuplicateKeysAtTheSecondOne) {
  expect_refused_texts({
      {R"({"a":1,"a":2})", {7, 3}, R"(key "a" stands twice in one object)"},
      {R"({"b":1,"a":2,"c":3,"a":4,"b":5})", {19, 3}, R"(key "a" stands twice in one object)"},
      {R"({"b":1,"b":2,"a":3,"a":4})", {7, 3}, R"(key "b" stands twice in one object)"},
      {R"([{"a":1,"\u0061":2}])", {8, 8}, R"(key "a" stands twice in one object)"},
      {R"({"x":{"a":1},"a":{"b":0,"b":0}})", {24, 3}, R"(key "b" stands twice in one object)"},
  });
}

TEST(JsonReader, AllowsTheSameKeyInDifferentObjects) {
  EXPECT_TRUE(parse_json(R"({"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]})"));
}

TEST(JsonReader, RefusesBrokenStructure) {
  expect_refused_texts({
      {"", {0, 0}, "a value expected, found the end of the text"},
      {" ", {1, 0}, "a value expected, found the end of the text"},
      {"[1,]", {3, 1}, "a value expected, found ']'"},
      {"[,1]", {1, 1}, "a value expected, found ','"},
      {"[1 2]", {3, 1}, "',' or ']' expected, found '2'"},
      {"[1}", {2, 1}, "',' or ']' expected, found '}'"},
      {"[", {1, 0}, "a value expected, found the end of the text"},
      {"{\"a\":1,}", {7, 1}, "a key expected, found '}'"},
      {"{\"a\" 1}", {5, 1}, "':' expected, found '1'"},
      {"{\"a\":}", {5, 1}, "a value expected, found '}'"},
      {"{a:1}", {1, 1}, "a key expected, found 'a'"},
      {"{1:1}", {1, 1}, "a key expected, found '1'"},
      {"{\"a\":1 \"b\":2}", {7, 1}, "',' or '}' expected, found '\"'"},
      {"'a'", {0, 1}, "a value expected, found '''"},
      {"]", {0, 1}, "a value expected, found ']'"},
      {"// x\n1", {0, 1}, "a value expected, found '/'"},
      {"\v1", {0, 1}, "a value expected, found byte 0x0b"},
      {"\0"s, {0, 1}, "a value expected, found byte 0x00"},
      {"\"abc", {4, 0}, "a closing quote or an escape expected, found the end of the text"},
  });
}

// D-53.
TEST(JsonReader, RefusesDataAfterTheValue) {
  expect_refused_texts({
      {"1 1", {2, 1}, "the end of the text expected, found '1'"},
      {"{}{}", {2, 1}, "the end of the text expected, found '{'"},
      {"null\0"s, {4, 1}, "the end of the text expected, found byte 0x00"},
  });
}

TEST(JsonReader, ShortensLongNamesInMessages) {
  const std::string key = "\"" + std::string(100, 'k') + "\"";
  expect_refused_texts({{"{" + key + ":1," + key + ":2}",
                         {106, 102},
                         "key \"" + std::string(63, 'k') + "... stands twice in one object"}});
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(JsonReader, AcceptsNestingUpToTheLimitAndNoFurther) {
  EXPECT_TRUE(parse_json(nested(512)));
  expect_refused_texts({{nested(513), {512, 1}, "nesting is deeper than 512", std::string(kNestingTooDeep)}});
}

TEST(JsonReader, CountsOnlyWhatIsOpenAtTheSameTime) {
  const JsonLimits two{.max_depth = 2};
  EXPECT_TRUE(parse_json("[[],[],{},{}]", two));
  EXPECT_TRUE(parse_json("{\"a\":[],\"b\":{}}", two));
  EXPECT_FALSE(parse_json("[[],[{}]]", two));
  EXPECT_FALSE(parse_json("[]", {.max_depth = 0}));
  EXPECT_TRUE(parse_json("1", {.max_depth = 0}));
}

}  // namespace
}  // namespace latewood
