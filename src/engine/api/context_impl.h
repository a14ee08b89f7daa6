// What stands behind a context.
#pragma once

#include <memory>

#include "base/rules.h"
#include "engine/branch/branch.h"
#include "engine/branch/held_pins.h"
#include "engine/session/attempts.h"
#include "engine/session/stored_branch.h"
#include "engine/session/streams.h"
#include "history/moment.h"
#include "latewood/context.h"

namespace latewood {

struct Context::Impl {
  ContextOptions options;
  tree::Permissions permissions;
  std::unique_ptr<engine::StoredBranch> stored;  // null: the context lives in memory
  std::unique_ptr<engine::Branch> branch;
  engine::Attempts attempts;
  std::unique_ptr<engine::Streams> streams;  // null: nobody asked yet
  engine::StreamOrigin stream_origin;        // in memory: whose streams it goes on from
  engine::HeldPins held;                     // the handles that hold nodes of the working state

  // Tells the host, if it wants to know.
  void warn(const Warning& warning) const {
    if (options.warn) options.warn(warning);
  }
  // Beside the error: a collision of digests, which the host is to know of.
  void warn_of(const Error& error) const;
  // A commit kept nodes whose cycles have run out.
  void warn_of_deferred(const CommitReport& report) const;

  // All zeros before the first commit.
  CommitId head_id() const;
  // The attempt whose bytes the next snapshot has to render to; null if none waits.
  const Attempt* waiting_attempt() const;
  Result<void> check_no_reply_waits();
  // The first one whose reply waits for a commit on this head, as far as they were looked at.
  std::optional<std::uint64_t> answered_attempt() const;
  Result<CommitReport> commit(const CommitNote& note, const CommitOptions& commit_options);

  // The streams of the context: those of its store, or of its own memory.
  Result<engine::Streams*> open_streams();
  // Lets the next commit pin the events that it may rest on.
  Result<void> mark_events();

  // The snapshot of a moment that is not among the newest that were kept.
  Result<Snapshot> from_before_collected(const history::Moment& moment) const;

  // Runs `ask` as if `tried` were the policy of the branch.
  template <class Ask>
  auto ask_under(const std::optional<PrunePolicy>& tried, Ask ask) -> decltype(ask()) {
    if (auto checked = engine::check_policy(tried, options.tokens.get()); !checked) return std::move(checked).error();
    std::optional<PrunePolicy> own = branch->policy();
    branch->set_policy(tried, options.tokens.get());
    auto answer = ask();
    branch->set_policy(std::move(own), options.tokens.get());
    return answer;
  }

  // Edits the working state. A page that turns out to be damaged is done without, if the patches are sound.
  template <class Mutation>
  auto edit(Mutation mutation) {
    tree::Editor::Renamed renamed;
    const auto noted = [&](tree::Editor& editor) {
      auto done = mutation(editor);
      renamed = editor.renamed();
      return done;
    };
    auto done = despite_damage([&] { return branch->edit(permissions, noted); });
    if (done) held.rename(renamed);
    return done;
  }
  // Pins again what handles hold, after the working state became another one. What is gone stays gone.
  void pin_held();
  // Runs `act`, which changes nothing if it fails, and again if it was a damaged page that kept it from being done.
  template <class Act>
  auto despite_damage(Act act) {
    auto done = act();
    const bool lacks_a_page = !done && stored && engine::is_unread_page(done.error());
    if (lacks_a_page && reread(done.error())) done = act();
    if (!done) warn_of(done.error());
    return done;
  }
  // Whether the branch could be read from its patches alone, despite the error.
  bool reread(const Error& error);

  // Those that the store has for this branch.
  Result<void> load_attempts();
  // The same of those that may matter to the next commit, or to what is done with one of them. Whether there was
  // anything new.
  Result<bool> refresh_attempts(std::optional<std::uint64_t> one = {});
};

}  // namespace latewood
