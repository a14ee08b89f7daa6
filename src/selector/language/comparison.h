// The meaning of `value op literal` for values that are not header numbers (D-37).
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/json_value.h"
#include "selector/language/ast.h"
#include "selector/language/decimal.h"

namespace latewood::selector {

// Whether an operator holds of two values that compare as `order`.
bool holds(Op op, std::strong_ordering order);

// A literal, parsed once for all kinds of comparison.
class Constant {
 public:
  explicit Constant(const Literal& literal);

  bool is_null() const { return is_null_; }
  // The text between quotes, the bare word, the digits as written.
  const std::string& text() const { return text_; }
  // The number it is, or that its text reads as (E-23).
  const std::optional<Decimal>& number() const { return number_; }

  // An absent attribute: null differs from everything but null, and has no order.
  bool holds_of_null(Op op) const;
  // An attribute that is declared to be text; compared by code point.
  bool holds_of_text(Op op, std::string_view value) const;
  // An attribute of no declared type. Equality needs equal types; an order is one of numbers
  // where both sides are numbers or read as such, else of texts.
  bool holds_of_json(Op op, const JsonValue& value) const;

 private:
  bool equals(const JsonValue& value) const;
  std::strong_ordering order_of(const JsonValue& value) const;

  std::string text_;
  std::optional<Decimal> number_;
  bool is_null_ = false;
  bool is_number_ = false;
};

}  // namespace latewood::selector
