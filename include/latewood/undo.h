// Undoing the last step on a branch of a store: an edit, or else a commit.
//
//   const Undone undone = undo(repository, "main").value();
//   if (undone.is_commit()) std::cout << "tag " << undone.tag << " keeps the commit\n";
//
// Nothing is lost: an edit that is undone was in no snapshot, and a commit that is undone gets a tag, so it can be
// read, forked and is never collected.
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
  std::string branch = {};      // default: the current branch
  DryRun dry_run = DryRun::No;  // Yes: only report; default: No
  bool system = false;          // may change what the system says; default: false, E_UNAUTHORIZED
};

struct Undone {
  std::string branch;

  // ---- an edit: one call, or one proposal, since the last commit ----
  std::string rule;              // the rule of its first change: "insert", "replace", "delete", ...
  std::vector<std::string> ids;  // the nodes that it created; if it created none, the nodes that it named
  std::uint64_t left = 0;        // uncommitted edits and proposals that remain
  bool was_proposed = false;

  // ---- a commit ----
  std::optional<CommitInfo> commit;  // nullopt: it was an edit
  std::string tag;                   // the tag that keeps the commit
  std::optional<CommitInfo> head;    // head of the branch now

  bool is_commit() const { return commit.has_value(); }
};

// Undoes the last uncommitted edit or proposal; if there is none, the last commit: the branch returns to the commit
// before it, and the undone commit gets the tag `undone/` with the first digits of its id. Its edits are not restored
// as uncommitted. Contexts that have the branch open get E_CONFLICT at their next write.
//
// Fails without any change:
//   E_NOTHING_TO_UNDO     there is no edit, and no commit or only the first of its line
//   E_SNAPSHOT_COLLECTED  the snapshot before the commit was collected
//   E_UNCOMMITTED         events were admitted, or an attempt is open, after the commit: the message names it
//   E_UNAUTHORIZED        it would change what the system says, and `system` is false
//   E_CONFLICT            there are edits that are based on another head: rebase or reset them
Result<Undone> undo(Repository& repository, std::string_view context, const UndoOptions& options = {});

}  // namespace latewood
