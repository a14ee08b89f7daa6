// The core that a turn or `^ah` has without having one: where no explicit `mc` stands, its
// offset-0 blocks are children of both the container and a core that is never returned (D-01).
#pragma once

#include <optional>
#include <vector>

#include "tree/subtree.h"

namespace latewood::selector {

struct VirtualCore {
  std::vector<tree::Subtree::Index> blocks;  // at least one; ascending

  // A virtual core is before its blocks among its siblings.
  tree::Subtree::Index place() const { return blocks.front(); }
};

// Nothing if the subtree has an explicit core, no offset-0 block, or is that of `^sys`.
std::optional<VirtualCore> find_virtual_core(const tree::Subtree& subtree);

}  // namespace latewood::selector
