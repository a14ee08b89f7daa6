#include "engine/durable/load_history.h"

#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "engine/durable/ancestry.h"
#include "engine/durable/commit_batch.h"
#include "engine/restore.h"
#include "store/payload_writer.h"

namespace latewood::engine {
namespace {

Error in_commit(const store::StoredCommit& commit, Error error) {
  error.message = "commit " + commit.id.hex() + " (cycle " + std::to_string(commit.cycle) + "): " + error.message;
  error.place.reset();
  return error;
}

Result<void> add(const store::StoredCommit& commit, store::Store& store, Restorer& restorer) {
  LW_TRY_ASSIGN(const auto record, store.find_patch(commit));
  if (!record) return broken(kSnapshotCollected, "its patch was collected", Code::NotFound);
  LW_TRY_ASSIGN(const PatchAndExtras both, split_patch(record->bytes));
  LW_TRY(restorer.add({commit.header, both.patch, both.extras, commit.note}));
  return {};
}

}  // namespace

Result<std::unique_ptr<Branch>> load_history(store::Store& store, store::ContextKey context,
                                             const std::optional<store::Head>& head,
                                             const std::shared_ptr<Clock>& clock, TokenCounter* counter,
                                             const LoadProgress& progress) {
  Restorer restorer(clock, counter, [&store](const tree::PayloadDigest& digest) {
    return store::load_payload(store, Blake3Digest{digest.bytes});
  });
  std::vector<store::StoredCommit> commits;
  if (head) {
    LW_TRY_ASSIGN(commits, ancestry(store, context, *head));
  }
  std::uint64_t done = 0;
  for (const store::StoredCommit& commit : commits) {
    const auto added = add(commit, store, restorer);
    if (!added) return in_commit(commit, added.error());
    if (progress) LW_TRY(progress(++done, commits.size()));
  }
  return restorer.take();
}

}  // namespace latewood::engine
