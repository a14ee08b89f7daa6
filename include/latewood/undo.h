// Taking back the last thing that was done on a branch of a store.
//
//   const auto undone = undo(repository, "main");
//   if (undone->is_commit()) ...   // undone->tag keeps the commit
//
// Nothing is lost: an edit that is taken back was in no snapshot, and a commit that is taken back keeps a tag, so it
// can be read, forked and is never collected.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/caretaking.h"
#include "latewood/digest.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood {

struct UndoOptions {
  std::string branch = {};      // default: the branch in use
  DryRun dry_run = DryRun::No;  // default: No
};

struct Undone {
  std::string branch;

  // ---- of an edit: one call, or one proposal, since the last commit ----
  std::string rule;              // "insert", "replace", "delete", ...: what its first mutation was
  std::vector<std::string> ids;  // nodes that it made, or else those it named
  std::uint64_t left = 0;        // edits and proposals that still wait for a commit
  bool was_proposed = false;

  // ---- of a commit ----
  std::optional<CommitInfo> commit;  // nothing: it was an edit
  std::string tag;                   // which keeps it
  std::optional<CommitInfo> head;    // where the branch stands now

  bool is_commit() const { return commit.has_value(); }
};

// The last edit or proposal that waits for a commit; if none does, the last commit: the branch goes back to the commit
// before it, and the tag `undone/` with the first digits of its id is put on it. The edits of that commit do not wait
// again. Who has the branch open gets E_CONFLICT at the next write.
//
// Refused, with nothing changed:
//   E_NOTHING_TO_UNDO     there is neither, or the commit is the first of its line
//   E_SNAPSHOT_COLLECTED  the snapshot before the commit was collected
//   E_UNCOMMITTED         events were let in, or a provider call waits, on top of the commit: the error says which
//   E_CONFLICT            edits wait that were made on another head: rebase or reset them
Result<Undone> undo(Repository& repository, std::string_view context, const UndoOptions& options = {});

}  // namespace latewood
