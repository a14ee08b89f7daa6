// The implementation of Context.
#pragma once

#include <memory>

#include "base/rules.h"
#include "engine/api/kept_figures.h"
#include "engine/branch/branch_edit.h"
#include "engine/branch/held_pins.h"
#include "engine/record/pending_proposal.h"
#include "engine/session/attempts.h"
#include "engine/session/stored_branch.h"
#include "engine/session/streams.h"
#include "history/moment.h"
#include "latewood/context.h"

namespace latewood::engine {

// The setup of a branch in memory. Receipts: default no.
inline BranchSetup memory_setup(const ContextOptions& options, RecordSource records = {}) {
  return {options.clock, options.tokens.get(), options.receipts.value_or(false) ? Receipts::Yes : Receipts::No,
          std::move(records)};
}

}  // namespace latewood::engine

namespace latewood {

struct Context::Impl {
  ContextOptions options;
  tree::Permissions permissions;
  std::unique_ptr<engine::StoredBranch> stored;  // null: the context is in memory
  std::unique_ptr<engine::Branch> branch;
  std::unique_ptr<engine::FiguresKeeper> figures;  // null: nothing was committed to a store yet
  engine::Attempts attempts;
  std::unique_ptr<engine::Streams> streams;  // null: not opened yet
  engine::StreamOrigin stream_origin;        // in memory: the streams that this context continues
  engine::HeldPins held;                     // the pins of all pin handles

  // Calls the host's warning function, if there is one.
  void warn(const Warning& warning) const {
    if (options.warn) options.warn(warning);
  }
  // Warns of an error that is a collision of digests.
  void warn_of(const Error& error) const;
  // Warns if the policy wants a stable order and the new block is in front of sealed blocks.
  void warn_of_order(const Result<std::string>& inserted) const;
  // Warns of each expired node that the commit deferred.
  void warn_of_deferred(const CommitReport& report) const;

  // The commit id of the head; all zeros before the first commit.
  CommitId head_id() const;
  // The attempt to whose bytes the next snapshot must render; null if there is none.
  const Attempt* waiting_attempt() const;
  Result<void> check_no_reply_waits();
  // The first loaded attempt with a reply for the next commit on this head.
  std::optional<std::uint64_t> answered_attempt() const;
  Result<CommitReport> commit(const CommitNote& note, const CommitOptions& commit_options);

  // Keeps the figures of a commit to the store.
  void note_figures();

  // The streams of the context, in its store or in memory. Opens them at the first call.
  Result<engine::Streams*> open_streams();
  // Sets the mark of the event log for the next commit if the working state names events.
  Result<void> mark_events();

  // The snapshot of a moment before the collected commits; snapshots with a tag were kept there.
  Result<Snapshot> from_before_collected(const history::Moment& moment) const;

  // Runs `ask` while `tried` is the policy of the branch, then restores the policy.
  template <class Ask>
  auto run_under(const std::optional<PrunePolicy>& tried, Ask ask) -> decltype(ask()) {
    if (auto checked = engine::check_policy(tried, options.tokens.get()); !checked) return std::move(checked).error();
    std::optional<PrunePolicy> own = branch->policy();
    branch->set_policy(tried);
    auto answer = ask();
    branch->set_policy(std::move(own));
    return answer;
  }

  // Edits the working state. If a page is damaged, reads the branch from its patches and edits again.
  template <class Mutation>
  auto edit(Mutation mutation) {
    tree::Editor::Renamed renamed;
    const auto noted = [&](tree::Editor& editor) {
      auto done = mutation(editor);
      renamed = editor.renamed();
      return done;
    };
    auto done = retry_without_pages([&] { return branch->edit(permissions, noted); });
    if (done) held.rename(renamed);
    return done;
  }
  // Pins the nodes of all pin handles in a new working state. Nodes that are not in it are left out.
  void pin_held();
  // Runs `act`; if it fails because of a damaged page, reads the branch from its patches and runs `act` again. `act`
  // must change nothing if it fails.
  template <class Act>
  auto retry_without_pages(Act act) {
    auto done = act();
    const bool lacks_a_page = !done && stored && engine::is_unread_page(done.error());
    if (lacks_a_page && reread(done.error())) done = act();
    if (!done) warn_of(done.error());
    return done;
  }
  // Reads the branch again from its patches after `error`. False if that fails too; then nothing changes.
  bool reread(const Error& error);

  // Loads all attempts of this branch from the store.
  Result<void> load_attempts();
  // Loads the attempts that may belong to the next commit, or the attempt `one`. Returns whether any has changed.
  Result<bool> refresh_attempts(std::optional<std::uint64_t> one = {});
};

}  // namespace latewood
