// The alternatives of the regular expressions, in their order:
//
//   Plain:  contraction | [^\r\n L N]? L+                          | N{1,3} | " "?[^\s L N]+[\r\n]*  | white space
//   Cased:  [^\r\n L N]? upper* lower+ contraction?
//         | [^\r\n L N]? upper+ lower* contraction?                | N{1,3} | " "?[^\s L N]+[\r\n/]* | white space
//
// White space: \s*[\r\n]+ | \s+(?!\S) | \s+. In the rules for words, "upper" are letters that are not small and marks,
// "lower" letters that are not capital and marks, so most letters of scripts without case are both.
#include "tokens/pieces.h"

#include <array>
#include <optional>

#include "canon/utf8.h"
#include "tokens/char_class.h"

namespace latewood::tokens {
namespace {

struct Char {
  CharClass kind = CharClass::Other;
  std::size_t next = 0;  // where the next character begins
};

bool is_letter(CharClass kind) {
  return kind == CharClass::Upper || kind == CharClass::Lower || kind == CharClass::OtherLetter;
}
bool is_space(CharClass kind) { return kind == CharClass::Space || kind == CharClass::Newline; }
bool is_both(CharClass kind) { return kind == CharClass::OtherLetter || kind == CharClass::Mark; }
bool is_upper(CharClass kind) { return kind == CharClass::Upper || is_both(kind); }
bool is_lower(CharClass kind) { return kind == CharClass::Lower || is_both(kind); }
// [^\r\n\p{L}\p{N}]
bool may_lead(CharClass kind) {
  return kind == CharClass::Other || kind == CharClass::Mark || kind == CharClass::Space;
}
// [^\s\p{L}\p{N}]
bool is_sign(CharClass kind) { return kind == CharClass::Other || kind == CharClass::Mark; }

const std::array<CharClass, 128>& ascii_classes() {
  static const std::array<CharClass, 128> kClasses = [] {
    std::array<CharClass, 128> classes{};
    for (std::size_t code = 0; code < classes.size(); ++code) classes[code] = class_of(static_cast<char32_t>(code));
    return classes;
  }();
  return kClasses;
}

class Cutter {
 public:
  Cutter(PieceRules rules, std::string_view text) : rules_(rules), text_(text), ascii_(ascii_classes()) {}

  std::size_t first() const {
    const Char start = at(0);
    if (const auto end = rules_ == PieceRules::Cased ? cased_word(start) : plain_word(start)) return *end;
    if (start.kind == CharClass::Number) return number(start);
    if (const auto end = signs(start)) return *end;
    return spaces();
  }

 private:
  bool is_end(std::size_t position) const { return position >= text_.size(); }

  Char at(std::size_t position) const {
    const auto byte = static_cast<unsigned char>(text_[position]);
    if (byte < 0x80) return {ascii_[byte], position + 1};
    const Utf8Char found = decode_utf8(text_.substr(position));
    return {class_of(found.code), position + found.length};
  }

  template <class Is>
  std::size_t skip(std::size_t position, Is is) const {
    while (!is_end(position)) {
      const Char next = at(position);
      if (!is(next.kind)) break;
      position = next.next;
    }
    return position;
  }

  // Where the contraction at `position` ends: 's 't 're 've 'm 'll 'd in any case; `position` itself if there is none.
  std::size_t after_contraction(std::size_t position) const {
    if (position + 1 >= text_.size() || text_[position] != '\'') return position;
    const auto small = [this](std::size_t place) {
      const char letter = is_end(place) ? '\0' : text_[place];
      return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
    };
    const char first = small(position + 1);
    if (first == 's' || first == 't' || first == 'm' || first == 'd') return position + 2;
    const char second = small(position + 2);
    const bool is_pair =
        (first == 'r' && second == 'e') || (first == 'v' && second == 'e') || (first == 'l' && second == 'l');
    return is_pair ? position + 3 : position;
  }

  std::optional<std::size_t> plain_word(const Char& start) const {
    if (const std::size_t end = after_contraction(0); end > 0) return end;
    if (is_letter(start.kind)) return skip(start.next, is_letter);
    if (!may_lead(start.kind)) return std::nullopt;
    const std::size_t end = skip(start.next, is_letter);
    return end == start.next ? std::nullopt : std::optional(end);
  }

  // upper* lower+ from `position`. The run of "upper" is given back as far as its last character that is "lower" too.
  std::optional<std::size_t> small_word(std::size_t position) const {
    std::size_t last_lower = 0;
    while (!is_end(position)) {
      const Char next = at(position);
      if (next.kind == CharClass::Lower) return skip(next.next, is_lower);
      if (!is_upper(next.kind)) break;
      position = next.next;
      if (is_both(next.kind)) last_lower = position;
    }
    return last_lower == 0 ? std::nullopt : std::optional(last_lower);
  }

  // upper+ lower* from `position`, after `small_word` failed there: then no "lower" follows.
  std::optional<std::size_t> capital_word(std::size_t position) const {
    const std::size_t end = skip(position, is_upper);
    return end == position ? std::nullopt : std::optional(end);
  }

  std::optional<std::size_t> cased_word(const Char& start) const {
    const bool leads = may_lead(start.kind);
    std::optional<std::size_t> end;
    if (leads) end = small_word(start.next);
    if (!end) end = small_word(0);
    if (!end && leads) end = capital_word(start.next);
    if (!end) end = capital_word(0);
    return end ? std::optional(after_contraction(*end)) : std::nullopt;
  }

  std::size_t number(const Char& start) const {
    constexpr int kMost = 3;
    std::size_t end = start.next;
    for (int digits = 1; digits < kMost && !is_end(end); ++digits) {
      const Char next = at(end);
      if (next.kind != CharClass::Number) break;
      end = next.next;
    }
    return end;
  }

  std::optional<std::size_t> signs(const Char& start) const {
    const std::size_t begin = text_[0] == ' ' ? start.next : 0;
    std::size_t end = skip(begin, is_sign);
    if (end == begin) return std::nullopt;
    while (!is_end(end) &&
           (text_[end] == '\n' || text_[end] == '\r' || (rules_ == PieceRules::Cased && text_[end] == '/'))) {
      ++end;
    }
    return end;
  }

  std::size_t spaces() const {
    std::size_t end = 0;
    std::size_t before_last = 0;
    std::size_t after_newline = 0;
    while (!is_end(end)) {
      const Char next = at(end);
      if (!is_space(next.kind)) break;
      before_last = end;
      end = next.next;
      if (next.kind == CharClass::Newline) after_newline = end;
    }
    if (after_newline > 0) return after_newline;
    // The last blank before a text belongs to that text.
    const bool has_text_behind = !is_end(end);
    return has_text_behind && before_last > 0 ? before_last : end;
  }

  const PieceRules rules_;
  const std::string_view text_;
  const std::array<CharClass, 128>& ascii_;
};

}  // namespace

std::size_t piece_length(PieceRules rules, std::string_view text) { return Cutter(rules, text).first(); }

}  // namespace latewood::tokens
