#include "text/pattern.h"

#include <algorithm>

#include "base/rules.h"
#include "base/try.h"
#include "text/pattern_parser.h"

namespace latewood::text {
namespace {

bool is_word(char32_t c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0xaa;
}

bool is_boundary(const std::vector<char32_t>& line, std::size_t at) {
  const bool before = at > 0 && is_word(line[at - 1]);
  const bool after = at < line.size() && is_word(line[at]);
  return before != after;
}

// The active states at one position of the line, each with the start of its match. A state that is added twice keeps
// the first start, which is not later.
class Threads {
 public:
  explicit Threads(std::size_t size) : is_there_(size, false) {}
  bool add(std::size_t step, std::size_t begin) {
    if (is_there_[step]) return false;
    is_there_[step] = true;
    all_.push_back({step, begin});
    return true;
  }
  void clear() {
    for (const Thread& thread : all_) is_there_[thread.step] = false;
    all_.clear();
  }
  struct Thread {
    std::size_t step;
    std::size_t begin;
  };
  const std::vector<Thread>& all() const { return all_; }

 private:
  std::vector<bool> is_there_;
  std::vector<Thread> all_;
};

// Adds all states that are reachable without reading a character.
void add_closure(const std::vector<Pattern::Step>& steps, const std::vector<char32_t>& line, std::size_t at,
                 Threads::Thread start, Threads& threads, std::uint64_t& work) {
  std::vector<std::size_t> waiting = {start.step};
  while (!waiting.empty()) {
    const std::size_t number = waiting.back();
    waiting.pop_back();
    ++work;
    if (!threads.add(number, start.begin)) continue;
    const Pattern::Step& step = steps[number];
    switch (step.op) {
      case Pattern::Op::Jump: waiting.push_back(step.next); break;
      case Pattern::Op::Split:
        waiting.push_back(step.other);
        waiting.push_back(step.next);
        break;
      case Pattern::Op::Begin:
        if (at == 0) waiting.push_back(number + 1);
        break;
      case Pattern::Op::End:
        if (at == line.size()) waiting.push_back(number + 1);
        break;
      case Pattern::Op::Word:
        if (is_boundary(line, at)) waiting.push_back(number + 1);
        break;
      case Pattern::Op::NoWord:
        if (!is_boundary(line, at)) waiting.push_back(number + 1);
        break;
      case Pattern::Op::Set:
      case Pattern::Op::Done: break;
    }
  }
}

std::vector<std::size_t> failures_of(const std::vector<char32_t>& text) {
  std::vector<std::size_t> failure(text.size(), 0);
  for (std::size_t at = 1, same = 0; at < text.size(); ++at) {
    while (same > 0 && text[at] != text[same]) same = failure[same - 1];
    if (text[at] == text[same]) ++same;
    failure[at] = same;
  }
  return failure;
}

// Whether `c` is in a range in which each capital letter is followed by its small letter.
bool is_in_pairs(char32_t c) {
  return (c >= 0x100 && c <= 0x12f) || (c >= 0x132 && c <= 0x137) || (c >= 0x14a && c <= 0x177) ||
         (c >= 0x1de && c <= 0x1ef) || (c >= 0x1f8 && c <= 0x21f) || (c >= 0x222 && c <= 0x233) ||
         (c >= 0x3d8 && c <= 0x3ef) || (c >= 0x460 && c <= 0x481) || (c >= 0x48a && c <= 0x4bf) ||
         (c >= 0x4d0 && c <= 0x52f) || (c >= 0x1e00 && c <= 0x1e95) || (c >= 0x1ea0 && c <= 0x1eff);
}

}  // namespace

char32_t folded(char32_t c) {
  if (c >= 'A' && c <= 'Z') return c + 32;
  if (c < 0xc0) return c;
  if (c <= 0xde) return c == 0xd7 ? c : c + 32;
  if (is_in_pairs(c)) return c % 2 == 0 ? c + 1 : c;
  if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e)) return c % 2 == 1 ? c + 1 : c;
  if (c >= 0x391 && c <= 0x3a9) return c + 32;
  if (c == 0x3c2) return 0x3c3;
  if (c >= 0x410 && c <= 0x42f) return c + 32;
  if (c >= 0x400 && c <= 0x40f) return c + 80;
  if (c >= 0x531 && c <= 0x556) return c + 48;
  return c;
}

Result<Pattern> Pattern::parse(std::string_view text, const PatternOptions& options) {
  if (text.empty()) return broken(kPatternInvalid, "the pattern is empty");
  Pattern pattern;
  pattern.ignore_case_ = options.ignore_case;
  if (options.regex) {
    LW_TRY_ASSIGN(pattern.steps_, parse_regex(text));
    return pattern;
  }
  LW_TRY_ASSIGN(const Characters characters, characters_of(text));
  for (const char32_t c : characters.all) pattern.fixed_.push_back(options.ignore_case ? folded(c) : c);
  pattern.failure_ = failures_of(pattern.fixed_);
  return pattern;
}

bool Pattern::takes(const Step& step, char32_t c) const {
  const auto is_in = [&step](char32_t one) {
    return std::any_of(step.set.begin(), step.set.end(),
                       [one](const Range& range) { return range.first <= one && one <= range.last; });
  };
  bool is_taken = is_in(c);
  if (!is_taken && ignore_case_) {
    const char32_t small = folded(c);
    is_taken = is_in(small) || std::any_of(step.set.begin(), step.set.end(), [small](const Range& range) {
                 // A single letter of either case. For a range, `is_in` has tested the small letter, and this tests the
                 // capital.
                 if (range.first == range.last) return folded(range.first) == small;
                 return range.first <= small - 32 && small - 32 <= range.last && folded(small - 32) == small;
               });
  }
  return is_taken != step.is_negated;
}

std::optional<PatternMatch> Pattern::find(std::string_view line, std::uint64_t& work) const {
  const auto characters = characters_of(line);
  if (!characters) return std::nullopt;  // no text
  return steps_.empty() ? find_fixed(characters->all, characters->places, work)
                        : find_regex(characters->all, characters->places, work);
}

std::optional<PatternMatch> Pattern::find_fixed(const std::vector<char32_t>& line,
                                                const std::vector<std::size_t>& places, std::uint64_t& work) const {
  work += line.size();
  std::size_t same = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char32_t c = ignore_case_ ? folded(line[at]) : line[at];
    while (same > 0 && c != fixed_[same]) same = failure_[same - 1];
    if (c == fixed_[same]) ++same;
    if (same == fixed_.size()) return PatternMatch{places[at + 1 - same], places[at + 1]};
  }
  return std::nullopt;
}

std::optional<PatternMatch> Pattern::find_regex(const std::vector<char32_t>& line,
                                                const std::vector<std::size_t>& places, std::uint64_t& work) const {
  Threads now(steps_.size());
  Threads next(steps_.size());
  std::optional<Threads::Thread> found;  // `step` is the end of the match
  for (std::size_t at = 0; at <= line.size(); ++at) {
    // Earlier starts come first. After a match no new match starts.
    if (!found) add_closure(steps_, line, at, {0, at}, now, work);
    if (now.all().empty()) break;
    next.clear();
    for (const auto& [number, begin] : now.all()) {
      ++work;
      if (found && found->begin < begin) continue;
      const Step& step = steps_[number];
      if (step.op == Op::Done) found = {at, begin};
      const bool goes_on = step.op == Op::Set && at < line.size() && takes(step, line[at]);
      if (goes_on) add_closure(steps_, line, at + 1, {number + 1, begin}, next, work);
    }
    std::swap(now, next);
  }
  if (!found) return std::nullopt;
  return PatternMatch{places[found->begin], places[found->step]};
}

}  // namespace latewood::text
