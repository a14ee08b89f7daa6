// What stored records need to be read: which contents a patch or a state speaks of, and which pages.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "latewood/digest.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

struct Needs {
  std::set<Blake3Digest> payloads;
  std::set<Blake3Digest> pages;
  std::set<Blake3Digest> checkpoints;  // root pages; what they lead to is for `add_checkpoint`
};

// The contents of nodes that the patch brings or changes, the page it is compressed against, and the
// checkpoint of its commit. Corruption if it is no patch.
Result<void> add_needs(const store::StoredPatch& patch, Needs& needs);

// The contents of all nodes of the state, and its pages. Corruption if one is missing or no page of a state.
Result<void> add_needs(store::Store& store, const Blake3Digest& state_page, Needs& needs);

// The pages of a checkpoint. What its turns say is what the patches before it brought. Corruption if a page
// that leads to others is missing or no page of a checkpoint; what was found so far stays.
Result<void> add_checkpoint(store::Store& store, const Blake3Digest& root_page, Needs& needs);
// The same of all that are needed. One that is damaged is of no use, and what only it leads to is not needed.
Result<void> add_checkpoints(store::Store& store, Needs& needs);
// The same with pages from anywhere.
using PageLoad = std::function<Result<std::string>(const Blake3Digest& digest)>;
Result<void> add_checkpoint(const PageLoad& load, const Blake3Digest& root_page, Needs& needs);

}  // namespace latewood::engine
