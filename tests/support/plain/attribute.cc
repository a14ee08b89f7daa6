#include "support/plain/attribute.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <regex>
#include <set>
#include <string>

#include "canon/json_writer.h"

namespace latewood::test {
namespace {

using selector::AttributeTest;
using selector::Literal;
using selector::Null;
using selector::Number;
using selector::Op;
using selector::Text;

// ---- numbers ----

// The Number of the grammar, and nothing else (E-23).
bool is_number_text(const std::string& text) {
  const bool all_known = text.find_first_not_of("-.0123456789") == std::string::npos;
  return all_known && std::regex_match(text, std::regex("-?[0-9]+(\\.[0-9]+)?"));
}

struct Value {
  std::string text;         // the number in digits, or "inf", "-inf"
  bool is_double = false;   // a JSON number with a fraction or an exponent
  bool is_decimal = false;  // written with a point in a selector or a text
};

// All the digits of a double: no double needs more places after the point than these.
std::string exact_digits(double value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char digits[1500];
  return {digits, std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 1100).ptr};
}

double nearest_double(const std::string& text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc::result_out_of_range) return value;
  const bool is_large = text.find_first_of("123456789") < text.find('.');
  const double size = is_large ? std::numeric_limits<double>::infinity() : 0.0;
  return text.starts_with('-') ? -size : size;
}

// -1, 0 or 1. Both are digits with an optional minus and an optional point.
int compare_sizes(const std::string& a, const std::string& b) {
  const auto whole = [](const std::string& digits) {
    const std::string part = digits.substr(0, digits.find('.'));
    return part.substr(std::min(part.find_first_not_of('0'), part.size()));
  };
  const auto fraction = [](const std::string& digits) {
    const std::size_t point = digits.find('.');
    const std::string part = point == std::string::npos ? "" : digits.substr(point + 1);
    return part.substr(0, part.find_last_not_of('0') + 1);
  };
  if (whole(a).size() != whole(b).size()) return whole(a).size() < whole(b).size() ? -1 : 1;
  const int by_whole = whole(a).compare(whole(b));
  const int order = by_whole != 0 ? by_whole : fraction(a).compare(fraction(b));
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

bool is_zero(const std::string& digits) { return digits.find_first_not_of("-.0") == std::string::npos; }

int compare_digits(const std::string& a, const std::string& b) {
  if (a == b || (is_zero(a) && is_zero(b))) return 0;
  const bool a_negative = a.starts_with('-') && !is_zero(a);
  const bool b_negative = b.starts_with('-') && !is_zero(b);
  if (a_negative != b_negative) return a_negative ? -1 : 1;
  const std::string a_size = a.substr(a.starts_with('-') ? 1 : 0);
  const std::string b_size = b.substr(b.starts_with('-') ? 1 : 0);
  const int sign = a_negative ? -1 : 1;
  if (a_size == "inf" || b_size == "inf") return a_size == "inf" ? sign : -sign;
  return sign * compare_sizes(a_size, b_size);
}

// A decimal against a double is the nearest double (E-22); all else is exact.
int compare_numbers(const Value& a, const Value& b) {
  if (a.is_double && b.is_decimal) return compare_digits(a.text, exact_digits(nearest_double(b.text)));
  if (b.is_double && a.is_decimal) return compare_digits(exact_digits(nearest_double(a.text)), b.text);
  return compare_digits(a.text, b.text);
}

std::optional<Value> number_in_text(const std::string& text) {
  if (!is_number_text(text)) return std::nullopt;
  return Value{text, false, text.find('.') != std::string::npos};
}

// ---- the two sides ----

std::string literal_text(const Literal& literal) {
  if (const auto* number = std::get_if<Number>(&literal)) return number->digits;
  return std::get<Text>(literal).value;
}

bool is_null(const Literal& literal) { return std::holds_alternative<Null>(literal); }
bool is_number(const Literal& literal) { return std::holds_alternative<Number>(literal); }

bool is_number(const JsonValue& value) {
  return value.as_integer() != nullptr || value.as_big_integer() != nullptr || value.as_double() != nullptr;
}

std::string literal_text(const JsonValue& value) {
  return value.as_string() != nullptr ? *value.as_string() : canonical_json(value);
}

std::optional<Value> number_of(const JsonValue& value) {
  if (value.as_double() != nullptr) return Value{exact_digits(*value.as_double()), true, false};
  if (is_number(value)) return Value{canonical_json(value), false, false};
  return value.as_string() != nullptr ? number_in_text(*value.as_string()) : std::nullopt;
}

bool by_order(Op op, int order) {
  switch (op) {
    case Op::Equal: return order == 0;
    case Op::NotEqual: return order != 0;
    case Op::Less: return order < 0;
    case Op::LessEqual: return order <= 0;
    case Op::Greater: return order > 0;
    case Op::GreaterEqual: return order >= 0;
    case Op::Present: break;
  }
  return true;
}

// ---- the three kinds of attributes (D-37) ----

const std::set<std::string> kNumeric = {"offset", "ttl", "priority", "cycle", "created_at_ns", "creation_index"};
const std::set<std::string> kText = {"nodeType", "id", "role", "kind", "created_at_iso", "content_hash", "provenance"};

bool numeric_holds(Op op, const JsonValue& value, const Literal& literal) {
  const auto number = number_in_text(literal_text(literal));
  if (!number) return op == Op::NotEqual;
  return by_order(op, compare_numbers(*number_of(value), *number));
}

// Bytes of UTF-8 sort as code points do.
bool text_holds(Op op, const std::string& value, const std::string& literal) {
  return by_order(op, value.compare(literal));
}

bool other_equals(const JsonValue& value, const Literal& literal) {
  if (is_number(literal))
    return is_number(value) && compare_numbers(*number_of(value), *number_in_text(literal_text(literal))) == 0;
  const bool is_text = value.as_string() != nullptr || value.as_bool() != nullptr;
  return is_text && literal_text(value) == literal_text(literal);
}

bool other_holds(Op op, const JsonValue& value, const Literal& literal) {
  if (op == Op::Equal) return other_equals(value, literal);
  if (op == Op::NotEqual) return !other_equals(value, literal);
  const auto left = number_of(value);
  const auto right = number_in_text(literal_text(literal));
  if (left && right) return by_order(op, compare_numbers(*left, *right));
  return text_holds(op, literal_text(value), literal_text(literal));
}

// ---- what a node has ----

JsonValue integer(std::uint64_t value) {
  if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return JsonValue(static_cast<std::int64_t>(value));
  }
  return JsonValue(BigInteger{std::to_string(value)});
}

template <class T>
JsonValue or_null(const std::optional<T>& value) {
  return value ? JsonValue(*value) : JsonValue();
}

// Content and the shape of the tree are no attributes (E-21), and are not listed.
JsonValue member_of_view(const NodeView& node, const std::string& key) {
  if (key == "id") return JsonValue(node.id);
  if (key == "nodeType") return JsonValue(node.node_type);
  if (key == "offset") return JsonValue(node.offset);
  if (key == "ttl") return or_null(node.ttl);
  if (key == "priority") return JsonValue(node.priority);
  if (key == "cycle") return integer(node.cycle);
  if (key == "created_at_ns") return JsonValue(node.created_at_ns);
  if (key == "created_at_iso") return JsonValue(node.created_at_iso);
  if (key == "creation_index") return integer(node.creation_index);
  if (key == "role") return or_null(node.role);
  if (key == "kind") return or_null(node.kind);
  if (key == "removable") return or_null(node.removable);
  if (key == "key") return or_null(node.key);
  if (key == "provenance") return or_null(node.provenance);
  if (key == "content_hash") return JsonValue(node.content_hash.hex());
  for (const JsonMember& member : node.attributes) {
    if (member.key == key) return member.value;
  }
  return {};
}

JsonValue attribute_of_virtual_core(const std::string& key) {
  if (key == "nodeType") return JsonValue("mc");
  if (key == "offset") return JsonValue(std::int64_t{0});
  return {};
}

}  // namespace

bool plain_holds(const AttributeTest& test, const NodeView* node) {
  const JsonValue value = node != nullptr ? member_of_view(*node, test.key) : attribute_of_virtual_core(test.key);
  if (test.op == Op::Present) return !value.is_null();
  if (value.is_null() || is_null(test.literal)) {
    const bool are_equal = value.is_null() && is_null(test.literal);
    return (test.op == Op::Equal && are_equal) || (test.op == Op::NotEqual && !are_equal);
  }
  if (kNumeric.contains(test.key)) return numeric_holds(test.op, value, test.literal);
  if (kText.contains(test.key)) return text_holds(test.op, *value.as_string(), literal_text(test.literal));
  return other_holds(test.op, value, test.literal);
}

}  // namespace latewood::test
