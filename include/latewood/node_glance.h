// Nodes in passing: the members that most readers want, without a copy of any.
//
//   const Snapshot now = context.latest().value();
//   std::size_t bytes = 0;
//   for_each_glance(now, Selector::parse(".cb").value(), [&bytes](const NodeGlance& node) {
//     bytes += node.content_json.size();
//     return true;
//   }).value();
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "latewood/result.h"
#include "latewood/selector.h"
#include "latewood/snapshot.h"

namespace latewood {

// Valid during the call that shows it.
struct NodeGlance {
  std::string_view id;
  std::string_view node_type;
  std::optional<std::string_view> role;
  std::optional<std::string_view> kind;
  std::string_view content_json;    // canonical; empty: the node has no content, or it was purged
  std::optional<std::int64_t> ttl;  // cycles left, this snapshot included; nullopt: no limit
};

// Calls `visit` with each node that the selector matches, in document order, until it returns false. `visit` may read
// this and other snapshots. Any thread may call this. Fails as `Snapshot::for_each_node` does. Costs a tenth of that.
Result<void> for_each_glance(const Snapshot& snapshot, const Selector& selector,
                             const std::function<bool(const NodeGlance& node)>& visit);

}  // namespace latewood
