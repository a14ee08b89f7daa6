#include "selector/language/step_parser.h"

#include <string>

#include "base/try.h"
#include "selector/language/attribute_parser.h"
#include "selector/language/pseudo_parser.h"
#include "selector/language/unknown_word.h"

namespace latewood::selector {
namespace {

// In the order in which they come.
enum class Part : std::uint8_t { None, Root, Id, Type, Attribute, Pseudo };

Part next_part(const Lexer& lexer) {
  if (lexer.next_is('^')) return Part::Root;
  if (lexer.next_is('#')) return Part::Id;
  if (lexer.next_is('.')) return Part::Type;
  if (lexer.next_is('[')) return Part::Attribute;
  if (lexer.next_is(':')) return Part::Pseudo;
  return Part::None;
}

bool may_follow(Part next, Part last) {
  const bool may_repeat = next == Part::Attribute || next == Part::Pseudo;
  return may_repeat ? next >= last : next > last;
}

Result<void> take_root(Lexer& lexer, Step& step) {
  const std::size_t start = lexer.offset();
  lexer.take('^');
  const std::string_view name = lexer.take_name();
  if (name.empty()) return lexer.unexpected("root, sys, seq or ah after '^'");
  step.root = meaning_of(kRoots, name);
  if (!step.root) return lexer.fault_since(start, unknown_word("root", "^", name, kRoots));
  return {};
}

Result<void> take_id(Lexer& lexer, Step& step) {
  lexer.take('#');
  const std::string_view id = lexer.take_id();
  if (id.empty()) return lexer.unexpected("an id after '#'");
  step.id = std::string(id);
  return {};
}

Result<void> take_type(Lexer& lexer, Step& step) {
  lexer.take('.');
  const std::string_view name = lexer.take_type();
  if (name.empty()) return lexer.unexpected("a type after '.'");
  // A colon may be part of a type (D-32), but no type takes an argument: it was to be a pseudo-class.
  const std::size_t colon = name.rfind(':');
  const std::string_view pseudo = colon == std::string_view::npos ? "" : name.substr(colon + 1);
  if (lexer.next_is('(') && !pseudo.empty()) {
    return lexer.fault_since(lexer.offset() - pseudo.size() - 1, unknown_word("pseudo-class", ":", pseudo, kPseudos));
  }
  step.type = TypeTest{std::string(name), meaning_of(kClasses, name)};
  return {};
}

Result<void> take_part(Lexer& lexer, Part part, Step& step) {
  switch (part) {
    case Part::Root: return take_root(lexer, step);
    case Part::Id: return take_id(lexer, step);
    case Part::Type: return take_type(lexer, step);
    case Part::Attribute: {
      LW_TRY_ASSIGN(AttributeTest attribute, take_attribute(lexer));
      step.attributes.push_back(std::move(attribute));
      return {};
    }
    case Part::Pseudo: {
      LW_TRY_ASSIGN(Pseudo pseudo, take_pseudo(lexer));
      step.pseudos.push_back(std::move(pseudo));
      return {};
    }
    case Part::None: break;
  }
  return {};
}

Result<Step> take_any(Lexer& lexer) {
  lexer.take('*');
  if (next_part(lexer) != Part::None || lexer.next_is('*')) {
    return lexer.fault_here("'*' stands alone in its step; put a space after it");
  }
  Step step;
  step.is_any = true;
  return step;
}

Error no_step(const Lexer& lexer) {
  if (lexer.next_is('@')) return lexer.fault_here("a snapshot reference stands once, at the start of the selector");
  return lexer.unexpected("a step such as ^seq, #id, .cb, [role='user'], :first or *");
}

}  // namespace

Result<Step> take_step(Lexer& lexer) {
  if (lexer.next_is('*')) return take_any(lexer);
  Step step;
  Part last = Part::None;
  for (Part next = next_part(lexer); next != Part::None; next = next_part(lexer)) {
    if (!may_follow(next, last)) return lexer.fault_here("the parts of a step come as ^root#id.type[attribute]:pseudo");
    LW_TRY(take_part(lexer, next, step));
    last = next;
  }
  if (last == Part::None) return no_step(lexer);
  if (lexer.next_is('*')) return lexer.fault_here("'*' stands alone in its step; put a space before it");
  return step;
}

}  // namespace latewood::selector
