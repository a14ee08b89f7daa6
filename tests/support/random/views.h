// Random trees as lists of nodes, for what reads trees and never changes them.
#pragma once

#include <vector>

#include "latewood/node.h"
#include "support/random/random.h"

namespace latewood::test {

// A whole tree in document order, as `Snapshot::nodes` gives it: some turns with an explicit
// core, some without, containers among the blocks, and attributes of every JSON type.
std::vector<NodeView> random_views(Random& random);

}  // namespace latewood::test
