#include "selector/language/parser.h"

#include <utility>

#include "base/try.h"
#include "selector/language/lexer.h"
#include "selector/language/step_parser.h"
#include "selector/language/time_parser.h"

namespace latewood::selector {
namespace {

bool chain_ends(const Lexer& lexer) { return lexer.at_end() || lexer.next_is(','); }

// The combinator between two steps. The chain must not end here.
Result<Combinator> take_combinator(Lexer& lexer, bool had_space) {
  if (lexer.take('>')) {
    lexer.take_space();
    return Combinator::Child;
  }
  if (had_space) return Combinator::Descendant;
  return lexer.unexpected("a space, '>', ',' or the end");
}

Result<Chain> take_chain(Lexer& lexer) {
  Chain chain;
  for (;;) {
    LW_TRY_ASSIGN(Step step, take_step(lexer));
    chain.steps.push_back(std::move(step));
    const bool had_space = lexer.take_space();
    if (chain_ends(lexer)) return chain;
    LW_TRY_ASSIGN(const Combinator combinator, take_combinator(lexer, had_space));
    chain.combinators.push_back(combinator);
  }
}

}  // namespace

Result<Query> parse_selector(std::string_view text) {
  Query query;
  Lexer lexer(text);
  lexer.take_space();
  LW_TRY_ASSIGN(query.time, take_time(lexer));
  do {
    lexer.take_space();
    LW_TRY_ASSIGN(Chain chain, take_chain(lexer));
    query.groups.push_back(std::move(chain));
  } while (lexer.take(','));
  return query;
}

}  // namespace latewood::selector
