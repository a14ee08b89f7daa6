#include "engine/stored/load_history.h"

#include <string>
#include <utility>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/branch/contents.h"
#include "engine/branch/restore.h"
#include "engine/record/state_page.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/commit_batch.h"
#include "engine/stored/line.h"
#include "store/payload_writer.h"
#include "warp/commit_header.h"

namespace latewood::engine {
namespace {

using store::Store;
using store::StoredCommit;

Result<std::optional<CollectedCommit>> decode_collected(const LineStart& start) {
  std::optional<CollectedCommit> collected;
  if (!start.before) return collected;
  const StoredCommit& commit = *start.before;
  LW_TRY(parent_of(commit));  // checks the header
  LW_TRY_ASSIGN(const warp::CommitHeader header, warp::decode_commit_header(commit.header));
  collected = CollectedCommit{{commit.id, header.state_root, header.patch_digest}, commit.cycle, start.kept_before};
  return collected;
}

// The commit id does not cover the cycle in the store's record, so this compares it with the cycle of the tree.
Result<const history::SnapshotData*> check_cycle(const StoredCommit& commit, const history::SnapshotData* snapshot) {
  if (snapshot->cycle() == commit.cycle) return snapshot;
  return in_commit(commit, corrupt("its snapshot has cycle " + std::to_string(snapshot->cycle())));
}

}  // namespace

Result<const history::SnapshotData*> restore_start(const LineStart& start, Store& store, Restorer& restorer) {
  const auto read = [&](const warp::ReplaySource& source) {
    return decode_state(
        start.page, [&store](const Blake3Digest& digest) { return load_page(store, digest); }, source);
  };
  LW_TRY_ASSIGN(const auto before, decode_collected(start));
  auto added = restorer.start({start.commit.header, {}, {}, start.commit.note}, read, before);
  if (!added) return in_commit(start.commit, std::move(added).error());
  return check_cycle(start.commit, *added);
}

Result<const history::SnapshotData*> restore_commit(const StoredCommit& commit, const store::StoredPatch& patch,
                                                    Restorer& restorer, const PatchChecks& checks) {
  const auto add = [&]() -> Result<const history::SnapshotData*> {
    LW_TRY_ASSIGN(const PatchAndExtras both, split_patch(patch.bytes));
    CommitBytes bytes{commit.header, both.patch, both.extras, commit.note};
    bytes.patch_digest = checks.digest;
    bytes.proof = checks.proof;
    return restorer.add(bytes);
  };
  auto added = add();
  if (!added) return in_commit(commit, std::move(added).error());
  return check_cycle(commit, *added);
}

Result<const history::SnapshotData*> restore_commit(const StoredCommit& commit, Store& store, Restorer& restorer) {
  const auto patch = store.find_patch(commit);
  if (!patch) return in_commit(commit, patch.error());
  if (!*patch) return in_commit(commit, broken(kSnapshotCollected, "its patch was collected", Code::NotFound));
  return restore_commit(commit, **patch, restorer);
}

Result<void> restore_line(const Line& line, Store& store, Restorer& restorer, const LoadProgress& progress) {
  if (line.start) LW_TRY(restore_start(*line.start, store, restorer));
  std::uint64_t done = 0;
  for (const StoredCommit& commit : line.commits) {
    LW_TRY(restore_commit(commit, store, restorer));
    if (progress) LW_TRY(progress(++done, line.commits.size()));
  }
  return {};
}

// A commit needs its payloads, so a missing payload is damage.
Contents contents_of(Store& store) {
  const auto load = [&store](const tree::PayloadDigest& digest) {
    auto json = store::load_payload(store, Blake3Digest{digest.bytes});
    if (!json && json.error().code == Code::NotFound) return Result<std::string>(corrupt(json.error().message));
    return json;
  };
  const auto purged_bytes = [&store](const tree::PayloadDigest& digest) -> std::uint64_t {
    const auto found = store.find_payload(Blake3Digest{digest.bytes});
    return found && *found ? (*found)->size : 0;
  };
  return {load, purged_bytes};
}

Result<std::unique_ptr<Branch>> load_history(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                                             const std::optional<store::Head>& head, const BranchSetup& setup,
                                             const LoadProgress& progress) {
  Restorer restorer(setup, contents_of(*store));
  Line line;
  if (head) {
    LW_TRY_ASSIGN(line, find_line(store, context, *head));
  }
  LW_TRY(restore_line(line, *store, restorer, progress));
  return restorer.take();
}

}  // namespace latewood::engine
