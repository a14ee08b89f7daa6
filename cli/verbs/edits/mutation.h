// Edits of the nodes that arguments name.
#pragma once

#include <string>
#include <vector>

#include "cli/terminal/report.h"
#include "latewood/context.h"
#include "latewood/result.h"
#include "latewood/selector.h"

namespace latewood::cli {

// How many nodes one selector may match.
enum class Matches { One, Any };

// Combines all names, ids and selectors, into one selector, so that there is one edit. E_NODE_NOT_FOUND for a name that
// matches nothing in the working state, E_SEVERAL_MATCH for a selector that matches several nodes where one is
// expected.
Result<Selector> selector_of(const Context& context, const std::vector<std::string>& names,
                             Matches matches = Matches::Any);

// Prints the changed nodes: `done` is a word such as "deleted". As JSON one line per node, {"id":..,"new_ids":[..]}.
// Returns the exit code.
int print_mutated(const Result<std::vector<MutatedNode>>& mutated, const std::string& done, bool json);

// Finds the nodes, calls `edit` with their selector, and prints the result.
template <class Edit>
int mutate(const Context& context, const std::vector<std::string>& names, const std::string& done, bool json, Edit edit,
           Matches matches = Matches::Any) {
  const auto nodes = selector_of(context, names, matches);
  if (!nodes) return report(nodes.error());
  return print_mutated(edit(*nodes), done, json);
}

}  // namespace latewood::cli
