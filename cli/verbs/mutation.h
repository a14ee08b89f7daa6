// Edits of nodes that people name, and what is said of them afterwards.
#pragma once

#include <string>
#include <vector>

#include "cli/terminal/report.h"
#include "latewood/context.h"
#include "latewood/result.h"
#include "latewood/selector.h"

namespace latewood::cli {

// How many nodes one selector may mean.
enum class Matches { One, Any };

// One selector for all of the names, ids and selectors alike, so that an edit of all is one edit.
// E_NODE_NOT_FOUND for a name that means nothing in the working state, E_SEVERAL_MATCH for a selector that means
// several nodes where one is expected.
Result<Selector> selector_of(const Context& context, const std::vector<std::string>& names,
                             Matches matches = Matches::Any);

// Says what became of the nodes: `done` is a word such as "deleted". As JSON one line for each,
// {"id":..,"new_ids":[..]}. Gives the exit code.
int print_mutated(const Result<std::vector<MutatedNode>>& mutated, const std::string& done, bool json);

// Finds the nodes, has `edit` change them, and prints what it gives.
template <class Edit>
int mutate(const Context& context, const std::vector<std::string>& names, const std::string& done, bool json, Edit edit,
           Matches matches = Matches::Any) {
  const auto nodes = selector_of(context, names, matches);
  if (!nodes) return report(nodes.error());
  return print_mutated(edit(*nodes), done, json);
}

}  // namespace latewood::cli
