// Decides which snapshots of a context a collection keeps, and which records of each commit they need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "engine/stored/import_mark.h"
#include "latewood/caretaking.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

class ContextReader;

// The effect of a collection on a commit. The header of a commit is never removed.
enum class Fate : std::uint8_t {
  Collected,  // the snapshot is removed, with all records of the commit except the header
  Patch,      // the snapshot is kept; it is read from its patch, since the snapshot before it is kept too
  State,      // the snapshot is kept; it is stored as a state page, since the snapshot before it is removed
};

// The names that keep snapshots of a context.
struct KeptNames {
  std::vector<store::Ref> refs;
  std::vector<store::Tag> tags;
  std::vector<ImportMark> imports;  // unfinished imports
  friend bool operator==(const KeptNames&, const KeptNames&) = default;
};
Result<KeptNames> read_kept_names(store::Store& store, store::ContextKey context);

// The commits of branches and tags. They are never collected.
std::set<CommitId> named_commits(const KeptNames& names);

// Returns one decision for each of `reader.commits()`. Kept are heads, tagged commits, the newest `retention.last`
// snapshots of each branch, and all commits of unfinished imports. The reader must have listed the commits after
// `names` were read, so that commits written in between are known. A commit that was already collected stays collected.
Result<std::vector<Fate>> decide_fates(const ContextReader& reader, const KeptNames& names, const Retention& retention);

}  // namespace latewood::engine
