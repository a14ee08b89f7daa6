#include "selector/language/comparison.h"

#include "canon/json_writer.h"

namespace latewood::selector {
namespace {

// The order of an attribute's numeric value and a number; nullopt if the attribute is not a number.
std::optional<std::strong_ordering> numeric_order(const JsonValue& value, const Decimal& number) {
  if (const double* real = value.as_double()) return compare(*real, number);
  std::optional<Decimal> read;
  if (const std::int64_t* integer = value.as_integer()) read = Decimal::parse(std::to_string(*integer));
  if (const BigInteger* big = value.as_big_integer()) read = Decimal::parse(big->digits);
  if (const std::string* text = value.as_string()) read = Decimal::parse(*text);
  if (!read) return std::nullopt;
  return *read <=> number;
}

std::string text_of(const JsonValue& value) {
  const std::string* text = value.as_string();
  return text != nullptr ? *text : canonical_json(value);
}

}  // namespace

bool holds(Op op, std::strong_ordering order) {
  switch (op) {
    case Op::Present: return true;
    case Op::Equal: return order == 0;
    case Op::NotEqual: return order != 0;
    case Op::Less: return order < 0;
    case Op::LessEqual: return order <= 0;
    case Op::Greater: return order > 0;
    case Op::GreaterEqual: return order >= 0;
  }
  return false;
}

Constant::Constant(const Literal& literal) {
  is_null_ = std::holds_alternative<Null>(literal);
  if (const auto* number = std::get_if<Number>(&literal)) text_ = number->digits;
  if (const auto* text = std::get_if<Text>(&literal)) text_ = text->value;
  is_number_ = std::holds_alternative<Number>(literal);
  if (!is_null_) number_ = Decimal::parse(text_);
}

bool Constant::holds_of_null(Op op) const {
  if (op == Op::Equal) return is_null_;
  return op == Op::NotEqual && !is_null_;
}

bool Constant::holds_of_text(Op op, std::string_view value) const {
  if (is_null_) return op == Op::NotEqual || op == Op::Present;
  return holds(op, value <=> std::string_view(text_));
}

bool Constant::equals(const JsonValue& value) const {
  const bool is_boolean = value.as_bool() != nullptr;
  const bool is_text = value.as_string() != nullptr;
  if (is_boolean || is_text) return !is_number_ && text_of(value) == text_;
  return is_number_ && number_ && numeric_order(value, *number_) == std::strong_ordering::equal;
}

std::strong_ordering Constant::order_of(const JsonValue& value) const {
  if (number_) {
    if (const auto order = numeric_order(value, *number_)) return *order;
  }
  return text_of(value) <=> text_;
}

bool Constant::holds_of_json(Op op, const JsonValue& value) const {
  if (value.is_null()) return holds_of_null(op);
  if (is_null_) return op == Op::NotEqual || op == Op::Present;
  if (op == Op::Equal) return equals(value);
  if (op == Op::NotEqual) return !equals(value);
  return holds(op, order_of(value));
}

}  // namespace latewood::selector
