// Finds the commits of a line of history in a store: from its first commit, or from the stored snapshot that replaced
// its collected commits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::history {
class KeptPast;
}

namespace latewood::engine {

// A commit whose snapshot is stored as a whole, so that it can be read without the commits before it.
struct LineStart {
  store::StoredCommit commit;
  std::optional<store::StoredCommit> before;            // the previous commit; nullopt: this is the first commit
  Blake3Digest page;                                    // the state page: docs/format/state_page.md
  std::shared_ptr<history::KeptPast> kept_before = {};  // kept snapshots before the start; null: none
};

// Consecutive commits of a line, in the form in which they can be read.
struct Line {
  std::optional<LineStart> start;            // nullopt: `commits` begins with the first commit of the line
  std::vector<store::StoredCommit> commits;  // the commits after the start, oldest first

  std::size_t size() const { return (start ? 1 : 0) + commits.size(); }
};

// The name of the stored value that holds, in hexadecimal, the digest of a commit's state page.
std::string state_name(const CommitId& id);
inline constexpr std::string_view kStatePrefix = "state/";

// The state page of a commit whose patch was collected; nullopt if the commit must be read from its patch. `states` are
// the names of the context's stored values, ascending.
Result<std::optional<Blake3Digest>> find_start(store::Store& store, const store::StoredCommit& commit,
                                               const std::vector<std::string>& states);

// Adds to the batch the expectation that the snapshot of the commit was not collected. E_SNAPSHOT_COLLECTED if it was.
Result<void> require_kept(store::Store& store, const store::StoredCommit& commit, store::WriteBatch& batch);

// Finds the newest part of the line that can be read up to `head`. Corruption if a commit is missing.
Result<Line> find_line(const std::shared_ptr<store::Store>& store, store::ContextKey context, const store::Head& head);

// The position of the commit that `find_line` starts at; nullopt if the line can be read from its first commit.
Result<std::optional<std::uint64_t>> find_start_position(store::Store& store, store::ContextKey context,
                                                         const store::Head& head);

// Loads a commit with its patch. Corruption if the commit is missing, E_SNAPSHOT_COLLECTED if its patch was collected.
Result<store::CommitRecords> load_commit(store::Store& store, store::ContextKey context, const CommitId& id);
// Loads the commits after `after` up to `last` with their patches, oldest first; without `after`, from the first commit
// on. Corruption if a commit is missing.
Result<std::vector<store::CommitRecords>> load_commits_between(store::Store& store, store::ContextKey context,
                                                               const std::optional<CommitId>& after,
                                                               const CommitId& last);

// Adds the id and cycle of the commit to the error.
Error in_commit(const store::StoredCommit& commit, Error error);

// Loads a page. Corruption if it is missing.
Result<std::string> load_page(store::Store& store, const Blake3Digest& digest);

}  // namespace latewood::engine
