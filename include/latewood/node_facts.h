// What the headers of nodes tell about them: containers, markers, sizes, depths. For lists of nodes of one moment in
// document order, as `Snapshot::nodes` and `Context::working` give them.
//
//   for (const NodeView& node : context.working().value()) {
//     if (!is_container(node)) std::cout << node.id << ' ' << content_bytes(node) << " bytes\n";
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/node.h"
#include "latewood/policy.h"

namespace latewood {

// ---- containers ----

inline bool is_region(const NodeView& node) { return node.node_type.starts_with('^'); }
inline bool is_turn(const NodeView& node) { return node.node_type == "mt"; }
inline bool is_core(const NodeView& node) { return node.node_type == "mc"; }
// A region, a turn or a core: it contains other nodes.
inline bool is_container(const NodeView& node) { return is_region(node) || is_turn(node) || is_core(node); }

// The nodes below a node except cores without content.
std::vector<NodeView> blocks_below(const std::vector<NodeView>& nodes, const std::string& id);

// The depth of every node: 1 for the newest turn; 0 for nodes that are not turns.
std::vector<std::uint64_t> turn_depths(const std::vector<NodeView>& nodes);

// ---- finding ----

// The node with this id; null if there is none.
const NodeView* find_node(const std::vector<NodeView>& nodes, std::string_view id);

// Points into the nodes it was made from, which must outlive it.
using NodesById = std::map<std::string_view, const NodeView*>;
NodesById by_id(const std::vector<NodeView>& nodes);
// Null if there is no such node.
const NodeView* find_by_id(const NodesById& nodes, std::string_view id);

// ---- markers and references ----

// The ids in an attribute that is one id or a list of ids; empty if the node does not have it.
std::vector<std::string> ids_in(const NodeView& node, std::string_view attribute);
// Whether the node replaces the nodes named in its `data_replaces`, whatever its type.
bool is_replacement(const NodeView& node);
// The ids that a redaction or replacement names; empty for other nodes.
std::vector<std::string> marked_by(const NodeView& node);
// The markers among `nodes` that name this id.
std::vector<const NodeView*> markers_of(std::string_view id, const std::vector<NodeView>& nodes);

// ---- sizes ----

// The size of the content as canonical JSON, which is what budgets and commits count.
std::size_t content_bytes(const NodeView& node);
// The content as a text: a text itself, or the JSON of another value; empty if there is none.
std::string content_text(const NodeView& node);
// The tokens of the content by a counter (tokens.h); 0 if there is none.
std::size_t content_tokens(const NodeView& node, TokenCounter& counter);

}  // namespace latewood
