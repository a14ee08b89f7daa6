// Compares what the system says in two states (AUD-19; docs/profiles.md, "System text").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "latewood/context.h"
#include "latewood/node.h"
#include "latewood/result.h"

namespace latewood::engine {

// What decides how a node that says system text is rendered: the hash of its content, role, kind, parent, offset and
// attributes.
using SaidText = std::tuple<std::string, std::string, std::string, std::string, std::int64_t, std::vector<JsonMember>>;

// What the system says in these nodes, in document order with parents first: the blocks that say it, and the markers
// that redact, replace or cover one of them or a node above it. By node id.
std::map<std::string, SaidText> system_said(const std::vector<NodeView>& nodes);

// Whether the node says or marks system text, or contains some. Nullopt if it is not among `nodes`.
std::optional<bool> says_for_system(const std::string& id, const std::vector<NodeView>& nodes);

// E_UNAUTHORIZED if uncommitted edits changed what the system says: they are discarded with the capability only.
Result<void> check_reset(const Context& context);

}  // namespace latewood::engine
