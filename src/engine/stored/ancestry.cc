#include "engine/stored/ancestry.h"

#include <algorithm>
#include <utility>

#include "base/corrupt.h"
#include "base/try.h"
#include "canon/blake3.h"
#include "store/listing.h"
#include "warp/commit_header.h"

namespace latewood::engine {
namespace {

using store::StoredCommit;

// Loads every commit of the context up to `cycle`, in order of cycle.
Result<std::vector<StoredCommit>> commits_up_to(store::Store& store, store::ContextKey context, std::uint64_t cycle) {
  std::vector<StoredCommit> commits;
  LW_TRY(store::for_each_commit_between(store, context, {}, cycle, [&commits](StoredCommit& commit) -> Result<void> {
    commits.push_back(std::move(commit));
    return {};
  }));
  return commits;
}

}  // namespace

Result<std::optional<CommitId>> parent_of(const StoredCommit& commit) {
  if (CommitId{blake3_of(commit.header).bytes} != commit.id) {
    return corrupt("the header of commit " + commit.id.hex() + " has another digest");
  }
  auto header = warp::decode_commit_header(commit.header);
  if (!header) return corrupt("the header of commit " + commit.id.hex() + ": " + header.error().message);
  std::optional<CommitId> parent;
  if (!header->parents.empty()) parent = header->parents.front();
  return parent;
}

Result<std::optional<CommitId>> find_id_before(store::Store& store, const StoredCommit& commit) {
  LW_TRY_ASSIGN(std::optional<CommitId> earlier, parent_of(commit));
  if (earlier) return earlier;
  LW_TRY_ASSIGN(const auto noted, store.find_state(commit.context, start_name(commit.id)));
  if (!noted) return earlier;
  earlier = CommitId::from_hex(*noted);
  if (!earlier) return corrupt("the id stored before commit " + commit.id.hex() + " is not a commit id");
  return earlier;
}

Result<void> check_written_before(const StoredCommit& earlier, const StoredCommit& commit) {
  if (earlier.sequence < commit.sequence) return {};
  return corrupt("commit " + commit.id.hex() + " has sequence number " + std::to_string(commit.sequence) +
                 ", but the commit before it, " + earlier.id.hex() + ", has number " +
                 std::to_string(earlier.sequence));
}

Result<std::optional<StoredCommit>> load_commit_before(store::Store& store, const StoredCommit& commit) {
  LW_TRY_ASSIGN(const auto id, find_id_before(store, commit));
  if (!id) return std::optional<StoredCommit>();
  LW_TRY_ASSIGN(auto earlier, store.find_commit(commit.context, *id));
  if (!earlier) return corrupt("commit " + id->hex() + " is missing");
  LW_TRY(check_written_before(*earlier, commit));
  return earlier;
}

std::string start_name(const CommitId& id) { return std::string(kStartPrefix) + id.hex(); }

Result<std::vector<StoredCommit>> load_ancestry(store::Store& store, store::ContextKey context,
                                                const store::Head& head) {
  LW_TRY_ASSIGN(std::vector<StoredCommit> commits, commits_up_to(store, context, head.cycle));
  std::vector<StoredCommit> line;
  std::optional<CommitId> wanted = head.id;
  // The list is in order of cycle and writing, so one pass from the end finds every commit after its successor.
  for (auto at = commits.rbegin(); wanted && at != commits.rend(); ++at) {
    if (at->id != *wanted) continue;
    LW_TRY_ASSIGN(wanted, find_id_before(store, *at));
    line.push_back(std::move(*at));
  }
  if (wanted) return corrupt("commit " + wanted->hex() + " is missing");
  std::reverse(line.begin(), line.end());
  return line;
}

}  // namespace latewood::engine
