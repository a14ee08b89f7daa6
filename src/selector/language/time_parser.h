// Parses the snapshot prefix of a selector: `@t0`, `@t-5`, `@c42`, `@*`, or a range of two references.
#pragma once

#include <string_view>

#include "latewood/result.h"
#include "selector/language/ast.h"
#include "selector/language/lexer.h"

namespace latewood::selector {

// Steps over the snapshot prefix at `lexer`; nothing if there is none.
//
// The two ends of a range come in either order. A second end without `@` has the kind of the first: `@t-5..-1`,
// `@c3..7` (D-31). Refused: a range with `@*`, a range that mixes kinds, and a relative reference past `@t0`, which no
// snapshot can ever have (D-30).
Result<Time> take_time(Lexer& lexer);

// One snapshot reference alone, as for the ends of a diff. Ranges, `@*` and anything beside
// the reference are E_SELECTOR_INVALID (E-29).
Result<Moment> parse_moment(std::string_view text);

}  // namespace latewood::selector
