// Random trees of nodes, richer than what edits make.
#pragma once

#include "support/random/random.h"
#include "support/sample_tree.h"

namespace latewood::test {

// A tree with every kind of node and attribute: subtypes of turns and cores, virtual cores,
// nested blocks, numbers of all kinds, overdue expiries. Ids are "n0", "n1", ...
SampleTree random_tree(Random& random);

}  // namespace latewood::test
