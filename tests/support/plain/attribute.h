// Attribute tests, read off the rules one by one. Every number is written out as an exact
// decimal and compared digit by digit.
#pragma once

#include "latewood/node.h"
#include "selector/language/ast.h"

namespace latewood::test {

// Whether `[key op literal]` holds of `node`; null is the core that a turn without one is
// taken to have: type `mc`, offset 0, and nothing else (D-01).
bool plain_holds(const selector::AttributeTest& test, const NodeView* node);

}  // namespace latewood::test
