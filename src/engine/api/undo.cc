#include "latewood/undo.h"

#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/api/system_said.h"
#include "engine/record/attempt_text.h"
#include "engine/record/edit_text.h"
#include "engine/record/record_source.h"
#include "engine/session/attempts.h"
#include "engine/stored/ancestry.h"
#include "engine/stored/catalog.h"
#include "engine/stored/line.h"
#include "store/listing.h"
#include "tree/edit/refusal.h"

namespace latewood {
namespace {

using engine::JournalEntry;
using store::ContextKey;
using store::Head;
using store::Store;

// A branch as one read of the store returned it.
struct Found {
  ContextKey context{};
  std::string branch;
  store::BranchRecord record;
  std::vector<std::string> waiting = {};  // encoded journal entries after the last reset
  std::optional<JournalEntry> last = {};  // the newest of these

  std::uint64_t last_number() const { return record.edits.empty() ? 0 : record.edits.back().number; }
};

enum State : std::size_t { kLife, kAdmission };

Result<Found> read_branch(Store& store, ContextKey context, const std::string& branch) {
  Found found{context, branch, {}};
  LW_TRY_ASSIGN(found.record, store.find_branch(context, branch,
                                                {engine::life_name(branch), engine::pending_admission_name(branch)}));
  for (const store::Edit& edit : found.record.edits) {
    LW_TRY_ASSIGN(JournalEntry entry, engine::decode_entry(edit.value));
    if (entry.is_reset) {
      found.waiting.clear();
      found.last.reset();
      continue;
    }
    found.waiting.push_back(edit.value);
    found.last = std::move(entry);
  }
  return found;
}

// A batch that the store refuses if the branch was deleted or replaced meanwhile.
store::WriteBatch batch_for(const Found& found) {
  store::WriteBatch batch;
  batch.context = found.context;
  batch.expected_states.push_back({engine::life_name(found.branch), found.record.states[kLife]});
  return batch;
}

// ---- edits ----

struct RuleOf {
  const char* operator()(const tree::InsertEdit&) const { return "insert"; }
  const char* operator()(const tree::InsertUnderEdit&) const { return "insert"; }
  const char* operator()(const tree::ReplaceEdit&) const { return "replace"; }
  const char* operator()(const tree::DeleteEdit&) const { return "delete"; }
  const char* operator()(const tree::DetachEdit&) const { return "detach"; }
  const char* operator()(const tree::MoveEdit&) const { return "move"; }
  const char* operator()(const tree::ReparentEdit&) const { return "move"; }
  const char* operator()(const tree::PinEdit&) const { return "pin"; }
  const char* operator()(const tree::UnpinEdit&) const { return "unpin"; }
};

// The ids of the nodes that an edit names; none for an edit that makes a node.
struct NamedBy {
  std::vector<std::string> operator()(const tree::InsertEdit&) const { return {}; }
  std::vector<std::string> operator()(const tree::InsertUnderEdit&) const { return {}; }
  std::vector<std::string> operator()(const tree::DeleteEdit& edit) const { return edit.ids; }
  std::vector<std::string> operator()(const tree::MoveEdit& edit) const { return edit.ids; }
  template <class Edit>
  std::vector<std::string> operator()(const Edit& edit) const {
    return {edit.id};
  }
};

void describe(const engine::EditCall& call, Undone& undone) {
  for (const tree::MadeEdit& made : call.edits) {
    if (undone.rule.empty()) undone.rule = std::visit(RuleOf(), made.edit);
    const std::vector<std::string> ids = made.ids.empty() ? std::visit(NamedBy(), made.edit) : made.ids;
    undone.ids.insert(undone.ids.end(), ids.begin(), ids.end());
  }
}

Result<store::WriteBatch> without_last_edit(const Found& found, Undone& undone) {
  std::optional<CommitId> head;
  if (found.record.head) head = found.record.head->id;
  if (found.last->base != head) {
    return broken(kConflict,
                  "edits wait on branch " + found.branch + " that were made on another commit: rebase or reset them",
                  Code::Conflict);
  }
  describe(found.last->call, undone);
  undone.was_proposed = found.last->offered.has_value();
  undone.left = found.waiting.size() - 1;
  store::WriteBatch batch = batch_for(found);
  batch.refs.push_back({found.branch, head, found.record.head});
  batch.edits_taken.push_back({found.branch, found.last_number()});
  store::EditAppend append{found.branch, 0, engine::reset_entries(found.last_number())};
  append.values.insert(append.values.end(), found.waiting.begin(), found.waiting.end() - 1);
  batch.edits.push_back(std::move(append));
  return batch;
}

// ---- commits ----

Error nothing_to_undo(const std::string& why) { return broken(kNothingToUndo, why, Code::NotFound); }

// Refuses to undo a commit while an attempt on top of it waits for the next commit.
Result<void> check_no_attempt_waits(Store& store, const Found& found, store::WriteBatch& batch) {
  store::LogExpectation seen{store::Log::Attempts, 0, {}};
  const auto check = [&](const store::LogEntry& entry) -> Result<void> {
    seen.last = entry.number;
    LW_TRY_ASSIGN(const engine::LoggedAttempt logged, engine::decode_attempt(entry.value));
    const Attempt& attempt = logged.attempt;
    const bool is_open = attempt.status == AttemptStatus::Running || engine::is_unbound(attempt);
    if (logged.branch != found.branch || !is_open || attempt.parent != found.record.head->id) return {};
    return broken(kUncommitted,
                  "attempt " + std::to_string(attempt.attempt_id) +
                      " was begun after this commit and waits for the next one: cancel it first",
                  Code::Conflict);
  };
  LW_TRY(store::for_each_log_entry(store, found.context, store::Log::Attempts, 0, check));
  batch.expected_logs.push_back(std::move(seen));
  return {};
}

Result<std::string> tag_for(Store& store, ContextKey context, const CommitId& id) {
  const std::string base = "undone/" + id.hex().substr(0, 12);
  for (std::uint64_t number = 1;; ++number) {
    const std::string name = number == 1 ? base : base + "-" + std::to_string(number);
    LW_TRY_ASSIGN(const auto tag, store.find_tag(context, name));
    LW_TRY_ASSIGN(const auto branch, store.find_ref(context, name));
    if (!branch && (!tag || tag->id == id)) return name;
  }
}

Result<store::WriteBatch> without_last_commit(Store& store, const Found& found, Undone& undone) {
  if (!found.record.head) return nothing_to_undo("there is nothing to undo on branch " + found.branch + " yet");
  const Head head = *found.record.head;
  LW_TRY_ASSIGN(const auto commit, store.find_commit(found.context, head.id));
  if (!commit) return Error{Code::Corruption, "commit " + head.id.hex() + " is missing", {}, {}};
  LW_TRY_ASSIGN(const auto earlier, engine::find_id_before(store, *commit));
  if (!earlier) {
    return nothing_to_undo("commit " + head.id.hex().substr(0, 12) + " is the first of branch " + found.branch +
                           ", so there is no earlier commit to go back to");
  }
  LW_TRY_ASSIGN(const auto before, store.find_commit(found.context, *earlier));
  if (!before) return Error{Code::Corruption, "commit " + earlier->hex() + " is missing", {}, {}};
  if (found.record.states[kAdmission]) {
    return broken(kUncommitted, "events were admitted after this commit and wait for the next one: reset first",
                  Code::Conflict);
  }
  store::WriteBatch batch = batch_for(found);
  LW_TRY(engine::require_kept(store, *before, batch));
  LW_TRY(check_no_attempt_waits(store, found, batch));
  LW_TRY_ASSIGN(undone.commit, engine::describe(*commit));
  LW_TRY_ASSIGN(undone.head, engine::describe(*before));
  LW_TRY_ASSIGN(undone.tag, tag_for(store, found.context, head.id));
  LW_TRY(engine::add_tag(store, undone.tag, head, batch));
  batch.refs.push_back({found.branch, head.id, Head{before->id, before->cycle}});
  batch.edits_taken.push_back({found.branch, found.last_number()});
  batch.expected_states.push_back({engine::pending_admission_name(found.branch), std::nullopt});
  return batch;
}

// ---- what the system says (AUD-19) ----

// The newest snapshot has what the edit removed or changed; a node in neither list may have said anything.
Result<bool> edit_may_say_for_system(const Context& context, const Undone& undone) {
  LW_TRY_ASSIGN(const std::vector<NodeView> nodes, context.working());
  std::vector<NodeView> before;
  if (context.cycle() != 0) {
    LW_TRY_ASSIGN(const Snapshot latest, context.latest());
    LW_TRY_ASSIGN(before, latest.nodes());
  }
  return std::any_of(undone.ids.begin(), undone.ids.end(), [&](const std::string& id) {
    const std::optional<bool> now = engine::says_for_system(id, nodes);
    const std::optional<bool> was = engine::says_for_system(id, before);
    return (!now && !was) || now.value_or(false) || was.value_or(false);
  });
}

Result<bool> commit_changed_system_text(const Context& context) {
  LW_TRY_ASSIGN(const Snapshot latest, context.latest());
  LW_TRY_ASSIGN(const Snapshot before, context.back(1));
  LW_TRY_ASSIGN(const std::vector<NodeView> nodes, latest.nodes());
  LW_TRY_ASSIGN(const std::vector<NodeView> nodes_before, before.nodes());
  return engine::system_said(nodes) != engine::system_said(nodes_before);
}

// Refuses to undo what changed the words of the system. An edit that was made without the capability cannot have.
Result<void> check_system_text(Repository& repository, std::string_view context, const Found& found,
                               const Undone& undone) {
  if (!undone.is_commit() && !found.last->call.permissions.system) return {};
  OpenOptions options;
  options.branch = undone.branch;
  options.create = false;
  LW_TRY_ASSIGN(const Context opened, repository.open_context(context, options));
  LW_TRY_ASSIGN(const bool is_changed,
                undone.is_commit() ? commit_changed_system_text(opened) : edit_may_say_for_system(opened, undone));
  if (!is_changed) return {};
  return tree::needs_system(undone.is_commit() ? "undoing a commit that changed system text"
                                               : "undoing an edit of system text");
}

Result<Undone> undo_once(Repository& repository, std::string_view context, const UndoOptions& options) {
  Store& store = repository.store();
  LW_TRY_ASSIGN(const ContextKey key, engine::find_context(store, context));
  Undone undone;
  undone.branch = options.branch;
  if (undone.branch.empty()) {
    LW_TRY_ASSIGN(undone.branch, engine::usable_branch(store, key));
  }
  LW_TRY_ASSIGN(const Found found, read_branch(store, key, undone.branch));
  if (!found.record.head && !options.branch.empty()) {
    LW_TRY_ASSIGN(const std::string current, engine::current_branch(store, key));
    if (current != options.branch) {
      return broken(kBranchNotFound, "there is no branch '" + options.branch + "'", Code::NotFound);
    }
  }
  LW_TRY_ASSIGN(const store::WriteBatch batch,
                found.waiting.empty() ? without_last_commit(store, found, undone) : without_last_edit(found, undone));
  if (!options.system) LW_TRY(check_system_text(repository, context, found, undone));
  if (options.dry_run == DryRun::No) LW_TRY(store.write(batch));
  return undone;
}

}  // namespace

// Does not retry: if another process changed the branch meanwhile, that change may be the one to undo.
Result<Undone> undo(Repository& repository, std::string_view context, const UndoOptions& options) {
  return undo_once(repository, context, options);
}

}  // namespace latewood
