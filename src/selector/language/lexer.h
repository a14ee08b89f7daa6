// Reads the words of a selector one at a time. The meaning of a colon or a dash depends on its place, so the parser
// requests a kind of word. Each `take_` function steps over the word that it returns, and over nothing if it returns
// none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/rules.h"
#include "latewood/result.h"
#include "selector/language/token.h"

namespace latewood::selector {

class Lexer {
 public:
  // `text` may be any bytes and must outlive the lexer.
  explicit Lexer(std::string_view text) : text_(text) {}

  std::size_t offset() const { return at_; }
  bool at_end() const { return at_ == text_.size(); }
  bool next_is(char c) const { return !at_end() && text_[at_] == c; }
  bool next_is_digit() const { return !at_end() && is_digit(text_[at_]); }
  bool next_is(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  bool take(char c);
  bool take(std::string_view word);
  // Whether there was any.
  bool take_space();

  // Each empty if the next character cannot start one.
  std::string_view take_digits();
  std::string_view take_name();        // an identifier up to its first colon
  std::string_view take_identifier();  // colons included
  std::string_view take_id();          // may start with a digit
  std::string_view take_type();        // an identifier up to the first pseudo-class

  // Optional minus, digits, optional fraction. The next character must be a minus or a digit.
  Result<std::string_view> take_number();
  // The quoted text with escapes resolved. The next character must be a quote.
  Result<std::string> take_string();

  // The text is wrong here: "a digit expected, found 'x'".
  Error unexpected(std::string_view wanted) const;
  // The text is wrong from `start` to here.
  Error fault_since(std::size_t start, std::string message, std::string_view rule = kSelectorInvalid) const;
  // The next character, not yet stepped over, is wrong.
  Error fault_here(std::string message) const;

 private:
  template <class Accepts>
  std::string_view take_while(Accepts accepts);
  std::string_view since(std::size_t start) const { return text_.substr(start, at_ - start); }
  // The length of the word that comes next, for errors: an identifier, a number, or one
  // character; nothing at the end.
  std::size_t next_word_length() const;

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace latewood::selector
