// Random attribute tests of selectors.
#pragma once

#include "latewood/node.h"
#include "selector/language/ast.h"
#include "support/random/random.h"

namespace latewood::test {

// About something that `node` has, more often than not true; spelled in any way that the
// grammar allows.
selector::AttributeTest random_attribute_test(Random& random, const NodeView& node);

}  // namespace latewood::test
