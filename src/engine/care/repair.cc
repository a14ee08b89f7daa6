// Rebuilds damaged or missing pages of checkpoints. Pages are derived from the history, so a replay of its commits
// makes the same pages again, with the same digests. One page cannot always be rebuilt: a root page holds the last
// issued stamp, which is unknown if no node has it. Only adds pages. If the process dies, the pages written so far are
// valid, and the next run adds the rest.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/branch/commit_records.h"
#include "engine/branch/restore.h"
#include "engine/branch/timeline.h"
#include "engine/care/needs.h"
#include "engine/record/outgoing_commit.h"
#include "engine/stored/catalog.h"
#include "engine/stored/checkpoint_writer.h"
#include "engine/stored/commit_batch.h"
#include "engine/stored/line.h"
#include "engine/stored/load_history.h"
#include "history/snapshot_data.h"
#include "latewood/clock.h"
#include "latewood/repository.h"
#include "warp/mapping/tree_change.h"

namespace latewood {
namespace {

using engine::CheckpointWriter;
using engine::Restorer;
using store::StoredCommit;

class Repairer {
 public:
  Repairer(std::shared_ptr<store::Store> store, const Progress& progress)
      : store_(std::move(store)), progress_(progress) {}

  // Repairs the checkpoints on the lines of all branches and tags.
  Result<void> repair(store::ContextKey context);
  RepairReport take_report() { return std::move(report_); }

 private:
  Result<void> repair_line(store::ContextKey context, const store::Head& head);
  Result<void> repair_commit(const StoredCommit& commit, Restorer& restorer, CheckpointWriter& writer);
  std::set<Blake3Digest> needed_by(const std::optional<Blake3Digest>& checkpoint,
                                   const std::vector<store::Blob>& pages) const;
  Result<void> put_back(store::ContextKey context, const std::vector<store::Blob>& pages,
                        const std::set<Blake3Digest>& needed);

  const std::shared_ptr<store::Store> store_;
  const Progress& progress_;
  RepairReport report_;
  std::uint64_t done_ = 0;
  std::uint64_t all_ = 0;
};

Result<void> Repairer::repair(store::ContextKey context) {
  LW_TRY_ASSIGN(const std::vector<store::Ref> refs, store_->list_refs(context));
  LW_TRY_ASSIGN(const std::vector<store::Tag> tags, store_->list_tags(context));
  std::map<CommitId, store::Head> heads;
  for (const store::Ref& ref : refs) heads.emplace(ref.head.id, ref.head);
  for (const store::Tag& tag : tags) heads.emplace(tag.head.id, tag.head);
  for (const auto& [id, head] : heads) {
    auto repaired = repair_line(context, head);
    // Nothing can be rebuilt from patches that are damaged or missing themselves.
    const bool is_lost =
        !repaired && (repaired.error().code == Code::Corruption || repaired.error().code == Code::NotFound);
    if (!repaired && !is_lost) return repaired;
  }
  return {};
}

Result<void> Repairer::repair_line(store::ContextKey context, const store::Head& head) {
  LW_TRY_ASSIGN(const engine::Line line, engine::find_line(store_, context, head));
  Restorer restorer({make_logical_clock()}, engine::contents_of(*store_));
  CheckpointWriter writer;
  all_ += line.commits.size();
  if (line.start) LW_TRY(engine::restore_start(*line.start, *store_, restorer));
  for (const StoredCommit& commit : line.commits) {
    LW_TRY(repair_commit(commit, restorer, writer));
    if (progress_) LW_TRY(progress_(++done_, all_));
  }
  return {};
}

// Called for commits in order: the sample page of a patch was written by an earlier commit, which must be repaired
// first.
Result<void> Repairer::repair_commit(const StoredCommit& commit, Restorer& restorer, CheckpointWriter& writer) {
  LW_TRY_ASSIGN(const history::SnapshotData* snapshot, engine::restore_commit(commit, *store_, restorer));
  LW_TRY_ASSIGN(const auto patch, store_->find_patch(commit));
  if (!patch) return {};
  LW_TRY_ASSIGN(const engine::PatchAndExtras both, engine::split_patch(patch->bytes));
  engine::OutgoingCommit record;
  record.id = commit.id;
  record.cycle = commit.cycle;
  record.patch = both.patch;
  record.extras = both.extras;
  const auto changes = warp::changed_rings(snapshot->older(), snapshot->tree);
  record.state =
      engine::state_after(*snapshot, restorer.branch().timeline(), changes, restorer.branch().timeline().root());
  LW_TRY_ASSIGN(CheckpointWriter::Addition addition, writer.prepare(record, *store_));
  // A checkpoint of a shortened history cannot be rebuilt, because its hints include those of collected commits. Its
  // sample page can: it depends on the commit alone.
  const bool is_shortened = both.checkpoint && !addition.ref;
  if (auto sample = is_shortened ? engine::sample_of(record) : std::nullopt) {
    addition.pages.push_back(*std::move(sample));
  }
  LW_TRY(put_back(commit.context, addition.pages, needed_by(both.checkpoint, addition.pages)));
  writer.note_written(std::move(addition));
  return {};
}

// The pages that the commit's checkpoint needs. Uses `pages` in place of missing ones.
std::set<Blake3Digest> Repairer::needed_by(const std::optional<Blake3Digest>& checkpoint,
                                           const std::vector<store::Blob>& pages) const {
  engine::Needs needs;
  if (!checkpoint) return {};
  const auto load = [&](const Blake3Digest& digest) -> Result<std::string> {
    const auto made = std::find_if(pages.begin(), pages.end(), [&](const auto& page) { return page.digest == digest; });
    if (made != pages.end()) return made->bytes;
    return engine::load_page(*store_, digest);
  };
  ignore(engine::add_checkpoint(load, *checkpoint, needs), "the pages found so far are needed in any case");
  return std::move(needs.pages);
}

// Writes the pages that are damaged, or missing and needed. A missing page that is not needed may never have existed.
Result<void> Repairer::put_back(store::ContextKey context, const std::vector<store::Blob>& pages,
                                const std::set<Blake3Digest>& needed) {
  store::WriteBatch batch;
  batch.context = context;
  for (const store::Blob& page : pages) {
    const auto found = store_->find_page(page.digest);
    if (!found && found.error().code != Code::Corruption) return found.error();
    const bool is_wrong = !found || (!*found && needed.contains(page.digest));
    if (is_wrong) batch.pages.push_back(page);
  }
  if (batch.pages.empty()) return {};
  LW_TRY(store_->write(batch));
  for (const store::Blob& page : batch.pages) report_.pages.push_back(page.digest);
  return {};
}

}  // namespace

Result<RepairReport> Repository::repair(const Progress& progress) {
  Repairer repairer(store_, progress);
  LW_TRY_ASSIGN(const std::vector<store::ContextRecord> records, engine::context_records(*store_, {}));
  for (const store::ContextRecord& record : records) LW_TRY(repairer.repair(record.key));
  return repairer.take_report();
}

}  // namespace latewood
