// How the library's own folders look behind the public handles.
#pragma once

#include <memory>
#include <utility>

#include "engine/branch/branch.h"
#include "history/snapshot_data.h"
#include "latewood/context.h"
#include "latewood/snapshot.h"

namespace latewood::engine {

class StoredBranch;

struct Access {
  static const history::SnapshotData& data(const Snapshot& snapshot) { return *snapshot.data_; }

  // A handle on a snapshot of the branch.
  static Snapshot snapshot(const Branch& branch, const history::SnapshotData& data) {
    return Snapshot(branch.lifetime(), &data);
  }

  // A handle on another snapshot of the same line.
  static Snapshot beside(const Snapshot& snapshot, const history::SnapshotData& data) {
    return Snapshot(snapshot.owner_, &data);
  }

  // Turns that readers of the snapshot's branch have rendered before.
  static render::PieceCache& renders(const Snapshot& snapshot) {
    return static_cast<const BranchLife*>(snapshot.owner_.get())->renders;
  }

  // What of the snapshot's history could not be read, or success: see Branch::check_read.
  static Result<void> check_read(const Snapshot& snapshot) {
    const auto& past = static_cast<const BranchLife*>(snapshot.owner_.get())->past;
    if (past == nullptr) return {};
    return past->status();
  }
  // The answer of a snapshot, or what kept it from being right.
  template <class T>
  static Result<T> checked(const Snapshot& snapshot, Result<T> answer) {
    auto read = check_read(snapshot);
    return read ? std::move(answer) : Result<T>(std::move(read).error());
  }

  static Branch& branch(const Context& context);
  // Null if the context has none.
  static TokenCounter* token_counter(const Context& context);
  static const tree::Permissions& permissions(const Context& context);
  static const WarningSink& warning_sink(const Context& context);
  static Context::Impl& impl(const Context& context) { return *context.impl_; }

  static Context context(ContextOptions options, std::unique_ptr<Branch> branch) {
    return Context(std::move(options), std::move(branch));
  }

  // A context on a branch of a store; the options have a clock.
  static Result<Context> open(ContextOptions options, std::unique_ptr<StoredBranch> stored);
};

}  // namespace latewood::engine
