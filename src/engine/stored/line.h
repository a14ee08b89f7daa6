// How a line of history is read back: from its first commit, or from a state that was kept when
// what led to it was collected.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/branch/restore.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// A commit that can be read without those before it.
struct LineStart {
  store::StoredCommit commit;
  std::optional<store::StoredCommit> before;            // nothing for the first commit of all
  Blake3Digest page;                                    // docs/format/state_page.md
  std::shared_ptr<history::KeptPast> kept_before = {};  // what else is there of the line before; null: nothing
};

struct Line {
  std::optional<LineStart> start;            // nothing: `commits` begin with the first of all
  std::vector<store::StoredCommit> commits;  // behind the start, oldest first
};

// The state under which the page of a commit's state is written down, in hexadecimal.
std::string state_name(const CommitId& id);
inline constexpr std::string_view kStatePrefix = "state/";

// The page, if the commit is to be read from one: its own patch was collected. `states` are the names
// that the context has, ascending.
Result<std::optional<Blake3Digest>> find_start(store::Store& store, const store::StoredCommit& commit,
                                               const std::vector<std::string>& states);

// Lets the batch be written only while the snapshot of the commit can be read. E_SNAPSHOT_COLLECTED if that is over.
Result<void> require_kept(store::Store& store, const store::StoredCommit& commit, store::WriteBatch& batch);

// Up to `head`. Corruption if a link is missing.
Result<Line> find_line(const std::shared_ptr<store::Store>& store, store::ContextKey context, const store::Head& head);

// How many commits come before the one that the line up to `head` is read from; nothing if that is the first of all.
Result<std::optional<std::uint64_t>> find_start_position(store::Store& store, store::ContextKey context,
                                                         const store::Head& head);

// What of a patch is checked by somebody else.
struct PatchChecks {
  std::optional<PatchDigest> digest = {};  // of the patch, where it was computed already
  Proof proof = Proof::Here;
};

// Reads the start, or the next commit, into the restorer. Errors name the commit.
Result<const history::SnapshotData*> restore_start(const LineStart& start, store::Store& store, Restorer& restorer);
Result<const history::SnapshotData*> restore_commit(const store::StoredCommit& commit, const store::StoredPatch& patch,
                                                    Restorer& restorer, const PatchChecks& checks = {});
// The same with the patch of the store. E_SNAPSHOT_COLLECTED if it is gone.
Result<const history::SnapshotData*> restore_commit(const store::StoredCommit& commit, store::Store& store,
                                                    Restorer& restorer);

// An error about a commit.
Error in_commit(const store::StoredCommit& commit, Error error);

// The page, which must be there.
Result<std::string> load_page(store::Store& store, const Blake3Digest& digest);

// What restorers ask a store for.
Contents contents_of(store::Store& store);

}  // namespace latewood::engine
