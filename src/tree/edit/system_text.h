// What is said in the system's name. A provider obeys it above all else, so writing it, and changing what is there,
// needs the system capability wherever it stands (AUD-19; docs/profiles.md, "What the system says").
//
// A block speaks for the system if its role is `system` or `developer`, or if it is an item of a vendor's own whose
// JSON has such a role in it: the vendor gets that as it is.
#pragma once

#include "latewood/node.h"
#include "tree/node.h"
#include "tree/subtree.h"

namespace latewood::tree {

bool speaks_for_system(const Component& component);
bool speaks_for_system(const Node& node);
// The same of a node that gets other content.
bool would_speak_for_system(const Node& node, const JsonValue& content);

// Whether the node or something below it does.
bool holds_system_text(const Subtree& subtree, Subtree::Index at);

}  // namespace latewood::tree
