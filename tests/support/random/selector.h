// Random selectors that mean something in a given tree, and some that do not.
#pragma once

#include <vector>

#include "latewood/node.h"
#include "selector/language/ast.h"
#include "support/random/random.h"

namespace latewood::test {

// Without time. Built around nodes of the tree, which must not be empty: a chain follows the
// path to one of them, and most steps say true things about the nodes on it. The parser could
// have given it.
selector::Query random_query(Random& random, const std::vector<NodeView>& nodes);

selector::Step random_step(Random& random, const NodeView& node);

selector::Time random_time(Random& random);

}  // namespace latewood::test
