// The branches, tags and logs of a repository.
#include <array>
#include <set>
#include <utility>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "engine/record/attempt_text.h"
#include "engine/record/edit_text.h"
#include "engine/record/record_source.h"
#include "engine/session/attempts.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/catalog.h"
#include "engine/stored/line.h"
#include "engine/stored/retention.h"
#include "latewood/repository.h"
#include "store/listing.h"
#include "store/retry.h"

namespace latewood {
namespace {

using engine::check_ref_name;
using engine::find_context;
using store::ContextKey;
using store::Head;

Result<store::WriteBatch> batch_for(store::Store& store, std::string_view context) {
  store::WriteBatch batch;
  LW_TRY_ASSIGN(batch.context, find_context(store, context));
  return batch;
}

// Refuses a new name that other calls read as something else: `working` is the working state in a diff, and the first
// digits of a commit's id are that commit.
Result<void> refuse_read_otherwise(store::Store& store, ContextKey context, std::string_view kind,
                                   std::string_view name) {
  const std::string what = std::string(kind) + " '" + std::string(name) + "' ";
  if (name == "working")
    return broken(kOptionInvalid, what + "is refused: a diff calls the working state by that name");
  const bool may_be_digits = name.size() >= 4 && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  if (!may_be_digits) return {};
  return store::for_each_commit(store, context, [&](store::StoredCommit& commit) -> Result<void> {
    if (!commit.id.hex().starts_with(name)) return {};
    return broken(kOptionInvalid, what + "is refused: the id of a commit begins with these digits");
  });
}

// The policy for a new branch at `reference`: that of the named branch, otherwise that of the branch in use. Nullopt if
// that branch has none.
Result<std::optional<std::string>> policy_at(store::Store& store, ContextKey context, std::string_view reference) {
  const std::string_view branch = reference.substr(0, reference.find('@'));
  std::optional<store::Head> named;
  if (!branch.empty()) {
    LW_TRY_ASSIGN(named, store.find_ref(context, branch));
  }
  if (named) return store.find_state(context, engine::policy_name(branch));
  LW_TRY_ASSIGN(const std::string current, engine::current_branch(store, context));
  return store.find_state(context, engine::policy_name(current));
}

// Writes the batch of `prepare`. If the store refuses it because another process changed something, prepares and writes
// again. An error of `prepare` is returned at once.
template <class Prepare>
Result<void> write_prepared(store::Store& store, Prepare prepare) {
  bool is_prepared = false;
  const auto try_once = [&]() -> Result<void> {
    is_prepared = false;
    LW_TRY_ASSIGN(const store::WriteBatch batch, prepare());
    is_prepared = true;
    return store.write(batch);
  };
  return store::retry_on_conflict(try_once,
                                  [&](const Error& error) { return is_prepared && store::is_refused_write(error); });
}

}  // namespace

// ---- branches ----

Result<std::string> Repository::current_branch(std::string_view context) const {
  LW_TRY_ASSIGN(const ContextKey key, find_context(*store_, context));
  return engine::current_branch(*store_, key);
}

namespace {

// The number of edits that wait for a commit, without undone ones.
Result<std::uint64_t> count_waiting(const std::vector<store::Edit>& edits) {
  std::uint64_t waiting = 0;
  for (const store::Edit& edit : edits) {
    LW_TRY_ASSIGN(const engine::JournalEntry entry, engine::decode_entry(edit.value));
    waiting = entry.is_reset ? 0 : waiting + 1;
  }
  return waiting;
}

enum class Replies : std::uint8_t { GoAlong, MustBeCommitted };

// Refuses to delete a branch with a reply that no commit has.
Result<void> check_no_reply_waits(const engine::LoggedAttempt& logged) {
  if (!engine::is_unbound(logged.attempt) || logged.reply.empty()) return {};
  return broken(kUncommitted,
                "branch " + logged.branch + " has the reply of attempt " + std::to_string(logged.attempt.attempt_id) +
                    ", which is not committed",
                Code::Conflict);
}

// Replaces the branch name in the logged attempts; `to` is empty for a deleted branch. The store refuses the batch if
// another process begins or ends an attempt meanwhile.
Result<void> rename_attempts(store::Store& store, const std::string& from, const std::string& to, Replies replies,
                             store::WriteBatch& batch) {
  store::LogExpectation seen{store::Log::Attempts, 0, {}};
  const auto rename = [&](const store::LogEntry& entry) -> Result<void> {
    seen.last = entry.number;
    LW_TRY_ASSIGN(engine::LoggedAttempt logged, engine::decode_attempt(entry.value));
    if (logged.branch != from) return {};
    if (replies == Replies::MustBeCommitted) LW_TRY(check_no_reply_waits(logged));
    logged.branch = to;
    batch.logs.push_back({store::Log::Attempts, {entry.number, encode_attempt(logged)}, entry.value});
    return {};
  };
  LW_TRY(store::for_each_log_entry(store, batch.context, store::Log::Attempts, 0, rename));
  batch.expected_logs.push_back(std::move(seen));
  return {};
}

// Renames a branch without commits: its edits, policy, pending admission and attempts. The store refuses the batch if
// another process commits on the branch meanwhile.
Result<void> rename_unborn(store::Store& store, const std::string& from, const std::string& to,
                           store::WriteBatch& batch) {
  batch.refs.push_back({from, std::nullopt, std::nullopt});
  LW_TRY_ASSIGN(const std::vector<store::Edit> edits, store.list_edits(batch.context, from));
  batch.edits_taken.push_back({from, edits.empty() ? 0 : edits.back().number});
  if (!edits.empty()) {
    store::EditAppend append{to, 0, {}};
    for (const store::Edit& edit : edits) append.values.push_back(edit.value);
    batch.edits.push_back(std::move(append));
  }
  const std::array<std::pair<std::string, std::string>, 2> states = {
      {{engine::policy_name(from), engine::policy_name(to)},
       {engine::pending_admission_name(from), engine::pending_admission_name(to)}}};
  for (const auto& [before, now] : states) {
    LW_TRY_ASSIGN(auto value, store.find_state(batch.context, before));
    batch.expected_states.push_back({before, value});
    if (!value) continue;
    batch.states.push_back({before, std::nullopt});
    batch.states.push_back({now, std::move(value)});
  }
  return rename_attempts(store, from, to, Replies::GoAlong, batch);
}

}  // namespace

namespace {

// The store refuses the batch if another process deletes the branch or switches meanwhile.
Result<store::WriteBatch> switch_batch(store::Store& store, std::string_view context, std::string_view branch) {
  LW_TRY_ASSIGN(store::WriteBatch batch, batch_for(store, context));
  const std::string in_use(engine::kCurrentBranch);
  LW_TRY_ASSIGN(const store::BranchRecord found,
                store.find_branch(batch.context, branch, {in_use, engine::life_name(branch)}));
  LW_TRY_ASSIGN(const auto others, store.list_refs(batch.context));
  if (!found.head && !others.empty()) {
    return broken(kBranchNotFound, "there is no branch '" + std::string(branch) + "'", Code::NotFound);
  }
  LW_TRY(check_ref_name("branch", branch));
  batch.expected_states = {{in_use, found.states[0]}, {engine::life_name(branch), found.states[1]}};
  const std::string current = found.states[0].value_or(std::string(kFirstBranch));
  if (!found.head && branch != current) LW_TRY(refuse_read_otherwise(store, batch.context, "branch", branch));
  if (!found.head && branch != current) LW_TRY(rename_unborn(store, current, std::string(branch), batch));
  batch.states.push_back({in_use, std::string(branch)});
  return batch;
}

}  // namespace

Result<void> Repository::switch_branch(std::string_view context, std::string_view branch) {
  return write_prepared(*store_, [&] { return switch_batch(*store_, context, branch); });
}

Result<std::vector<BranchInfo>> Repository::branches(std::string_view context) const {
  LW_TRY_ASSIGN(const ContextKey key, find_context(*store_, context));
  LW_TRY_ASSIGN(const std::string current, engine::current_branch(*store_, key));
  LW_TRY_ASSIGN(const std::vector<store::Ref> refs, store_->list_refs(key));
  std::vector<BranchInfo> branches;
  for (const store::Ref& ref : refs) {
    branches.push_back({ref.branch, ref.head.id, ref.head.cycle, ref.branch == current});
  }
  return branches;
}

namespace {

Result<store::WriteBatch> branch_batch(store::Store& store, std::string_view context, std::string_view name,
                                       std::string_view reference) {
  LW_TRY_ASSIGN(store::WriteBatch batch, batch_for(store, context));
  LW_TRY_ASSIGN(const store::StoredCommit commit, engine::resolve(store, batch.context, reference));
  LW_TRY(engine::require_kept(store, commit, batch));
  LW_TRY_ASSIGN(const auto taken, store.find_ref(batch.context, name));
  if (taken) return broken(kConflict, "there is a branch '" + std::string(name) + "' already", Code::Conflict);
  LW_TRY(refuse_read_otherwise(store, batch.context, "branch", name));
  LW_TRY(engine::refuse_tag_name(store, name, batch));
  LW_TRY_ASSIGN(auto policy, policy_at(store, batch.context, reference));
  batch.refs.push_back({std::string(name), std::nullopt, Head{commit.id, commit.cycle}});
  batch.states.push_back({engine::policy_name(name), std::move(policy)});
  return batch;
}

Result<store::WriteBatch> tag_batch(store::Store& store, std::string_view context, std::string_view name,
                                    std::string_view reference) {
  LW_TRY_ASSIGN(store::WriteBatch batch, batch_for(store, context));
  LW_TRY_ASSIGN(const store::StoredCommit commit, engine::resolve(store, batch.context, reference));
  LW_TRY(engine::require_kept(store, commit, batch));
  LW_TRY(refuse_read_otherwise(store, batch.context, "tag", name));
  LW_TRY(engine::add_tag(store, name, {commit.id, commit.cycle}, batch));
  return batch;
}

}  // namespace

Result<void> Repository::create_branch(std::string_view context, std::string_view name, std::string_view reference) {
  LW_TRY(check_ref_name("branch", name));
  return write_prepared(*store_, [&] { return branch_batch(*store_, context, name, reference); });
}

namespace {

// The store refuses the batch if another process switches to the branch or writes to it meanwhile.
Result<store::WriteBatch> delete_batch(store::Store& store, std::string_view context, std::string_view name,
                                       Uncommitted uncommitted) {
  LW_TRY_ASSIGN(store::WriteBatch batch, batch_for(store, context));
  const std::string in_use(engine::kCurrentBranch);
  LW_TRY_ASSIGN(const store::BranchRecord found,
                store.find_branch(batch.context, name, {in_use, engine::life_name(name)}));
  const std::string current = found.states[0].value_or(std::string(kFirstBranch));
  if (name == current) {
    return broken(kConflict, "branch " + current + " is in use: switch to another first", Code::Conflict);
  }
  if (!found.head) return broken(kBranchNotFound, "there is no branch '" + std::string(name) + "'", Code::NotFound);
  LW_TRY_ASSIGN(const std::uint64_t waiting, count_waiting(found.edits));
  if (waiting > 0 && uncommitted == Uncommitted::Keep) {
    return broken(kUncommitted,
                  "branch " + std::string(name) + " has " + std::to_string(waiting) +
                      (waiting == 1 ? " edit that is" : " edits that are") + " not committed",
                  Code::Conflict);
  }
  batch.expected_states = {{in_use, found.states[0]}, {engine::life_name(name), found.states[1]}};
  batch.refs.push_back({std::string(name), found.head->id, std::nullopt});
  batch.edits_taken.push_back({std::string(name), found.edits.empty() ? 0 : found.edits.back().number});
  // A later branch with the same name is another branch: the next life distinguishes them.
  batch.states.push_back({engine::life_name(name), engine::next_life(found.states[1])});
  batch.states.push_back({engine::policy_name(name), std::nullopt});
  batch.states.push_back({engine::pending_admission_name(std::string(name)), std::nullopt});
  batch.states.push_back({engine::figures_name(name), std::nullopt});
  const bool must_stay = uncommitted == Uncommitted::Keep;
  LW_TRY(rename_attempts(store, std::string(name), {}, must_stay ? Replies::MustBeCommitted : Replies::GoAlong, batch));
  return batch;
}

}  // namespace

Result<void> Repository::delete_branch(std::string_view context, std::string_view name, Uncommitted uncommitted) {
  return write_prepared(*store_, [&] { return delete_batch(*store_, context, name, uncommitted); });
}

// ---- tags ----

Result<std::vector<TagInfo>> Repository::tags(std::string_view context) const {
  LW_TRY_ASSIGN(const ContextKey key, find_context(*store_, context));
  LW_TRY_ASSIGN(const std::vector<store::Tag> tags, store_->list_tags(key));
  std::vector<TagInfo> infos;
  for (const store::Tag& tag : tags) infos.push_back({tag.name, tag.head.id, tag.head.cycle});
  return infos;
}

Result<void> Repository::create_tag(std::string_view context, std::string_view name, std::string_view reference) {
  LW_TRY(check_ref_name("tag", name));
  return write_prepared(*store_, [&] { return tag_batch(*store_, context, name, reference); });
}

Result<void> Repository::delete_tag(std::string_view context, std::string_view name) {
  LW_TRY_ASSIGN(store::WriteBatch batch, batch_for(*store_, context));
  LW_TRY_ASSIGN(const auto known, store_->find_tag(batch.context, name));
  if (!known) return broken(kSnapshotNotFound, "there is no tag '" + std::string(name) + "'", Code::NotFound);
  batch.tags.push_back({std::string(name), std::nullopt});
  return store_->write(batch);
}

// ---- commits ----

Result<CommitInfo> Repository::find_commit(std::string_view context, std::string_view reference) const {
  LW_TRY_ASSIGN(const ContextKey key, find_context(*store_, context));
  LW_TRY_ASSIGN(const store::StoredCommit commit, engine::resolve(*store_, key, reference));
  return engine::describe(commit);
}

Result<std::vector<CommitInfo>> Repository::log(std::string_view context, std::string_view reference,
                                                std::uint64_t limit) const {
  LW_TRY_ASSIGN(const ContextKey key, find_context(*store_, context));
  LW_TRY_ASSIGN(store::StoredCommit commit, engine::resolve(*store_, key, reference));
  std::vector<CommitInfo> line;
  while (line.size() < limit) {
    LW_TRY_ASSIGN(CommitInfo info, engine::describe(commit));
    line.push_back(std::move(info));
    LW_TRY_ASSIGN(auto earlier, engine::load_commit_before(*store_, commit));
    if (!earlier) break;
    commit = *std::move(earlier);
  }
  return line;
}

namespace {

// Corruption if a linked commit is not in the store. A commit that was written after the list was read is no error.
Result<void> check_links(store::Store& store, ContextKey context, const std::set<CommitId>& links,
                         const std::vector<CommitInfo>& commits) {
  std::set<CommitId> listed;
  for (const CommitInfo& commit : commits) listed.insert(commit.id);
  for (const CommitId& link : links) {
    if (listed.contains(link)) continue;
    LW_TRY_ASSIGN(const auto found, store.find_commit(context, link));
    if (!found) return corrupt("commit " + link.hex() + " is missing");
  }
  return {};
}

}  // namespace

// Sorted by descending cycle, so that every commit comes before its parent.
Result<std::vector<CommitInfo>> Repository::log_all(std::string_view context) const {
  LW_TRY_ASSIGN(const ContextKey key, find_context(*store_, context));
  LW_TRY_ASSIGN(const engine::KeptNames names, engine::read_kept_names(*store_, key));
  std::set<CommitId> links = engine::named_commits(names);
  std::vector<CommitInfo> commits;
  const auto add = [&](const store::StoredCommit& commit) -> Result<void> {
    LW_TRY_ASSIGN(CommitInfo info, engine::describe(commit));
    LW_TRY_ASSIGN(const auto earlier, engine::find_id_before(*store_, commit));
    if (earlier) links.insert(*earlier);
    commits.push_back(std::move(info));
    return {};
  };
  LW_TRY(store::for_each_commit(*store_, key, add));
  LW_TRY(check_links(*store_, key, links, commits));
  return std::vector<CommitInfo>(commits.rbegin(), commits.rend());
}

}  // namespace latewood
