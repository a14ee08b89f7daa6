#include "engine/care/collection_plan.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/adopt.h"
#include "engine/branch/branch.h"
#include "engine/record/state_page.h"
#include "engine/stored/catalog.h"
#include "engine/stored/checkpoint_format.h"
#include "engine/stored/context_reader.h"
#include "engine/stored/line.h"
#include "engine/stored/load_history.h"
#include "engine/stored/newest_commit.h"
#include "history/snapshot_data.h"
#include "store/listing.h"

namespace latewood::engine {
namespace {

using store::StoredCommit;

class Planner {
 public:
  Planner(store::Store& store, const CollectOptions& options, const Progress& progress)
      : store_(store), options_(options), progress_(progress) {}

  Result<CollectionPlan> make();

 private:
  // A context, and the stored records of each of its commits.
  struct Found {
    ContextReader reader;
    std::vector<Fate> fates;
    std::vector<std::string> states;                  // names, ascending
    std::vector<std::optional<std::uint64_t>> patch;  // bytes of the patch; nullopt without one
    std::vector<bool> is_read_from_state;             // whether its snapshot is read from a state
    std::map<std::size_t, std::uint64_t> admissions;  // bytes of admissions that may go; filled in a dry run alone
    std::set<std::size_t> missing_states;             // commits that need a state and are still read from a patch
  };

  Result<void> check_owners(const std::vector<store::ContextRecord>& records);
  Result<void> check_in_use(store::ContextKey context, const std::vector<store::Ref>& refs);
  Result<void> add_context(const store::ContextRecord& record);
  void drop_unfinished(store::ContextKey context, KeptNames& names);
  Result<void> add_commit(Found& found, std::size_t at);
  void remove_patch(const Found& found, std::size_t at);
  Result<void> add_state(const Found& found, std::size_t at);
  Result<void> check_start(const Found& found, const CommitId& head);
  void add_admissions(const Found& found);
  Result<void> weigh_records(Found& found, std::size_t at);
  Result<void> plan_states(Found& found);
  Result<void> explain_unreadable(const Found& found, Error error);
  void plan_state(const StoredCommit& commit, const Branch& branch);
  void forget_states(store::ContextKey context, const Found& found);
  Result<void> add_payloads();
  Result<void> list_pages();
  Result<void> add_pages();
  void count_patch(std::uint64_t bytes);

  store::Store& store_;
  const CollectOptions& options_;
  const Progress& progress_;
  CollectionPlan plan_;
  std::vector<store::PageInfo> pages_;  // pages of the store when the plan was begun
  std::uint64_t done_ = 0;
  std::uint64_t all_ = 0;
};

Result<CollectionPlan> Planner::make() {
  LW_TRY_ASSIGN(plan_.anchor, find_newest_commit(store_));
  plan_.planned_at = plan_.anchor ? plan_.anchor->sequence : 0;
  plan_.last_commit = plan_.planned_at;
  LW_TRY_ASSIGN(store::StateList restored, store_.find_states(store::kRestored));
  plan_.expected_lists.push_back(std::move(restored));
  LW_TRY(list_pages());
  if (!options_.context.empty()) LW_TRY(find_context(store_, options_.context));
  LW_TRY_ASSIGN(const std::vector<store::ContextRecord> records, context_records(store_, {}));
  LW_TRY(check_owners(records));
  for (const store::ContextRecord& record : records) LW_TRY(add_context(record));
  // Newest first: at every moment of the run, a commit with a patch has all patches before it. So a branch or tag that
  // another process creates during the run has a whole history.
  std::reverse(plan_.patches.begin(), plan_.patches.end());
  std::sort(plan_.collected.begin(), plan_.collected.end());
  LW_TRY(add_payloads());
  LW_TRY(add_pages());
  if (options_.uploads) {
    LW_TRY_ASSIGN(plan_.uploads, store_.list_uploads());
    plan_.report.uploads += plan_.uploads.size();
  }
  return std::move(plan_);
}

// Corruption if a commit belongs to a missing context: the plan could not tell which payloads it still needs.
Result<void> Planner::check_owners(const std::vector<store::ContextRecord>& records) {
  std::set<store::ContextKey> known;
  for (const store::ContextRecord& record : records) known.insert(record.key);
  return store::for_each_commit_of_all(store_, 0, plan_.planned_at, [&](const StoredCommit& commit) -> Result<void> {
    if (known.contains(commit.context)) return {};
    return corrupt("commit " + commit.id.hex() + " belongs to context number " +
                   std::to_string(static_cast<std::uint64_t>(commit.context)) + ", which is missing");
  });
}

// Corruption if the current branch has no ref. Without it the run would remove commits that can still be rescued.
Result<void> Planner::check_in_use(store::ContextKey context, const std::vector<store::Ref>& refs) {
  const auto has = [](const std::vector<store::Ref>& all, const std::string& branch) {
    return std::any_of(all.begin(), all.end(), [&](const store::Ref& ref) { return ref.branch == branch; });
  };
  LW_TRY_ASSIGN(const std::string branch, current_branch(store_, context));
  if (refs.empty() || has(refs, branch)) return {};
  LW_TRY_ASSIGN(const std::vector<store::Ref> now, store_.list_refs(context));
  if (now != refs) return broken(kConflict, "branches moved meanwhile", Code::Conflict);
  return corrupt("the current branch " + branch + " is missing; `fsck` lists what is damaged");
}

Result<void> Planner::add_context(const store::ContextRecord& record) {
  PlannedNames& names = plan_.names[record.key];
  LW_TRY_ASSIGN(names.kept, read_kept_names(store_, record.key));
  Found found{ContextReader(store_, record.key, contents_of(store_)), {}, {}, {}, {}, {}, {}};
  LW_TRY(found.reader.list());
  const bool is_selected = options_.context.empty() || options_.context == record.name;
  // A context that is not selected keeps everything, also commits without a branch.
  found.fates.assign(found.reader.commits().size(), Fate::Patch);
  if (is_selected) {
    LW_TRY(check_in_use(record.key, names.kept.refs));
    if (options_.uploads) drop_unfinished(record.key, names.kept);
    LW_TRY_ASSIGN(found.fates, decide_fates(found.reader, names.kept, options_.retention));
  }
  LW_TRY_ASSIGN(found.states, store_.list_states(record.key));
  for (const std::string& name : found.states) {
    if (name.starts_with(kFiguresPrefix)) LW_TRY(add_figures(store_, record.key, name, plan_.needs));
  }
  all_ += found.fates.size();
  for (std::size_t at = 0; at < found.fates.size(); ++at) LW_TRY(add_commit(found, at));
  for (const store::Ref& ref : names.kept.refs) LW_TRY(check_start(found, ref.head.id));
  for (const store::Tag& tag : names.kept.tags) LW_TRY(check_start(found, tag.head.id));
  add_admissions(found);
  names.states.insert(found.states.begin(), found.states.end());
  for (const std::size_t at : found.missing_states) names.states.insert(state_name(found.reader.commits()[at].id));
  LW_TRY(plan_states(found));
  forget_states(record.key, found);
  return {};
}

// Plans to remove the marks of unfinished imports; the commits they kept are then collected.
void Planner::drop_unfinished(store::ContextKey context, KeptNames& names) {
  store::WriteBatch batch;
  batch.context = context;
  std::erase_if(names.imports, [&batch](const ImportMark& mark) {
    if (!mark.is_done) remove_mark(mark, batch);
    return !mark.is_done;
  });
  plan_.report.uploads += batch.states.size();
  if (!batch.states.empty()) plan_.unfinished.push_back(std::move(batch));
}

// Plans to remove the admissions of collected commits, except the newest one at or before the start of a history: its
// cursors are still needed, even if its own snapshot is collected.
void Planner::add_admissions(const Found& found) {
  const std::vector<StoredCommit>& commits = found.reader.commits();
  std::set<std::size_t> needed;
  for (std::size_t at = 0; at < commits.size(); ++at) {
    std::optional<std::size_t> newest = at;
    const auto before = found.reader.before(at);
    const bool begins = found.fates[at] != Fate::Collected && before && found.fates[*before] == Fate::Collected;
    while (begins && newest && !commits[*newest].has_admission) newest = found.reader.before(*newest);
    if (begins && newest) needed.insert(*newest);
  }
  for (std::size_t at = 0; at < commits.size(); ++at) {
    const bool is_removed = found.fates[at] == Fate::Collected && commits[at].has_admission && !needed.contains(at);
    if (!is_removed) continue;
    plan_.admissions.push_back(commits[at].sequence);
    plan_.report.bytes += found.admissions.contains(at) ? found.admissions.at(at) : 0;
  }
}

// Adds the bytes of the records of a commit to the report of a dry run. A run learns them when it removes them.
Result<void> Planner::weigh_records(Found& found, std::size_t at) {
  const StoredCommit& commit = found.reader.commits()[at];
  const store::CommitCursor before{commit.cycle, commit.sequence - 1};
  LW_TRY_ASSIGN(const auto records, store_.list_records(commit.context, before, commit.cycle, 1));
  if (records.empty()) return {};
  plan_.report.bytes += records.front().receipt_bytes;
  found.admissions[at] = records.front().admission_bytes;
  return {};
}

Result<void> Planner::add_commit(Found& found, std::size_t at) {
  const StoredCommit& commit = found.reader.commits()[at];
  const Fate fate = found.fates[at];
  if (fate == Fate::Collected) plan_.collected.push_back(commit.sequence);
  LW_TRY_ASSIGN(const auto patch, store_.find_patch(commit));
  LW_TRY_ASSIGN(const auto page, find_start(store_, commit, found.states));
  found.patch.push_back(patch ? std::optional(patch->stored_bytes) : std::nullopt);
  found.is_read_from_state.push_back(page.has_value());
  if (patch || page) ++(fate == Fate::Collected ? plan_.report.collected : plan_.report.kept);
  if (fate == Fate::Patch && patch) LW_TRY(add_needs(*patch, plan_.needs));
  if (fate == Fate::State && patch) found.missing_states.insert(at);
  // Add the needs of the states that shortened histories begin with, now or after this run.
  if (fate != Fate::Collected) LW_TRY(add_state(found, at));
  if (fate == Fate::Collected && patch) {
    remove_patch(found, at);
    count_patch(patch->stored_bytes);
  }
  if (fate == Fate::Collected && commit.has_receipt) plan_.receipts.push_back(commit.sequence);
  const bool is_weighed = fate == Fate::Collected && options_.dry_run == DryRun::Yes;
  if (is_weighed) LW_TRY(weigh_records(found, at));
  if (progress_ && ++done_ % 64 == 0) LW_TRY(progress_(done_, all_));
  return {};
}

// Plans to remove a patch. If the commit has no state, the removal expects that no other process has written one.
void Planner::remove_patch(const Found& found, std::size_t at) {
  const StoredCommit& commit = found.reader.commits()[at];
  const std::string name = state_name(commit.id);
  std::optional<store::ContextState> absent;
  if (!std::binary_search(found.states.begin(), found.states.end(), name)) {
    absent = store::ContextState{commit.context, {name, std::nullopt}};
  }
  plan_.patches.push_back({commit.context, commit.sequence, std::move(absent)});
}

Result<void> Planner::add_state(const Found& found, std::size_t at) {
  const StoredCommit& commit = found.reader.commits()[at];
  const std::string name = state_name(commit.id);
  if (!std::binary_search(found.states.begin(), found.states.end(), name)) return {};
  LW_TRY_ASSIGN(const auto noted, store_.find_state(commit.context, name));
  const auto page = noted ? Blake3Digest::from_hex(*noted) : std::nullopt;
  const auto added = page ? add_needs(store_, *page, plan_.needs) : Result<void>();
  // A state beside a patch is not read, so damage in it is no reason to stop.
  const bool is_idle = found.patch[at] && !added && added.error().code == Code::Corruption;
  return is_idle ? Result<void>() : added;
}

// Corruption if a head or a tagged commit cannot be read: the records that this run would remove may be needed to
// repair it.
Result<void> Planner::check_start(const Found& found, const CommitId& head) {
  for (auto at = found.reader.find(head); at; at = found.reader.before(*at)) {
    if (found.is_read_from_state[*at]) return {};
    if (found.patch[*at]) continue;
    const StoredCommit& commit = found.reader.commits()[*at];
    LW_TRY_ASSIGN(const auto state, store_.find_state(commit.context, state_name(commit.id)));
    if (state) return broken(kConflict, "another process collects", Code::Conflict);
    return corrupt("the patch and the state of commit " + commit.id.hex() + " are both missing, and commit " +
                   head.hex() + " needs one of them");
  }
  return {};
}

void Planner::count_patch(std::uint64_t bytes) {
  ++plan_.report.patches;
  plan_.report.bytes += bytes;
}

// Plans the missing states. Conflict if a snapshot cannot be read because another process shortens the history at the
// same time: this run must then not remove the patches from which the snapshot is rebuilt.
Result<void> Planner::plan_states(Found& found) {
  std::set<std::size_t> left = found.missing_states;
  if (left.empty()) return {};
  auto read = found.reader.read([&](std::size_t at, const Branch& branch, ContextReader::Origin) -> Result<void> {
    if (left.erase(at) == 0) return {};
    count_patch(found.patch[at].value_or(0));
    plan_state(found.reader.commits()[at], branch);
    return {};
  });
  if (!read) return explain_unreadable(found, read.error());
  if (left.empty()) return {};
  return broken(kConflict,
                "commit " + found.reader.commits()[*left.begin()].id.hex() +
                    " must be kept but cannot be read; another process may be collecting",
                Code::Conflict);
}

// Returns Conflict if a patch was collected since the plan was begun, which explains why a commit could not be read;
// otherwise `error`.
Result<void> Planner::explain_unreadable(const Found& found, Error error) {
  for (std::size_t at = 0; at < found.patch.size(); ++at) {
    if (!found.patch[at]) continue;
    LW_TRY_ASSIGN(const auto patch, store_.find_patch(found.reader.commits()[at]));
    if (!patch) return broken(kConflict, "another process collects", Code::Conflict);
  }
  return error;
}

void Planner::plan_state(const StoredCommit& commit, const Branch& branch) {
  StatePages pages = encode_state(head_state(branch.timeline()));
  ++plan_.report.states;
  tree::for_each_node(branch.head()->tree, [this](const tree::Node& node, const tree::Node*) {
    if (node.payload() != nullptr) plan_.needs.payloads.insert({node.payload()->digest().bytes});
  });
  PlannedState planned{commit.context, commit.id, {state_name(commit.id), pages.state.digest.hex()}, {}};
  plan_.replaced_patches.push_back(
      {commit.context, commit.sequence, store::ContextState{commit.context, planned.state}});
  const auto add = [&](store::Blob& page) {
    planned.pages.push_back(page.digest);
    plan_.needs.pages.insert(page.digest);
    if (options_.dry_run == DryRun::No) plan_.state_pages.emplace(page.digest, std::move(page.bytes));
  };
  for (store::Blob& page : pages.turns) add(page);
  add(pages.state);
  plan_.states.push_back(std::move(planned));
}

// Plans to remove the states of collected commits. A state of a commit that stays is left alone even beside its patch:
// another collection may have written it just now and remove the patch next.
void Planner::forget_states(store::ContextKey context, const Found& found) {
  store::WriteBatch batch;
  batch.context = context;
  for (std::size_t at = 0; at < found.fates.size(); ++at) {
    const std::string name = state_name(found.reader.commits()[at].id);
    const bool is_there = std::binary_search(found.states.begin(), found.states.end(), name);
    if (!is_there || found.fates[at] != Fate::Collected) continue;
    batch.states.push_back({name, std::nullopt});
  }
  if (!batch.states.empty()) plan_.outdated_states.push_back(std::move(batch));
}

// Called before anything else is read, so that a page which is written meanwhile is not removed.
Result<void> Planner::list_pages() {
  return store::for_each_page(store_, [this](const store::PageInfo& page) -> Result<void> {
    pages_.push_back(page);
    return {};
  });
}

Result<void> Planner::add_pages() {
  LW_TRY(add_checkpoints(store_, plan_.needs));
  for (const store::PageInfo& page : pages_) {
    if (plan_.needs.pages.contains(page.digest)) continue;
    const auto bytes = store_.find_page(page.digest);
    const bool is_root = bytes && *bytes && is_root_page(**bytes);
    (is_root ? plan_.roots : plan_.pages).push_back(page.digest);
    plan_.report.bytes += page.stored_bytes;
  }
  plan_.report.pages = plan_.roots.size() + plan_.pages.size();
  return {};
}

// Plans to remove the payloads that nothing needs. The record that a payload was purged stays.
Result<void> Planner::add_payloads() {
  LW_TRY(store::for_each_payload(store_, [this](const store::PayloadInfo& payload) -> Result<void> {
    const bool goes = payload.state == store::PayloadState::Present && !plan_.needs.payloads.contains(payload.digest);
    if (!goes) return {};
    plan_.payloads.push_back(payload.digest);
    plan_.report.bytes += payload.stored_bytes;
    return {};
  }));
  plan_.report.payloads = plan_.payloads.size();
  return {};
}

}  // namespace

Result<CollectionPlan> plan_collection(store::Store& store, const CollectOptions& options, const Progress& progress) {
  return Planner(store, options, progress).make();
}

}  // namespace latewood::engine
