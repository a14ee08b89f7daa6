// Whether a node is a marker, by the rule with which requests are rendered.
#include "latewood/node_facts.h"
#include "tree/edit/marker.h"

namespace latewood {

bool is_replacement(const NodeView& node) { return tree::is_replacement(node.node_type, node.attributes); }

}  // namespace latewood
