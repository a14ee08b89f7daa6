// Nodes that the arguments of a reading operation name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/context.h"
#include "latewood/result.h"
#include "operations/session/session_state.h"

namespace latewood::operations {

// "@t-1" and nothing else.
bool is_moment(std::string_view name);

// The snapshot that a selector names, "@t-1" of "@t-1 .cb"; empty if it names none.
std::string moment_of_selector(std::string_view name);

// The ids that a name selects: in the snapshot that the selector names, else in the working state or the newest
// snapshot. An id stays as it is, whether or not there is such a node. E_NODE_NOT_FOUND if nothing matches,
// E_SELECTOR_INVALID for a range.
enum class Unnamed { Newest, Working };  // the tree for a selector without a snapshot
Result<std::vector<std::string>> find_ids(const Context& context, const std::string& name, Unnamed unnamed);

// The nodes of the argument "nodes", ids and selectors, each with the context and the reference to look at.
struct AskedNode {
  std::string id;
  ReadHistory::Moment at;
};
Result<std::vector<AskedNode>> asked_nodes(const ReadHistory& history, const Arguments& arguments);
// "nodes" and "moment".
std::vector<Member> asked_node_members();

}  // namespace latewood::operations
