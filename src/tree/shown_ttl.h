// The ttl as shown to users: the number of snapshots that still contain a node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "tree/node.h"

namespace latewood::tree {

// The cycle at which a tree is shown. For a snapshot both members are its cycle; a working state is shown at the cycle
// of the next commit.
struct SeenAt {
  std::uint64_t cycle = 0;
  std::uint64_t committed = 0;  // the tree's own cycle
};

// nullopt for a node that never expires. A node that was due at the last commit or earlier and is still in the tree
// shows 0 if its expiry is deferred (TTL-09), and a value below 0 if it was imported so.
inline std::optional<std::int64_t> shown_ttl(const Node& node, const SeenAt& seen) {
  const std::int64_t expiry = node.expiry();
  if (expiry == kNever) return std::nullopt;
  const auto committed = static_cast<std::int64_t>(seen.committed);
  if (expiry <= committed) return expiry - committed;
  return std::max<std::int64_t>(0, expiry - static_cast<std::int64_t>(seen.cycle));
}

}  // namespace latewood::tree
