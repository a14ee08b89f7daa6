// Laws of canonical JSON on generated values. RapidCheck prints its seed; the
// environment variable RC_PARAMS="seed=..." repeats a run.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "canon/utf8.h"
#include "latewood/json_value.h"

namespace latewood {

// Found by RapidCheck, which prints the values a law fails for.
void showValue(const JsonValue& value, std::ostream& out) { out << canonical_json(value); }

namespace {

rc::Gen<std::uint32_t> code_points() {
  const auto between = [](std::uint32_t first, std::uint32_t last) { return rc::gen::inRange(first, last + 1); };
  return rc::gen::oneOf(between(0x20, 0x7e), between(0, 0x1f), between(0x7f, 0xd7ff), between(0xe000, 0xffff),
                        between(0x10000, 0x10ffff));
}

rc::Gen<std::string> texts() {
  return rc::gen::map(rc::gen::container<std::vector<std::uint32_t>>(code_points()), [](const auto& codes) {
    std::string text;
    for (const std::uint32_t code : codes) append_utf8(text, code);
    return text;
  });
}

rc::Gen<double> doubles() {
  const auto from_bits = [](std::uint64_t bits) { return std::bit_cast<double>(bits); };
  return rc::gen::suchThat(
      rc::gen::oneOf(rc::gen::arbitrary<double>(), rc::gen::map(rc::gen::arbitrary<std::uint64_t>(), from_bits)),
      [](double value) { return std::isfinite(value); });
}

// At least 20 digits, which no int64 has.
rc::Gen<BigInteger> big_integers() {
  return rc::gen::apply(
      [](bool negative, std::uint64_t high, const std::string& digits) {
        return BigInteger{(negative ? "-" : "") + std::to_string(10000000000000000000u + (high >> 1)) + digits};
      },
      rc::gen::arbitrary<bool>(), rc::gen::arbitrary<std::uint64_t>(),
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("0123456789"))));
}

rc::Gen<JsonValue> values(int depth);

rc::Gen<JsonValue> scalars() {
  return rc::gen::oneOf(rc::gen::just(JsonValue()), rc::gen::construct<JsonValue>(rc::gen::arbitrary<bool>()),
                        rc::gen::construct<JsonValue>(rc::gen::arbitrary<std::int64_t>()),
                        rc::gen::construct<JsonValue>(big_integers()), rc::gen::construct<JsonValue>(doubles()),
                        rc::gen::construct<JsonValue>(texts()));
}

rc::Gen<JsonValue> arrays(int depth) {
  return rc::gen::construct<JsonValue>(rc::gen::scale(0.2, rc::gen::container<JsonValue::Array>(values(depth - 1))));
}

rc::Gen<JsonValue> objects(int depth) {
  const auto members = rc::gen::container<std::vector<JsonMember>>(
      rc::gen::construct<JsonMember>(rc::gen::scale(0.2, texts()), values(depth - 1)));
  return rc::gen::map(rc::gen::scale(0.2, members), make_object);
}

rc::Gen<JsonValue> values(int depth) {
  if (depth == 0) return scalars();
  return rc::gen::oneOf(scalars(), arrays(depth), objects(depth));
}

// Thirty values in one, so that the hundred cases of a law cover thousands.
rc::Gen<JsonValue> documents() {
  return rc::gen::construct<JsonValue>(rc::gen::container<JsonValue::Array>(30, values(3)));
}

// A value whose text has a closing mark, so that no part of it is whole.
rc::Gen<JsonValue> closed_values() {
  return rc::gen::oneOf(rc::gen::construct<JsonValue>(texts()), arrays(3), objects(3));
}

TEST(JsonLaws, ReadingWhatWasWrittenGivesTheSameValue) {
  ASSERT_TRUE(rc::check([] {
    const JsonValue value = *documents();
    const auto read = parse_json(canonical_json(value));
    RC_ASSERT(read.has_value());
    RC_ASSERT(*read == value);
  }));
}

TEST(JsonLaws, WritingWhatWasReadGivesTheSameBytes) {
  ASSERT_TRUE(rc::check([] {
    const std::string text = canonical_json(*documents());
    RC_ASSERT(canonical_json(parse_json(text).value()) == text);
  }));
}

TEST(JsonLaws, EqualValuesAreThoseWithTheSameText) {
  ASSERT_TRUE(rc::check([] {
    const JsonValue a = *values(1);
    const JsonValue b = *values(1);
    RC_ASSERT((a == b) == (canonical_json(a) == canonical_json(b)));
  }));
}

TEST(JsonLaws, EveryTruncationIsRefusedWithinTheText) {
  ASSERT_TRUE(rc::check([] {
    const std::string text = canonical_json(*closed_values());
    for (std::size_t length = 0; length < text.size(); ++length) {
      const auto read = parse_json(std::string_view(text).substr(0, length));
      RC_ASSERT(!read.has_value());
      RC_ASSERT(read.error().place->offset + read.error().place->length <= length);
    }
  }));
}

TEST(JsonLaws, AFlippedByteIsRefusedOrGivesAnotherCanonicalValue) {
  ASSERT_TRUE(rc::check([] {
    std::string text = canonical_json(*values(3));
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    text[at] = static_cast<char>(text[at] ^ *rc::gen::inRange(1, 256));
    const auto read = parse_json(text);
    if (read) {
      RC_ASSERT(parse_json(canonical_json(*read)).value() == *read);
    } else {
      RC_ASSERT(read.error().place->offset + read.error().place->length <= text.size());
    }
  }));
}

TEST(JsonLaws, AnyBytesAreRefusedOrReadWithoutFault) {
  ASSERT_TRUE(rc::check([](const std::string& bytes) {
    const auto read = parse_json(bytes);
    if (read) RC_ASSERT(parse_json(canonical_json(*read)).value() == *read);
    const auto inside = parse_json("\"" + bytes + "\"");
    if (inside) RC_ASSERT(parse_json(canonical_json(*inside)).value() == *inside);
  }));
}

}  // namespace
}  // namespace latewood
