// The members of a node that diffs track, and how two records of one node differ in them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "latewood/diff.h"
#include "latewood/node.h"
#include "tree/node.h"
#include "tree/shown_ttl.h"

namespace latewood::diff {

// A node of one moment. `parent` is null for the root.
struct SeenNode {
  const tree::Node* node = nullptr;
  const tree::Node* parent = nullptr;
  tree::SeenAt at = {};            // the cycle from which the remaining ttl is counted
  std::span<const Pin> pins = {};  // the pins of the node
};

// In the order of D-42; empty if nothing differs. Null equals absent (E-34).
std::vector<FieldChange> changed_fields(const SeenNode& newer, const SeenNode& older);

// Whether `changed_fields` would find something.
bool is_changed(const SeenNode& newer, const SeenNode& older);

}  // namespace latewood::diff
