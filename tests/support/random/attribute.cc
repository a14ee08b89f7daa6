#include "support/random/attribute.h"

#include <charconv>
#include <string>
#include <vector>

#include "canon/json_writer.h"
#include "selector/language/token.h"

namespace latewood::test {
namespace {

using namespace selector;

struct Fact {
  std::string key;
  JsonValue value;
};

template <class T>
void add(std::vector<Fact>& facts, const char* key, const std::optional<T>& value) {
  facts.push_back({key, value ? JsonValue(*value) : JsonValue()});
}

std::vector<Fact> headers_of(const NodeView& node) {
  std::vector<Fact> facts = {
      {"id", node.id},
      {"nodeType", node.node_type},
      {"offset", node.offset},
      {"priority", node.priority},
      {"cycle", static_cast<std::int64_t>(node.cycle)},
      {"created_at_ns", node.created_at_ns},
      {"created_at_iso", node.created_at_iso},
      {"creation_index", static_cast<std::int64_t>(node.creation_index)},
      {"content_hash", node.content_hash.hex()},
  };
  add(facts, "ttl", node.ttl);
  add(facts, "role", node.role);
  add(facts, "kind", node.kind);
  add(facts, "key", node.key);
  add(facts, "provenance", node.provenance);
  add(facts, "removable", node.removable);
  return facts;
}

Fact random_fact(Random& random, const NodeView& node) {
  if (!node.attributes.empty() && random.chance(50)) {
    const JsonMember& member = random.pick(node.attributes);
    if (is_identifier(member.key)) return {member.key, member.value};
  }
  if (random.chance(10))
    return {random.pick(std::vector<std::string>{"content", "parent", "children", "data_none"}), {}};
  return random.pick(headers_of(node));
}

// ---- spellings ----

std::string with_zeros(Random& random, std::string digits) {
  if (random.chance(10)) digits.insert(digits.starts_with('-') ? 1 : 0, "00");
  if (random.chance(10)) digits += digits.find('.') == std::string::npos ? ".0" : "0";
  return digits;
}

Number near(Random& random, std::int64_t value) {
  // Stamps may be as large as they get, so that one step further would not fit.
  const bool may_move = value > -1'000'000'000'000 && value < 9'000'000'000'000'000'000;
  if (may_move && random.chance(30)) value += random.chance(50) ? 1 : -1;
  const std::string digits = std::to_string(value);
  return {random.chance(10) ? digits + ".5" : with_zeros(random, digits)};
}

Number digits_of(Random& random, double value) {
  char digits[400];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr;
  return {with_zeros(random, std::string(digits, end))};
}

Literal as_text(Random& random, std::string text) {
  const bool may_be_bare = is_identifier(text) && !is_null_word(text);
  return Text{std::move(text), !(may_be_bare && random.chance(50))};
}

std::string changed(Random& random, std::string text) {
  if (random.chance(75)) return text;
  if (!text.empty() && random.chance(40)) text.pop_back();
  if (random.chance(50))
    text += random.pick(std::vector<std::string>{"a", "Z", "'", "\"", "\\", "\\'", " ", "\xc3\xa9", "\xff"});
  return text;
}

Literal true_literal(Random& random, const JsonValue& value) {
  if (value.is_null()) return Null();
  if (value.as_integer() != nullptr) return near(random, *value.as_integer());
  if (value.as_big_integer() != nullptr) return Number{with_zeros(random, value.as_big_integer()->digits)};
  if (value.as_double() != nullptr) return digits_of(random, *value.as_double());
  if (value.as_string() != nullptr) return as_text(random, changed(random, *value.as_string()));
  return as_text(random, canonical_json(value));
}

// The same in quotes, or as a number if it reads as one.
Literal in_other_type(const Literal& literal) {
  if (const auto* number = std::get_if<Number>(&literal)) return Text{number->digits, true};
  const auto* text = std::get_if<Text>(&literal);
  if (text != nullptr && is_number(text->value)) return Number{text->value};
  return Null();
}

Literal odd_literal(Random& random) {
  static const std::vector<Literal> kOdd = {
      Null(),          Number{"0"},         Number{"-0"},
      Number{"-1.5"},  Number{"1.50"},      Number{"99999999999999999999999999"},
      Number{"5"},     Number{"5.0"},       Number{"9007199254740993.0"},
      Text{"", true},  Text{"null", true},  Text{"007", true},
      Text{"5", true}, Text{"true", false}, Text{"user", false},
  };
  return random.pick(kOdd);
}

Literal random_literal(Random& random, const JsonValue& value) {
  if (random.chance(10)) return odd_literal(random);
  const Literal literal = true_literal(random, value);
  return random.chance(10) ? in_other_type(literal) : literal;
}

Op random_attribute_op(Random& random) {
  if (random.chance(40)) return Op::Equal;
  return random.pick(
      std::vector{Op::Present, Op::NotEqual, Op::Less, Op::LessEqual, Op::LessEqual, Op::Greater, Op::GreaterEqual});
}

}  // namespace

AttributeTest random_attribute_test(Random& random, const NodeView& node) {
  const Fact fact = random_fact(random, node);
  AttributeTest test;
  test.key = fact.key;
  test.op = random_attribute_op(random);
  if (test.op != Op::Present) test.literal = random_literal(random, fact.value);
  return test;
}

}  // namespace latewood::test
