#include "engine/stored/line.h"

#include <algorithm>
#include <utility>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/kept_line.h"

namespace latewood::engine {
namespace {

using store::Store;
using store::StoredCommit;

struct StartPlace {
  std::size_t at = 0;
  Blake3Digest page;
};

// Finds the newest of the commits that must be read from a state page.
Result<std::optional<StartPlace>> find_newest_start(Store& store, const std::vector<StoredCommit>& commits,
                                                    const std::vector<std::string>& states) {
  std::optional<StartPlace> start;
  for (std::size_t at = commits.size(); !start && at-- > 0;) {
    LW_TRY_ASSIGN(const auto page, find_start(store, commits[at], states));
    if (page) start = StartPlace{at, *page};
  }
  return start;
}

}  // namespace

Error in_commit(const StoredCommit& commit, Error error) {
  error.message = "commit " + commit.id.hex() + " (cycle " + std::to_string(commit.cycle) + "): " + error.message;
  error.place.reset();
  return error;
}

std::string state_name(const CommitId& id) { return std::string(kStatePrefix) + id.hex(); }

Result<std::optional<Blake3Digest>> find_start(Store& store, const StoredCommit& commit,
                                               const std::vector<std::string>& states) {
  std::optional<Blake3Digest> page;
  if (states.empty()) return page;
  const std::string name = state_name(commit.id);
  if (!std::binary_search(states.begin(), states.end(), name)) return page;
  LW_TRY_ASSIGN(const auto noted, store.find_state(commit.context, name));
  if (!noted) return page;
  LW_TRY_ASSIGN(const auto patch, store.find_patch(commit));
  if (patch) return page;
  page = Blake3Digest::from_hex(*noted);
  if (!page) return corrupt("the state of commit " + commit.id.hex() + " is no digest");
  return page;
}

Result<void> require_kept(Store& store, const StoredCommit& commit, store::WriteBatch& batch) {
  LW_TRY_ASSIGN(const auto patch, store.find_patch(commit));
  if (patch) {
    batch.needed_patches.push_back(commit.id);
    return {};
  }
  const std::string name = state_name(commit.id);
  LW_TRY_ASSIGN(auto state, store.find_state(commit.context, name));
  if (!state) {
    return broken(kSnapshotCollected, "the snapshot of commit " + commit.id.hex() + " was collected", Code::NotFound);
  }
  batch.expected_states.push_back({name, std::move(state)});
  return {};
}

Result<Line> find_line(const std::shared_ptr<Store>& store, store::ContextKey context, const store::Head& head) {
  LW_TRY_ASSIGN(std::vector<StoredCommit> commits, load_ancestry(*store, context, head));
  Line line;
  LW_TRY_ASSIGN(const std::vector<std::string> states, store->list_states(context));
  LW_TRY_ASSIGN(const auto start, find_newest_start(*store, commits, states));
  if (start) {
    const std::size_t at = start->at;
    line.start = LineStart{commits[at], {}, start->page};
    if (at > 0) line.start->before = commits[at - 1];
    const auto end = commits.begin() + static_cast<std::ptrdiff_t>(at);
    LW_TRY_ASSIGN(line.start->kept_before, find_kept_snapshots(store, {commits.begin(), end}, states));
    commits.erase(commits.begin(), end + 1);
  }
  line.commits = std::move(commits);
  return line;
}

Result<std::optional<std::uint64_t>> find_start_position(Store& store, store::ContextKey context,
                                                         const store::Head& head) {
  std::optional<std::uint64_t> position;
  LW_TRY_ASSIGN(const std::vector<StoredCommit> commits, load_ancestry(store, context, head));
  LW_TRY_ASSIGN(const std::vector<std::string> states, store.list_states(context));
  LW_TRY_ASSIGN(const auto start, find_newest_start(store, commits, states));
  if (start) position = start->at;
  return position;
}

Result<store::CommitRecords> load_commit(Store& store, store::ContextKey context, const CommitId& id) {
  store::CommitRecords records;
  LW_TRY_ASSIGN(auto commit, store.find_commit(context, id));
  if (!commit) return corrupt("commit " + id.hex() + " is missing");
  LW_TRY_ASSIGN(records.patch, store.find_patch(*commit));
  if (!records.patch) {
    return broken(kSnapshotCollected, "the patch of commit " + id.hex() + " was collected", Code::NotFound);
  }
  records.commit = *std::move(commit);
  return records;
}

Result<std::vector<store::CommitRecords>> load_commits_between(Store& store, store::ContextKey context,
                                                               const std::optional<CommitId>& after,
                                                               const CommitId& last) {
  std::vector<store::CommitRecords> commits;
  std::optional<CommitId> wanted = last;
  while (wanted && wanted != after) {
    LW_TRY_ASSIGN(store::CommitRecords commit, load_commit(store, context, *wanted));
    if (!commits.empty()) LW_TRY(check_written_before(commit.commit, commits.back().commit));
    LW_TRY_ASSIGN(wanted, find_id_before(store, commit.commit));
    commits.push_back(std::move(commit));
  }
  if (after && !wanted) return corrupt("commit " + after->hex() + " is not an ancestor of " + last.hex());
  std::reverse(commits.begin(), commits.end());
  return commits;
}

Result<std::string> load_page(Store& store, const Blake3Digest& digest) {
  LW_TRY_ASSIGN(auto page, store.find_page(digest));
  if (!page) return corrupt("page " + digest.hex() + " is missing");
  return *std::move(page);
}

}  // namespace latewood::engine
