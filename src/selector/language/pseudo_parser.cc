#include "selector/language/pseudo_parser.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/try.h"
#include "selector/language/unknown_word.h"

namespace latewood::selector {
namespace {

std::int64_t with_sign(bool is_negative, std::uint64_t size) {
  constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();
  if (size > static_cast<std::uint64_t>(kLargest))
    return is_negative ? std::numeric_limits<std::int64_t>::min() : kLargest;
  return is_negative ? -static_cast<std::int64_t>(size) : static_cast<std::int64_t>(size);
}

Result<std::int64_t> take_depth(Lexer& lexer) {
  if (!lexer.next_is('-') && !lexer.next_is_digit()) return lexer.unexpected("a depth");
  const bool is_negative = lexer.take('-');
  const std::string_view digits = lexer.take_digits();
  if (digits.empty()) return lexer.unexpected("a depth");
  if (lexer.next_is('.')) return lexer.fault_here("a depth is a whole number, and a range of depths is written 1-3");
  return with_sign(is_negative, saturated(digits));
}

Result<DepthRange> take_depth_range(Lexer& lexer) {
  DepthRange range;
  LW_TRY_ASSIGN(range.low, take_depth(lexer));
  range.high = range.low;
  if (!lexer.take('-')) return range;
  LW_TRY_ASSIGN(range.high, take_depth(lexer));
  return range;
}

Result<void> take_depths(Lexer& lexer, Pseudo& pseudo) {
  do {
    lexer.take_space();
    LW_TRY_ASSIGN(const DepthRange range, take_depth_range(lexer));
    pseudo.depths.push_back(range);
    lexer.take_space();
  } while (lexer.take(','));
  return {};
}

Result<void> take_position(Lexer& lexer, Pseudo& pseudo) {
  lexer.take_space();
  const std::size_t start = lexer.offset();
  const std::string_view digits = lexer.take_digits();
  if (digits.empty()) return lexer.unexpected("a position from 1");
  pseudo.nth = saturated(digits);
  if (pseudo.nth == 0) return lexer.fault_since(start, "positions count from 1");
  lexer.take_space();
  return {};
}

Result<void> take_argument(Lexer& lexer, Pseudo& pseudo) {
  const bool is_depth = pseudo.kind == PseudoKind::Depth;
  if (!lexer.take('(')) return lexer.unexpected(is_depth ? "'(' and a depth" : "'(' and a position");
  LW_TRY(is_depth ? take_depths(lexer, pseudo) : take_position(lexer, pseudo));
  if (!lexer.take(')')) return lexer.unexpected(is_depth ? "',' or ')'" : "')'");
  return {};
}

}  // namespace

Result<Pseudo> take_pseudo(Lexer& lexer) {
  const std::size_t start = lexer.offset();
  lexer.take(':');
  const std::string_view name = lexer.take_name();
  if (name.empty()) return lexer.unexpected("a pseudo-class after ':'");
  const std::optional<PseudoKind> kind = meaning_of(kPseudos, name);
  if (!kind) return lexer.fault_since(start, unknown_word("pseudo-class", ":", name, kPseudos));
  Pseudo pseudo;
  pseudo.kind = *kind;
  if (*kind == PseudoKind::Depth || *kind == PseudoKind::Nth) {
    LW_TRY(take_argument(lexer, pseudo));
  } else if (lexer.next_is('(')) {
    return lexer.fault_here(":" + std::string(name) + " takes no argument");
  }
  return pseudo;
}

}  // namespace latewood::selector
