// The ttl that people see: what is left of a node's cycles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "tree/node.h"

namespace latewood::tree {

// Where a tree is seen from. Of a snapshot both are its cycle; the working state has the cycle of the commit to come.
struct SeenAt {
  std::uint64_t cycle = 0;
  std::uint64_t committed = 0;  // the tree's own cycle
};

// Nothing for a node that stays for ever. One that was due with the last commit or before it and is still there shows
// what it showed then: 0 if its expiry is deferred (TTL-09), below 0 if it came from elsewhere like that.
inline std::optional<std::int64_t> shown_ttl(const Node& node, const SeenAt& seen) {
  const std::int64_t expiry = node.expiry();
  if (expiry == kNever) return std::nullopt;
  const auto committed = static_cast<std::int64_t>(seen.committed);
  if (expiry <= committed) return expiry - committed;
  return std::max<std::int64_t>(0, expiry - static_cast<std::int64_t>(seen.cycle));
}

}  // namespace latewood::tree
