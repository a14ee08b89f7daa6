#include "text/pattern_parser.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/utf8.h"

namespace latewood::text {
namespace {

using Op = Pattern::Op;
using Range = Pattern::Range;
using Step = Pattern::Step;

constexpr std::size_t kDeepest = 100;  // the greatest depth of nested groups
constexpr std::size_t kMostRepeats = 1000;
constexpr char32_t kLast = 0x10ffff;

// A part of the parsed expression. Repeated parts are compiled several times, so the parser makes a tree first.
struct Part {
  enum class Kind : std::uint8_t { One, Sequence, Choice, Repeat };
  Kind kind = Kind::One;
  Step step = {};
  std::vector<Part> parts = {};
  std::size_t least = 0;                 // Repeat: the least count
  std::optional<std::size_t> most = {};  // Repeat: the greatest count; nullopt: no limit
};

std::optional<std::pair<std::vector<Range>, bool>> class_of(char32_t letter) {
  const std::vector<Range> digits = {{'0', '9'}};
  const std::vector<Range> words = {{'0', '9'}, {'a', 'z'}, {'A', 'Z'}, {'_', '_'}, {0xaa, kLast}};
  const std::vector<Range> spaces = {{' ', ' '}, {'\t', '\r'}, {0xa0, 0xa0}, {0x2000, 0x200a}, {0x3000, 0x3000}};
  switch (letter) {
    case 'd': return {{digits, false}};
    case 'D': return {{digits, true}};
    case 'w': return {{words, false}};
    case 'W': return {{words, true}};
    case 's': return {{spaces, false}};
    case 'S': return {{spaces, true}};
    default: return std::nullopt;
  }
}

class Parser {
 public:
  explicit Parser(Characters text) : text_(std::move(text)) {}

  Result<Part> parse() {
    LW_TRY_ASSIGN(Part all, choice(0));
    if (at_ < text_.all.size()) return fault("a ')' without its '('");
    return all;
  }

 private:
  bool has(char32_t c) const { return at_ < text_.all.size() && text_.all[at_] == c; }
  bool is_end() const { return at_ >= text_.all.size(); }
  bool take(char32_t c) {
    if (!has(c)) return false;
    ++at_;
    return true;
  }
  Error fault(std::string message) const {
    Error error = broken(kPatternInvalid, "the expression: " + std::move(message));
    error.place = Place{text_.places[std::min(at_, text_.all.size())], is_end() ? 0U : 1U};
    return error;
  }

  Result<Part> choice(std::size_t depth) {
    if (depth > kDeepest) return fault("more than " + std::to_string(kDeepest) + " groups within each other");
    Part all{.kind = Part::Kind::Choice};
    do {
      LW_TRY_ASSIGN(Part one, sequence(depth));
      all.parts.push_back(std::move(one));
    } while (take('|'));
    return all;
  }

  Result<Part> sequence(std::size_t depth) {
    Part all{.kind = Part::Kind::Sequence};
    while (!is_end() && !has('|') && !has(')')) {
      LW_TRY_ASSIGN(Part one, repeated(depth));
      all.parts.push_back(std::move(one));
    }
    return all;
  }

  Result<Part> repeated(std::size_t depth) {
    LW_TRY_ASSIGN(Part part, atom(depth));
    for (;;) {
      Part repeat{.kind = Part::Kind::Repeat};
      if (take('*')) {
        repeat.most = std::nullopt;
      } else if (take('+')) {
        repeat.least = 1;
      } else if (take('?')) {
        repeat.most = 1;
      } else if (has('{') && at_ + 1 < text_.all.size() && text_.all[at_ + 1] >= '0' && text_.all[at_ + 1] <= '9') {
        ++at_;
        LW_TRY(bounds(repeat));
      } else {
        return part;
      }
      take('?');  // ignored: `find` always returns the longest match
      repeat.parts.push_back(std::move(part));
      part = std::move(repeat);
    }
  }

  Result<std::size_t> number() {
    std::size_t value = 0;
    if (is_end() || text_.all[at_] < '0' || text_.all[at_] > '9') return fault("a number expected");
    while (!is_end() && text_.all[at_] >= '0' && text_.all[at_] <= '9') {
      value = value * 10 + static_cast<std::size_t>(text_.all[at_] - '0');
      if (value > kMostRepeats) return fault("more than " + std::to_string(kMostRepeats) + " times");
      ++at_;
    }
    return value;
  }

  Result<void> bounds(Part& repeat) {
    LW_TRY_ASSIGN(repeat.least, number());
    repeat.most = repeat.least;
    if (take(',')) {
      repeat.most.reset();
      if (!has('}')) {
        LW_TRY_ASSIGN(repeat.most, number());
      }
    }
    if (!take('}')) return fault("a '}' expected");
    if (repeat.most && *repeat.most < repeat.least) return fault("the first number is above the second");
    return {};
  }

  static Part set_of(std::vector<Range> ranges, bool is_negated = false) {
    return {.step = {.op = Op::Set, .set = std::move(ranges), .is_negated = is_negated}};
  }

  Result<Part> atom(std::size_t depth) {
    const char32_t c = text_.all[at_];
    switch (c) {
      case '(': return group(depth);
      case '[': return set();
      case '\\': return escape();
      case '*':
      case '+':
      case '?': return fault("nothing to repeat");
      default: break;
    }
    ++at_;
    if (c == '.') return set_of({{0, kLast}});
    if (c == '^') return Part{.step = {.op = Op::Begin}};
    if (c == '$') return Part{.step = {.op = Op::End}};
    return set_of({{c, c}});
  }

  Result<Part> group(std::size_t depth) {
    ++at_;
    if (take('?') && !take(':')) return fault("of groups with '?' only (?:...) is known");
    LW_TRY_ASSIGN(Part inner, choice(depth + 1));
    if (!take(')')) return fault("a ')' expected");
    return inner;
  }

  // The character of an escape after a backslash.
  Result<char32_t> escaped() {
    if (is_end()) return fault("a character expected after '\\'");
    const char32_t c = text_.all[at_];
    if (c == 'n' || c == 't' || c == 'r') {
      ++at_;
      return c == 'n' ? U'\n' : c == 't' ? U'\t' : U'\r';
    }
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_letter) return fault("'\\" + std::string(1, static_cast<char>(c)) + "' is not known");
    ++at_;
    return c;
  }

  Result<Part> escape() {
    ++at_;
    if (!is_end()) {
      if (const auto known = class_of(text_.all[at_])) {
        ++at_;
        return set_of(known->first, known->second);
      }
      if (take('b')) return Part{.step = {.op = Op::Word}};
      if (take('B')) return Part{.step = {.op = Op::NoWord}};
    }
    LW_TRY_ASSIGN(const char32_t c, escaped());
    return set_of({{c, c}});
  }

  Result<Part> set() {
    ++at_;
    const bool is_negated = take('^');
    std::vector<Range> ranges;
    for (bool is_first = true; is_first || !has(']'); is_first = false) {
      if (is_end()) return fault("a ']' expected");
      LW_TRY(add_member(ranges));
    }
    ++at_;
    return set_of(std::move(ranges), is_negated);
  }

  Result<char32_t> set_character() {
    if (!take('\\')) return text_.all[at_++];
    return escaped();
  }

  Result<void> add_member(std::vector<Range>& ranges) {
    if (has('\\') && at_ + 1 < text_.all.size()) {
      const auto known = class_of(text_.all[at_ + 1]);
      if (known && !known->second) {
        at_ += 2;
        ranges.insert(ranges.end(), known->first.begin(), known->first.end());
        return {};
      }
    }
    LW_TRY_ASSIGN(const char32_t first, set_character());
    char32_t last = first;
    const bool is_range = has('-') && at_ + 1 < text_.all.size() && text_.all[at_ + 1] != ']';
    if (is_range) {
      ++at_;
      LW_TRY_ASSIGN(last, set_character());
    }
    if (last < first) return fault("a range that ends before it begins");
    ranges.push_back({first, last});
    return {};
  }

  Characters text_;
  std::size_t at_ = 0;
};

// ---- writing the program ----

Error too_large() {
  return broken(kPatternInvalid,
                "the expression: its repetitions take more than " + std::to_string(Pattern::kMostSteps) + " steps");
}

Result<void> compile(const Part& part, std::vector<Step>& steps);

// An empty part takes one step, so that its repetitions are counted as work.
void add_nothing(std::vector<Step>& steps) { steps.push_back({.op = Op::Jump, .next = steps.size() + 1}); }

// Writes `inner` with a branch that skips it.
Result<void> compile_optional(const Part& inner, std::vector<Step>& steps) {
  const std::size_t split = steps.size();
  steps.push_back({.op = Op::Split, .next = split + 1});
  LW_TRY(compile(inner, steps));
  steps[split].other = steps.size();
  return {};
}

Result<void> compile_repeat(const Part& part, std::vector<Step>& steps) {
  const Part& inner = part.parts.front();
  if (part.most == 0) add_nothing(steps);
  for (std::size_t i = 0; i < part.least; ++i) LW_TRY(compile(inner, steps));
  if (part.most) {
    for (std::size_t i = part.least; i < *part.most; ++i) LW_TRY(compile_optional(inner, steps));
    return {};
  }
  const std::size_t split = steps.size();
  LW_TRY(compile_optional(inner, steps));
  steps.push_back({.op = Op::Jump, .next = split});
  steps[split].other = steps.size();
  return {};
}

Result<void> compile_choice(const Part& part, std::vector<Step>& steps) {
  std::vector<std::size_t> jumps;
  for (std::size_t i = 0; i < part.parts.size(); ++i) {
    const std::size_t split = steps.size();
    const bool has_more = i + 1 < part.parts.size();
    if (has_more) steps.push_back({.op = Op::Split, .next = split + 1});
    LW_TRY(compile(part.parts[i], steps));
    if (!has_more) break;
    jumps.push_back(steps.size());
    steps.push_back({.op = Op::Jump});
    steps[split].other = steps.size();
  }
  for (const std::size_t jump : jumps) steps[jump].next = steps.size();
  return {};
}

Result<void> compile(const Part& part, std::vector<Step>& steps) {
  if (steps.size() > Pattern::kMostSteps) return too_large();
  switch (part.kind) {
    case Part::Kind::One: steps.push_back(part.step); return {};
    case Part::Kind::Choice: return compile_choice(part, steps);
    case Part::Kind::Repeat: return compile_repeat(part, steps);
    case Part::Kind::Sequence: break;
  }
  if (part.parts.empty()) add_nothing(steps);
  for (const Part& each : part.parts) LW_TRY(compile(each, steps));
  return {};
}

}  // namespace

Result<Characters> characters_of(std::string_view text) {
  Characters characters;
  characters.all.reserve(text.size());
  characters.places.reserve(text.size() + 1);
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Char c = decode_utf8(text.substr(at));
    if (c.length == 0) return Error{Code::InvalidArgument, "the pattern is not UTF-8", {}, Place{at, 1}};
    characters.all.push_back(c.code);
    characters.places.push_back(at);
    at += c.length;
  }
  characters.places.push_back(text.size());
  return characters;
}

Result<std::vector<Step>> parse_regex(std::string_view text) {
  LW_TRY_ASSIGN(Characters characters, characters_of(text));
  LW_TRY_ASSIGN(const Part whole, Parser(std::move(characters)).parse());
  std::vector<Step> steps;
  LW_TRY(compile(whole, steps));
  steps.push_back({.op = Op::Done});
  if (steps.size() > Pattern::kMostSteps) return too_large();
  return steps;
}

}  // namespace latewood::text
