// What stored records need to be read: which contents a patch or a state speaks of, and which pages.
#pragma once

#include <set>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

struct Needs {
  std::set<Blake3Digest> payloads;
  std::set<Blake3Digest> pages;
};

// The contents of nodes that the patch brings or changes, and the page it is compressed against.
// Corruption if it is no patch.
Result<void> add_needs(const store::StoredPatch& patch, Needs& needs);

// The contents of all nodes of the state, and its pages. Corruption if one is missing or no page of a state.
Result<void> add_needs(store::Store& store, const Blake3Digest& state_page, Needs& needs);

// Only its pages.
Result<std::set<Blake3Digest>> pages_of_state(store::Store& store, const Blake3Digest& state_page);

}  // namespace latewood::engine
