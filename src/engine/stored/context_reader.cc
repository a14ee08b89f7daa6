#include "engine/stored/context_reader.h"

#include <algorithm>
#include <future>
#include <utility>

#include "base/corrupt.h"
#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/branch/branch_setup.h"
#include "engine/branch/restore.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/line.h"
#include "engine/stored/load_history.h"
#include "history/snapshot_data.h"
#include "latewood/clock.h"
#include "store/listing.h"
#include "store/retry.h"

namespace latewood::engine {
namespace {

constexpr std::uint64_t kWorthAThread = 256;  // commits

// A commit and the id of its previous commit, if any.
struct ListedCommit {
  store::StoredCommit commit;
  std::optional<CommitId> earlier;
};

// Lists the commits after the cursor, up to `last_cycle`.
Result<std::vector<ListedCommit>> list_part(store::Store& store, store::ContextKey context, store::CommitCursor after,
                                            std::uint64_t last_cycle) {
  std::vector<ListedCommit> part;
  const auto add = [&](store::StoredCommit& commit) -> Result<void> {
    LW_TRY_ASSIGN(const auto earlier, find_id_before(store, commit));
    part.push_back({std::move(commit), earlier});
    return {};
  };
  LW_TRY(store::for_each_commit_between(store, context, after, last_cycle, add));
  return part;
}

// Half of the highest cycle among the heads of branches.
Result<std::uint64_t> middle_cycle(store::Store& store, store::ContextKey context) {
  LW_TRY_ASSIGN(const std::vector<store::Ref> refs, store.list_refs(context));
  std::uint64_t newest = 0;
  for (const store::Ref& ref : refs) newest = std::max(newest, ref.head.cycle);
  return newest / 2;
}

}  // namespace

ContextReader::ContextReader(store::Store& store, store::ContextKey context, Contents contents, Worker* worker,
                             Proof proof)
    : store_(store),
      context_(context),
      contents_(std::move(contents)),
      worker_(worker),
      proof_(proof),
      records_(store, context, worker),
      proofs_(worker) {}

ContextReader::ContextReader(ContextReader&&) noexcept = default;

ContextReader::~ContextReader() = default;

const Branch& ContextReader::branch_of(std::size_t commit) const {
  return restorers_[read_[commit].restorer]->branch();
}

// Lists again if a previous commit is missing: another process may have added it to the part already listed, and a
// commit after it to the other part. A commit that is missing four times is damage.
Result<void> ContextReader::list() {
  constexpr int kMostLooks = 4;
  const auto list_anew = [this] {
    commits_.clear();
    before_.clear();
    places_.clear();
    return list_once();
  };
  int looks = 0;
  return store::retry_on_conflict(
      list_anew, [&looks](const Error& error) { return error.code == Code::Corruption && ++looks < kMostLooks; });
}

Result<void> ContextReader::list_once() {
  LW_TRY_ASSIGN(states_, store_.list_states(context_));
  LW_TRY_ASSIGN(const std::uint64_t middle, middle_cycle(store_, context_));
  // The worker lists the newer half at the same time, if there is a worker and enough commits. Otherwise this thread
  // lists it afterwards.
  const auto list_newer = [&store = store_, context = context_, middle] {
    return list_part(store, context, {middle, INT64_MAX}, INT64_MAX);
  };
  const bool is_shared = worker_ != nullptr && middle >= kWorthAThread;
  auto newer = is_shared ? worker_->submit(list_newer) : std::async(std::launch::deferred, list_newer);
  LW_TRY_ASSIGN(std::vector<ListedCommit> part, list_part(store_, context_, {}, middle));
  for (ListedCommit& each : part) LW_TRY(add(std::move(each.commit), each.earlier));
  if (is_shared) worker_->wait_for(newer);
  LW_TRY_ASSIGN(part, newer.get());
  for (ListedCommit& each : part) LW_TRY(add(std::move(each.commit), each.earlier));
  read_.resize(commits_.size());
  return {};
}

Result<void> ContextReader::add(store::StoredCommit commit, const std::optional<CommitId>& earlier) {
  const auto found = earlier ? find(*earlier) : std::nullopt;
  if (earlier && !found) {
    return corrupt("commit " + commit.id.hex() + ": the commit before it, " + earlier->hex() + ", is missing");
  }
  places_.emplace(commit.id, commits_.size());
  before_.push_back(found);
  commits_.push_back(std::move(commit));
  return {};
}

std::optional<std::size_t> ContextReader::find(const CommitId& id) const {
  const auto found = places_.find(id);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

Result<void> ContextReader::read(const Visit& visit) {
  for (; next_ < commits_.size(); ++next_) LW_TRY(read_next(visit));
  return proofs_.finish();
}

Result<void> ContextReader::read_next(const Visit& visit) {
  LW_TRY_ASSIGN(const auto page, find_start(store_, commits_[next_], states_));
  const auto& earlier = before_[next_];
  if (page) {
    LW_TRY(read_start(*page));
  } else if (!earlier || read_[*earlier].snapshot != nullptr) {
    LW_TRY(read_patch());
  }
  const bool was_read = read_[next_].snapshot != nullptr;
  if (!was_read || !visit) return {};
  return visit(next_, branch_of(next_), page ? Origin::State : Origin::Patch);
}

Result<void> ContextReader::read_start(const Blake3Digest& page) {
  LineStart start{commits_[next_], {}, page};
  if (before_[next_]) start.before = commits_[*before_[next_]];
  const std::size_t restorer = restorer_for(std::nullopt);
  LW_TRY_ASSIGN(read_[next_].snapshot, restore_start(start, store_, *restorers_[restorer]));
  read_[next_].restorer = restorer;
  return {};
}

// If the patch was collected, the commit stays unread, and so do the commits that follow it.
Result<void> ContextReader::read_patch() {
  const store::StoredCommit& commit = commits_[next_];
  LW_TRY_ASSIGN(RecordRun::Found found, records_.find(commit));
  if (found == nullptr) {
    auto patch = store_.find_patch(commit);
    if (!patch) return in_commit(commit, patch.error());
    HashedRecords asked;
    asked.records.patch = *std::move(patch);
    found = std::make_shared<const HashedRecords>(std::move(asked));
  }
  if (!found->records.patch) return {};
  const std::size_t restorer = restorer_for(before_[next_]);
  LW_TRY_ASSIGN(const history::SnapshotData* snapshot,
                restore_commit(commit, *found->records.patch, *restorers_[restorer], {found->patch_digest, proof_}));
  read_[next_] = {snapshot, restorer};
  if (proof_ == Proof::Here) return {};
  const bool starts_over = snapshot->is_genesis();
  const tree::Tree& older = starts_over ? *snapshot->details->genesis : read_[*before_[next_]].snapshot->tree;
  return proofs_.add({&older, snapshot, std::move(found), restorer, warp::changed_rings(older, snapshot->tree)});
}

Result<RecordRun::Found> ContextReader::find_records(std::size_t commit) { return records_.find(commits_[commit]); }

// Returns a restorer whose branch is at the commit `before`: the restorer that read it, or a fork if that restorer has
// read further commits since.
std::size_t ContextReader::restorer_for(const std::optional<std::size_t>& before) {
  if (!before) {
    restorers_.push_back(std::make_unique<Restorer>(BranchSetup{make_logical_clock()}, contents_));
    return restorers_.size() - 1;
  }
  const ReadCommit& earlier = read_[*before];
  const Branch& branch = restorers_[earlier.restorer]->branch();
  if (branch.head() == earlier.snapshot) return earlier.restorer;
  restorers_.push_back(std::make_unique<Restorer>(branch.fork(*earlier.snapshot, Receipts::No), contents_));
  return restorers_.size() - 1;
}

}  // namespace latewood::engine
