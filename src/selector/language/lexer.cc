#include "selector/language/lexer.h"

#include <algorithm>
#include <utility>

#include "canon/json_cursor.h"

namespace latewood::selector {

template <class Accepts>
std::string_view Lexer::take_while(Accepts accepts) {
  const std::size_t start = at_;
  while (!at_end() && accepts(text_[at_])) ++at_;
  return since(start);
}

bool Lexer::take(char c) {
  if (!next_is(c)) return false;
  ++at_;
  return true;
}

bool Lexer::take(std::string_view word) {
  if (!next_is(word)) return false;
  at_ += word.size();
  return true;
}

bool Lexer::take_space() { return !take_while(is_space).empty(); }

std::string_view Lexer::take_digits() { return take_while(is_digit); }

std::string_view Lexer::take_name() {
  if (at_end() || !is_letter(text_[at_])) return {};
  return take_while(is_name_char);
}

std::string_view Lexer::take_identifier() {
  if (at_end() || !is_letter(text_[at_])) return {};
  return take_while(is_identifier_char);
}

std::string_view Lexer::take_id() {
  if (at_end() || !(is_letter(text_[at_]) || is_digit(text_[at_]))) return {};
  return take_while(is_identifier_char);
}

std::string_view Lexer::take_type() {
  const std::size_t start = at_;
  at_ = start + type_length(take_identifier());
  return since(start);
}

Result<std::string_view> Lexer::take_number() {
  const std::size_t start = at_;
  take('-');
  if (take_digits().empty()) return unexpected("a digit");
  if (take('.') && take_digits().empty()) return unexpected("a digit after the point");
  return since(start);
}

// Only the two quotes and the backslash are escaped; any other backslash is itself (D-33).
Result<std::string> Lexer::take_string() {
  const std::size_t start = at_;
  const char quote = text_[at_++];
  std::string said;
  while (!at_end()) {
    const char c = text_[at_];
    if (c == quote) {
      ++at_;
      return said;
    }
    if (c == '\'' || c == '"')
      return fault_here("a quote of the other kind inside a string needs a backslash before it");
    const bool is_escape = c == '\\' && (next_is("\\\\") || next_is("\\'") || next_is("\\\""));
    said += is_escape ? text_[at_ + 1] : c;
    at_ += is_escape ? 2 : 1;
  }
  return fault_since(start, "the string that starts here has no closing quote");
}

std::size_t Lexer::next_word_length() const {
  const std::string_view rest = text_.substr(at_);
  if (rest.empty()) return 0;
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_name_char);
  return std::max<std::size_t>(1, static_cast<std::size_t>(end - rest.begin()));
}

Error Lexer::unexpected(std::string_view wanted) const {
  const std::string_view word = text_.substr(at_, next_word_length());
  std::string found = "the end";
  if (word.size() == 1) found = is_space(word.front()) ? "white space" : name_of_byte(word.front());
  if (word.size() > 1) found = "'" + excerpt(word) + "'";
  return fault_here(std::string(wanted) + " expected, found " + found);
}

Error Lexer::fault_since(std::size_t start, std::string message, std::string_view rule) const {
  Error error = broken(rule, std::move(message));
  error.place = Span{start, at_ - start};
  return error;
}

Error Lexer::fault_here(std::string message) const {
  Error error = broken(kSelectorInvalid, std::move(message));
  error.place = Span{at_, next_word_length()};
  return error;
}

}  // namespace latewood::selector
