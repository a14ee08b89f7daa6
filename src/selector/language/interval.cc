#include "selector/language/interval.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <type_traits>

#include "base/iso_time.h"

namespace latewood::selector {
namespace {

enum class Side { Below, Inside, Above };

// The largest integer of type T that is at most `number`, if there are such on both sides.
template <class T>
struct Floor {
  Side side = Side::Inside;
  T value = 0;
};

template <class T>
Floor<T> floor_of(const Decimal& number) {
  const Side outside = number.is_negative() ? Side::Below : Side::Above;
  std::string text = number.whole_part();
  if (std::is_unsigned_v<T> && number.is_negative()) return {Side::Below, 0};
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return {outside, 0};
  if (!number.is_negative() || number.is_integer()) return {Side::Inside, value};
  if (value == std::numeric_limits<T>::min()) return {Side::Below, 0};
  return {Side::Inside, static_cast<T>(value - 1)};
}

// Up to `high`, and from `low` on; empty where there is no such integer.
template <class T>
struct Ends {
  std::optional<T> high;
  std::optional<T> low;
};

template <class T>
Ends<T> around(const T& floor, bool is_high_open, bool is_low_open) {
  using Limits = std::numeric_limits<T>;
  Ends<T> ends{floor, floor};
  if (is_high_open) ends.high = floor == Limits::min() ? std::nullopt : std::optional<T>(static_cast<T>(floor - 1));
  if (is_low_open) ends.low = floor == Limits::max() ? std::nullopt : std::optional<T>(static_cast<T>(floor + 1));
  return ends;
}

template <class T>
std::int64_t mapped(T value) {
  if constexpr (std::is_unsigned_v<T>)
    return ordered(value);
  else
    return value;
}

template <class T>
Interval interval_of(Op op, const Decimal& number) {
  const bool is_upper = op == Op::Less || op == Op::LessEqual;
  const bool is_lower = op == Op::Greater || op == Op::GreaterEqual;
  const Floor<T> floor = floor_of<T>(number);
  if (floor.side == Side::Below) return is_lower ? Interval::all() : Interval::none();
  if (floor.side == Side::Above) return is_upper ? Interval::all() : Interval::none();
  const bool is_exact = number.is_integer();
  const Ends<T> ends = around(floor.value, op == Op::Less && is_exact, op == Op::Greater || !is_exact);
  if (is_upper) return ends.high ? Interval{Interval::kLeast, mapped(*ends.high)} : Interval::none();
  if (is_lower) return ends.low ? Interval{mapped(*ends.low), Interval::kMost} : Interval::none();
  return is_exact ? Interval{mapped(floor.value), mapped(floor.value)} : Interval::none();
}

// The last moment of which `is_early` holds, which holds of all moments before it; nothing if
// it holds of none.
template <class IsEarly>
std::optional<std::int64_t> last_moment(IsEarly is_early) {
  if (!is_early(Interval::kLeast)) return std::nullopt;
  std::int64_t low = Interval::kLeast;
  std::int64_t high = Interval::kMost;
  while (low < high) {
    // The upper middle of the two, without leaving the range on the way.
    const auto gap = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    const auto middle = static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + gap / 2 + gap % 2);
    if (is_early(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

Interval up_to(std::optional<std::int64_t> last) { return last ? Interval{Interval::kLeast, *last} : Interval::none(); }

Interval after(std::optional<std::int64_t> last) {
  if (!last) return Interval::all();
  return *last == Interval::kMost ? Interval::none() : Interval{*last + 1, Interval::kMost};
}

Interval common(const Interval& a, const Interval& b) {
  if (a.is_empty() || b.is_empty()) return Interval::none();
  return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

}  // namespace

Interval signed_interval(Op op, const Decimal& number) { return interval_of<std::int64_t>(op, number); }
Interval unsigned_interval(Op op, const Decimal& number) { return interval_of<std::uint64_t>(op, number); }

Interval time_interval(Op op, std::string_view text) {
  const auto last_before = [text] { return last_moment([text](std::int64_t at) { return iso_time(at) < text; }); };
  const auto last_up_to = [text] { return last_moment([text](std::int64_t at) { return iso_time(at) <= text; }); };
  switch (op) {
    case Op::Less: return up_to(last_before());
    case Op::LessEqual: return up_to(last_up_to());
    case Op::Greater: return after(last_up_to());
    case Op::GreaterEqual: return after(last_before());
    case Op::Present:
    case Op::NotEqual:
    case Op::Equal: break;
  }
  return common(after(last_before()), up_to(last_up_to()));
}

}  // namespace latewood::selector
