// One step of a selector: `^root #id .type [attribute] :pseudo`, without spaces between them.
#pragma once

#include "latewood/result.h"
#include "selector/language/ast.h"
#include "selector/language/lexer.h"

namespace latewood::selector {

// Steps over the step at `lexer`. Its parts come in the order above; the first three at most
// once (D-33). `*` stands alone. A step without parts is refused.
Result<Step> take_step(Lexer& lexer);

}  // namespace latewood::selector
