// One pseudo-class of a step: `:pre`, `:depth(1,3-5)`, `:nth(2)` and the others.
#pragma once

#include "latewood/result.h"
#include "selector/language/ast.h"
#include "selector/language/lexer.h"

namespace latewood::selector {

// Steps over the pseudo-class at `lexer`, which is at its colon. `:depth` takes whole numbers
// and ranges of them, `:nth` one whole number from 1; the others take no argument. White
// space may stand inside the parentheses, but neither before them nor inside a range (E-26).
Result<Pseudo> take_pseudo(Lexer& lexer);

}  // namespace latewood::selector
