// Parses one pseudo-class of a step, such as `:pre`, `:depth(1,3-5)` or `:nth(2)`.
#pragma once

#include "latewood/result.h"
#include "selector/language/ast.h"
#include "selector/language/lexer.h"

namespace latewood::selector {

// Steps over the pseudo-class at `lexer`, which is at its colon. `:depth` takes whole numbers and ranges of them,
// `:nth` one whole number from 1; all other classes take no argument. White space is allowed inside the parentheses,
// but neither before them nor inside a range (E-26).
Result<Pseudo> take_pseudo(Lexer& lexer);

}  // namespace latewood::selector
