// A test of an attribute against a constant, as a closed interval of integers: whatever the
// operator and however the literal is written, a node costs two comparisons.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "selector/language/ast.h"
#include "selector/language/decimal.h"

namespace latewood::selector {

struct Interval {
  std::int64_t low = 1;
  std::int64_t high = 0;  // below `low`: nothing is inside

  static constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  static constexpr Interval all() { return {kLeast, kMost}; }
  static constexpr Interval none() { return {1, 0}; }

  bool has(std::int64_t value) const { return low <= value && value <= high; }
  bool is_empty() const { return low > high; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

// An interval or everything outside of it.
struct Membership {
  Interval interval;
  bool is_negated = false;

  bool has(std::int64_t value) const { return interval.has(value) != is_negated; }
};

// Unsigned integers among the signed ones, in their order.
constexpr std::int64_t ordered(std::uint64_t value) {
  return static_cast<std::int64_t>(value ^ (std::uint64_t{1} << 63));
}

// The integers x for which `x op number` holds; exact for any number. NotEqual and Present
// are no intervals and must not be asked for.
Interval signed_interval(Op op, const Decimal& number);
// The same of unsigned integers, mapped by `ordered`.
Interval unsigned_interval(Op op, const Decimal& number);

// The moments, in nanoseconds since 1970, whose ISO text t has `t op text`. Text order is time
// order, so these are an interval whatever `text` is.
Interval time_interval(Op op, std::string_view text);

}  // namespace latewood::selector
