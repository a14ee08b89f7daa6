// Text of the system. Models give it priority over all other text, so adding or changing it needs the system
// capability, wherever it is (AUD-19; docs/profiles.md, "What the system says").
//
// A block is text of the system if its role is `system` or `developer`, or if it is a vendor-specific item whose JSON
// has such a role: the vendor gets the item unchanged.
#pragma once

#include "latewood/node.h"
#include "tree/node.h"
#include "tree/subtree.h"

namespace latewood::tree {

bool speaks_for_system(const Component& component);
bool speaks_for_system(const Node& node);
// Returns true if the node would speak for the system with this content.
bool would_speak_for_system(const Node& node, const JsonValue& content);

// Returns true if the node or a node below it speaks for the system.
bool holds_system_text(const Subtree& subtree, Subtree::Index at);

}  // namespace latewood::tree
