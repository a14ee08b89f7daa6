// One attribute test of a step: `[key]` or `[key op value]`.
#pragma once

#include "latewood/result.h"
#include "selector/language/ast.h"
#include "selector/language/lexer.h"

namespace latewood::selector {

// Steps over the test at `lexer`, which is at its opening bracket. White space may stand
// between its words.
Result<AttributeTest> take_attribute(Lexer& lexer);

}  // namespace latewood::selector
