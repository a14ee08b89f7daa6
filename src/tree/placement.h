// The rules for the places of nodes. All code that builds or changes a tree uses them (D-05).
#pragma once

#include "latewood/result.h"
#include "tree/node.h"

namespace latewood::tree {

// `child` of the given class and offset directly below a parent of the given class.
Result<void> check_placement(NodeClass child, std::int64_t offset, NodeClass parent);

// Names no other node may have: those a namespace is missing from, or that mean
// something already (D-08).
Result<void> check_attribute_name(std::string_view name);

// Checks the type of attributes that profiles read. Null counts as absent. Other attributes may have any value.
Result<void> check_attribute_value(std::string_view name, const JsonValue& value);

// A role that callers may give: one that every profile knows, or an addition, which has a prefix (TREE-10, VER-04).
Result<void> check_role(std::string_view role);

// A type that callers may give: a block, or a namespaced type (TREE-11).
Result<void> check_block_type(std::string_view node_type);

// In bytes: far beyond any use, and well within what a record can hold.
inline constexpr std::size_t kLongestId = std::size_t{1} << 20;

// Ids are opaque, but not empty, not endless, and without NUL, which names edges of the graph.
Result<void> check_id(std::string_view id);

// An id that callers may choose: none of the forms that the engine issues, so that a caller's node is never taken for
// a container or a derived id (AUD-14). These are `mt:` and `mc:` with anything behind them, and `cb:` with 16
// characters of base 32, alone or with `:` and a number. Imports bring such ids along, and edits that are made again
// have theirs: neither asks here.
Result<void> check_own_id(std::string_view id);

}  // namespace latewood::tree
