// The nodes of one moment, for operations that list them in pages.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/node.h"
#include "latewood/node_run.h"
#include "latewood/result.h"
#include "operations/session/page.h"
#include "operations/session/session_state.h"
#include "operations/table/schema.h"

namespace latewood::operations {

struct MomentNodes {
  NodeRun run;  // the page
  std::set<std::string> pinned;
  std::set<std::string> uncommitted = {};
  std::string moment;  // for cursors: the commit id, or `kWorkingMoment`
  std::uint64_t cycle = 0;
  std::shared_ptr<TokenCounter> counter = {};  // counts the tokens of the nodes
};

// "moment", "working", "turns", and those of a page.
std::vector<Member> moment_nodes_members();
// "commit_id", "counter", "cycle", "kind" and "next" of a result.
std::vector<Member> moment_nodes_result_members();

// The page that the arguments ask for, of the moment that they name: the working state if it has edits or is asked for,
// otherwise a snapshot. E_ARGUMENT_INVALID for a cursor that names no node there.
Result<MomentNodes> find_nodes(const ReadHistory& history, const Arguments& arguments,
                               const std::optional<Cursor>& cursor);

// The result, each node as `line_of` writes it. `depth` is that of a turn, 0 for other nodes.
using NodeLine = JsonValue (*)(const MomentNodes& found, const NodeView& node, std::uint64_t depth);
std::string page_of_nodes(const MomentNodes& found, NodeLine line_of);

}  // namespace latewood::operations
