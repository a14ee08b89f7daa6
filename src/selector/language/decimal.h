// Numbers as selectors write them: an optional minus, digits, an optional fraction. Of any
// length and exact, since an attribute may be an integer of any length too.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace latewood::selector {

class Decimal {
 public:
  // Nothing if `text` is not wholly such a number: no plus, no exponent, no space (E-23).
  static std::optional<Decimal> parse(std::string_view text);

  bool is_negative() const { return is_negative_; }  // never for a zero
  bool is_integer() const { return fraction_.empty(); }
  // Whether it was written with a fraction, be it zero.
  bool has_point() const { return has_point_; }

  // The digits before the point, with a minus if there is one.
  std::string whole_part() const;
  // Infinite if it is too large for a double.
  double nearest_double() const;

  friend std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);
  friend bool operator==(const Decimal& a, const Decimal& b) { return (a <=> b) == 0; }

 private:
  std::string whole_;     // without leading zeros; empty for 0
  std::string fraction_;  // without trailing zeros
  bool is_negative_ = false;
  bool has_point_ = false;
};

// A double against a number of a selector. With a fraction the number is taken as the nearest
// double (E-22); an integer is compared exactly.
std::strong_ordering compare(double value, const Decimal& number);

}  // namespace latewood::selector
