#include "selector/language/attribute_parser.h"

#include <string>

#include "base/try.h"

namespace latewood::selector {
namespace {

std::optional<Op> take_operator(Lexer& lexer) {
  for (const auto& word : kOperators) {
    if (lexer.take(word.text)) return word.meaning;
  }
  return std::nullopt;
}

Result<Literal> take_literal(Lexer& lexer) {
  if (lexer.next_is('\'') || lexer.next_is('"')) {
    LW_TRY_ASSIGN(std::string said, lexer.take_string());
    return Literal(Text{std::move(said), true});
  }
  const std::string_view word = lexer.take_identifier();
  if (is_null_word(word)) return Literal(Null());
  if (!word.empty()) return Literal(Text{std::string(word), false});
  if (!lexer.next_is('-') && !lexer.next_is_digit()) return lexer.unexpected("a number, a quoted text or a word");
  LW_TRY_ASSIGN(const std::string_view digits, lexer.take_number());
  return Literal(Number{std::string(digits)});
}

}  // namespace

Result<AttributeTest> take_attribute(Lexer& lexer) {
  AttributeTest test;
  lexer.take('[');
  lexer.take_space();
  test.key = std::string(lexer.take_identifier());
  if (test.key.empty()) return lexer.unexpected("the name of an attribute");
  lexer.take_space();
  if (lexer.take(']')) return test;
  const std::optional<Op> op = take_operator(lexer);
  if (!op) return lexer.unexpected("one of = != < <= > >= or ']'");
  test.op = *op;
  lexer.take_space();
  LW_TRY_ASSIGN(test.literal, take_literal(lexer));
  lexer.take_space();
  if (!lexer.take(']')) return lexer.unexpected("']'");
  return test;
}

}  // namespace latewood::selector
