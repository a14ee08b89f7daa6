// Which snapshots of a context stay, and what of each commit they need.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "engine/stored/arriving.h"
#include "engine/stored/context_reader.h"
#include "latewood/caretaking.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// What becomes of a commit. Its header stays in any case.
enum class Fate : std::uint8_t {
  Collected,  // nothing of it is needed
  Patch,      // its snapshot stays, and so does the one before it: the patch leads from there
  State,      // its snapshot stays and the one before it goes: it has to be kept whole
};

// What keeps snapshots of a context.
struct KeptNames {
  std::vector<store::Ref> refs;
  std::vector<store::Tag> tags;
  std::vector<Arriving> arriving;  // histories that are being written
  friend bool operator==(const KeptNames&, const KeptNames&) = default;
};
Result<KeptNames> read_kept_names(store::Store& store, store::ContextKey context);

// Heads and tagged commits, which are never collected.
std::set<CommitId> named_commits(const KeptNames& names);

// One for each of `reader.commits()`, which must have been listed after the names were read: others may commit
// meanwhile. Heads and tagged commits stay, the newest so many snapshots of each branch, and all of what is being
// written. A commit that was collected before stays so, whatever is asked for.
Result<std::vector<Fate>> fates_of(const ContextReader& reader, const KeptNames& names, const Retention& retention);

}  // namespace latewood::engine
