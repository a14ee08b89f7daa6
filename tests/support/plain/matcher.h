// The selector language, short and slow: every rule of matching as a loop over all nodes.
// It shares nothing with the real matcher but the parsed query, and both must agree.
#pragma once

#include <string>
#include <vector>

#include "latewood/node.h"
#include "selector/language/ast.h"

namespace latewood::test {

// The ids that `query` means, each once, in document order. `nodes` are all nodes of one tree
// in document order, as `Snapshot::nodes` gives them. The query's time is not looked at.
std::vector<std::string> plain_match(const selector::Query& query, const std::vector<NodeView>& nodes);

}  // namespace latewood::test
