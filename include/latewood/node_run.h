// Some neighbouring nodes of one moment, in document order: lists in pages whose cost is that of the page.
//
//   const Snapshot now = context.latest().value();
//   NodeRunOptions options{.limit = 100};
//   while (const auto run = node_run(now, options).value()) {
//     for (const NodeView& node : run->nodes) std::cout << node.id << '\n';
//     if (!run->next) break;
//     options.start = run->next;
//   }
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/context.h"
#include "latewood/node.h"
#include "latewood/result.h"
#include "latewood/snapshot.h"

namespace latewood {

struct NodeRunOptions {
  std::optional<std::string> start = {};  // the id of the first node; default: the first of all
  std::uint64_t limit = UINT64_MAX;       // the most nodes to give
  std::uint64_t turns = UINT64_MAX;       // of the turns only so many newest ones
};

struct NodeRun {
  std::vector<NodeView> nodes;
  std::vector<std::uint64_t> depths;     // of each node: 1 for the newest turn; 0 for nodes that are not turns
  std::optional<std::string> next = {};  // the id of the node that follows; nullopt: there is none
};

// nullopt if there is no node with the id of `start`. Costs the nodes that it gives, and a search for the first.
Result<std::optional<NodeRun>> node_run(const Snapshot& snapshot, const NodeRunOptions& options = {});
// The same for the working state; belongs to the thread that edits.
Result<std::optional<NodeRun>> working_run(const Context& context, const NodeRunOptions& options = {});

}  // namespace latewood
