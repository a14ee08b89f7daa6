// What stands behind a context.
#pragma once

#include <memory>

#include "engine/attempts.h"
#include "engine/branch.h"
#include "engine/durable/stored_branch.h"
#include "engine/streams.h"
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
  engine::StreamOrigin stream_origin;        // of a fork: whose streams it goes on from

  // All zeros before the first commit.
  CommitId head_id() const;
  // The attempt whose bytes the next snapshot has to render to; null if none waits.
  const Attempt* waiting_attempt() const;
  Result<void> check_no_reply_waits() const;

  // The streams of the context: those of its store, or of its own memory.
  Result<engine::Streams*> open_streams();
  // Lets the next commit pin the events that it may rest on.
  Result<void> mark_events();

  // The snapshot of a moment that is not among the newest that were kept.
  Result<Snapshot> from_before_collected(const history::Moment& moment) const;

  // Those that the store has for this branch.
  Result<void> load_attempts();
};

}  // namespace latewood
