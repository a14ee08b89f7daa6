#include "cli/text/node_json.h"

#include "cli/text/json_output.h"

namespace latewood::cli {

JsonValue json_of(const NodeView& node) {
  return make_object({{"id", node.id},
                      {"nodeType", node.node_type},
                      {"parent_id", json_of(node.parent_id)},
                      {"offset", JsonValue(node.offset)},
                      {"ttl", node.ttl ? JsonValue(*node.ttl) : JsonValue()},
                      {"priority", JsonValue(node.priority)},
                      {"cycle", json_of(node.cycle)},
                      {"created_at_ns", JsonValue(node.created_at_ns)},
                      {"created_at_iso", node.created_at_iso},
                      {"creation_index", json_of(node.creation_index)},
                      {"role", json_of(node.role)},
                      {"kind", json_of(node.kind)},
                      {"removable", node.removable ? JsonValue(*node.removable) : JsonValue()},
                      {"key", json_of(node.key)},
                      {"provenance", json_of(node.provenance)},
                      {"pins", json_of(node.pins)},
                      {"attributes", make_object(node.attributes)},
                      {"content", node.content.value_or(JsonValue())},
                      {"purged", node.purged ? JsonValue(node.purged->hex()) : JsonValue()},
                      {"content_hash", node.content_hash.hex()}});
}

}  // namespace latewood::cli
