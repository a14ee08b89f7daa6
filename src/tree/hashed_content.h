// The values that a node's content_hash covers, and the search for collisions.
#pragma once

#include "canon/content_hash.h"
#include "latewood/result.h"
#include "tree/node.h"

namespace latewood::tree {

// The views are valid as long as the arguments.
HashedContent hashed_content(const Traits& traits, const Payload* payload);

// Diffs treat two records of a node as unchanged if their hashes are equal. Conflict (E_HASH_COLLISION) if the hashes
// are equal, but the hashed members are not.
Result<void> check_content_hashes(const Node& before, const Node& after);

}  // namespace latewood::tree
