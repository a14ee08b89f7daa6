// Selector text to a query.
//
//   selector   = [snapshots] chain { "," chain }
//   chain      = step { combinator step }
//   combinator = white space | ">"
//
// White space is any run of space, tab, CR and LF; it is optional around `>` and `,`, at both
// ends and after the snapshots, and between steps it is the descendant combinator.
#pragma once

#include <string_view>

#include "latewood/result.h"
#include "selector/language/ast.h"

namespace latewood::selector {

// `text` may be any bytes. Takes time in proportion to its length, and no more stack for a
// longer one. An error is InvalidArgument with the rule E_SELECTOR_INVALID,
// E_SNAPSHOT_RANGE_WILDCARD or E_SNAPSHOT_RANGE_KIND_MISMATCH; it is about the leftmost fault
// (E-27), and its place is what should have been different.
Result<Query> parse_selector(std::string_view text);

}  // namespace latewood::selector
