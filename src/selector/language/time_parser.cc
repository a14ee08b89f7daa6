#include "selector/language/time_parser.h"

#include <string>

#include "base/try.h"

namespace latewood::selector {
namespace {

// A reference as it stands in the text, before it is judged.
struct Reference {
  std::size_t start = 0;
  bool is_wildcard = false;
  bool is_negative = false;
  Moment moment;
};

Result<Reference> take_number_of(Lexer& lexer, Reference reference) {
  if (reference.moment.kind == TimeKind::Relative) reference.is_negative = lexer.take('-');
  const std::string_view digits = lexer.take_digits();
  if (digits.empty()) {
    return lexer.unexpected(reference.moment.kind == TimeKind::Relative ? "a number of commits" : "a cycle");
  }
  reference.moment.value = saturated(digits);
  return reference;
}

// The next character must be `@`.
Result<Reference> take_reference(Lexer& lexer) {
  Reference reference;
  reference.start = lexer.offset();
  lexer.take('@');
  if (lexer.take('*')) {
    reference.is_wildcard = true;
    return reference;
  }
  if (lexer.take('t')) {
    reference.moment.kind = TimeKind::Relative;
  } else if (lexer.take('c')) {
    reference.moment.kind = TimeKind::Absolute;
  } else {
    return lexer.unexpected("'t', 'c' or '*' after '@'");
  }
  return take_number_of(lexer, reference);
}

Result<void> check_not_future(const Lexer& lexer, const Reference& reference) {
  const bool is_future =
      reference.moment.kind == TimeKind::Relative && !reference.is_negative && reference.moment.value > 0;
  if (!is_future) return {};
  return lexer.fault_since(reference.start, "a snapshot after the latest, @t0, cannot exist; write -" +
                                                std::to_string(reference.moment.value) + " for an earlier one");
}

bool separator_is_next(const Lexer& lexer) { return lexer.next_is("..") || lexer.next_is(':'); }

Error wildcard_in_range(const Lexer& lexer, const Reference& reference) {
  return lexer.fault_since(reference.start, "@* cannot be an end of a range", kSnapshotRangeWildcard);
}

// The second end: a reference, or a number of the first end's kind.
Result<Moment> take_last(Lexer& lexer, TimeKind kind) {
  Reference last;
  if (lexer.next_is('@')) {
    LW_TRY_ASSIGN(last, take_reference(lexer));
  } else {
    last.start = lexer.offset();
    last.moment.kind = kind;
    LW_TRY_ASSIGN(last, take_number_of(lexer, last));
  }
  if (last.is_wildcard) return wildcard_in_range(lexer, last);
  if (last.moment.kind != kind) {
    return lexer.fault_since(last.start, "a range cannot mix @t and @c references", kSnapshotRangeKindMismatch);
  }
  LW_TRY(check_not_future(lexer, last));
  return last.moment;
}

}  // namespace

Result<Time> take_time(Lexer& lexer) {
  if (!lexer.next_is('@')) return Time();
  LW_TRY_ASSIGN(const Reference first, take_reference(lexer));
  LW_TRY(check_not_future(lexer, first));
  if (!separator_is_next(lexer)) return first.is_wildcard ? Time(EveryMoment()) : Time(first.moment);
  if (first.is_wildcard) return wildcard_in_range(lexer, first);
  if (!lexer.take("..")) lexer.take(':');
  LW_TRY_ASSIGN(const Moment last, take_last(lexer, first.moment.kind));
  return Time(MomentRange{first.moment, last});
}

Result<Moment> parse_moment(std::string_view text) {
  Lexer lexer(text);
  lexer.take_space();
  const std::size_t start = lexer.offset();
  if (!lexer.next_is('@')) return lexer.unexpected("a snapshot reference such as @t0");
  LW_TRY_ASSIGN(const Reference reference, take_reference(lexer));
  if (reference.is_wildcard) return lexer.fault_since(start, "one snapshot expected, found @*");
  LW_TRY(check_not_future(lexer, reference));
  lexer.take_space();
  if (!lexer.at_end()) return lexer.unexpected("the end of the snapshot reference");
  return reference.moment;
}

}  // namespace latewood::selector
