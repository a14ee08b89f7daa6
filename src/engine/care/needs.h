// The payloads and pages that stored records need in order to be readable.
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
  std::set<Blake3Digest> checkpoints;  // root pages only; `add_checkpoint` adds the pages below them
};

// Adds the payloads of the nodes that the patch adds or changes, its sample page, and the root page of its commit's
// checkpoint. Corruption if the bytes are not a patch.
Result<void> add_needs(const store::StoredPatch& patch, Needs& needs);

// Adds the payloads of all nodes of the state, and its pages. Corruption if a page is missing or is not a state page.
Result<void> add_needs(store::Store& store, const Blake3Digest& state_page, Needs& needs);
// Adds the pages that the kept figures of a branch name; `state` is the name of its newest ones.
Result<void> add_figures(store::Store& store, store::ContextKey context, const std::string& state, Needs& needs);

// Adds the pages of a checkpoint, but not the payloads of its turns: the patches before it have added these. Corruption
// if a root or index page is missing or damaged; the pages found so far stay in `needs`.
Result<void> add_checkpoint(store::Store& store, const Blake3Digest& root_page, Needs& needs);
// Adds the pages of all checkpoints in `needs`. Ignores damaged checkpoints: they are not used for reading, so pages
// that only they refer to are not needed.
Result<void> add_checkpoints(store::Store& store, Needs& needs);
// Like the first, with pages from another source.
using PageLoad = std::function<Result<std::string>(const Blake3Digest& digest)>;
Result<void> add_checkpoint(const PageLoad& load, const Blake3Digest& root_page, Needs& needs);

}  // namespace latewood::engine
