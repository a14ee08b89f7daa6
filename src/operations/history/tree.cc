// The nodes of one moment: regions, turns and blocks.
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/node_facts.h"
#include "operations/history/moment_nodes.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& tree_arguments() {
  static const Schema kSchema = object(moment_nodes_members());
  return kSchema;
}

Schema tree_node_schema() {
  return object(joined({node_members(),
                        {required("bytes", count("of the content as canonical JSON")),
                         required("tokens", count("of the content, by `counter`")),
                         required("depth", nullable(count("of a turn; 1: the newest"))), required("pinned", boolean()),
                         required("uncommitted", boolean("new or changed in the working state"))}}));
}

const Schema& tree_result() {
  static const Schema kSchema = object(
      joined({{required("nodes", list(tree_node_schema(), "in document order"))}, moment_nodes_result_members()}));
  return kSchema;
}

JsonValue tree_line(const MomentNodes& tree, const NodeView& node, std::uint64_t depth) {
  const std::uint64_t bytes = content_bytes(node);
  return with_members(json_of(node), {{"depth", depth == 0 ? JsonValue() : json_of(depth)},
                                      {"bytes", json_of(bytes)},
                                      {"tokens", json_of(std::uint64_t{content_tokens(node, *tree.counter)})},
                                      {"pinned", JsonValue(tree.pinned.contains(node.id))},
                                      {"uncommitted", JsonValue(tree.uncommitted.contains(node.id))}});
}

Result<std::string> tree(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const std::optional<Cursor> cursor, cursor_of(arguments));
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(MomentNodes found, find_nodes(history, arguments, cursor));
  LW_TRY_ASSIGN(found.counter, session.counter_for(arguments));
  return page_of_nodes(found, tree_line);
}

}  // namespace

const Row kTree = {
    .name = "tree",
    .scope = Scope::Read,
    .summary = "Gives the nodes of one moment: regions, turns and blocks.",
    .arguments = tree_arguments,
    .result = tree_result,
    .example = R"({"moment":"@t0","turns":2,"limit":50})",
    .errors = {kSnapshotNotFound, kReferenceAmbiguous},
    .lines = "nodes",
    .run = tree,
};

}  // namespace latewood::operations
