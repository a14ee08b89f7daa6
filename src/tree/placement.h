// The rules for the places of nodes. All code that builds or changes a tree uses them (D-05).
#pragma once

#include "latewood/result.h"
#include "tree/node.h"

namespace latewood::tree {

// Checks that a child of this class and offset may be directly below a parent of this class.
Result<void> check_placement(NodeClass child, std::int64_t offset, NodeClass parent);

// Refuses the name of a custom attribute without a namespace, or with a reserved meaning (D-08).
Result<void> check_attribute_name(std::string_view name);

// Checks the type of attributes that profiles read. Null counts as absent. Other attributes may have any value.
Result<void> check_attribute_value(std::string_view name, const JsonValue& value);

// Accepts the roles that every profile knows, and additions, which have a prefix (TREE-10, VER-04).
Result<void> check_role(std::string_view role);

// Accepts the types that callers may use: a block, or a type with a namespace (TREE-11).
Result<void> check_block_type(std::string_view node_type);

// The longest id in bytes: far more than any use needs, and less than a record can hold.
inline constexpr std::size_t kLongestId = std::size_t{1} << 20;

// Accepts any id that is not empty, not too long, and without NUL, which is reserved for edges of the graph.
Result<void> check_id(std::string_view id);

// Accepts the ids that callers may choose. Refuses the forms that the engine issues, so that a caller's node is never
// mistaken for a container or a derived id (AUD-14): any id that begins with `mt:` or `mc:`, and `cb:` with 16
// characters of base 32, alone or with `:` and a number. Imports and replayed edits have such ids, so they do not call
// this.
Result<void> check_own_id(std::string_view id);

}  // namespace latewood::tree
