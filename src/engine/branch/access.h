// Access of the library's own folders to the private members of the public handles.
#pragma once

#include <memory>
#include <utility>

#include "latewood/context.h"
#include "latewood/snapshot.h"

namespace latewood::history {
struct SnapshotData;
}
namespace latewood::render {
class PieceCache;
}
namespace latewood::tree {
struct Permissions;
}

namespace latewood::engine {

class Branch;
class StoredBranch;

struct Access {
  static const history::SnapshotData& data(const Snapshot& snapshot) { return *snapshot.data_; }

  // A handle on a snapshot of the branch.
  static Snapshot snapshot(const Branch& branch, const history::SnapshotData& data);

  // A handle on `data`, which is on the same line as `snapshot`.
  static Snapshot other_snapshot(const Snapshot& snapshot, const history::SnapshotData& data) {
    return Snapshot(snapshot.owner_, &data);
  }

  // The rendered turns of the snapshot's branch.
  static render::PieceCache& renders(const Snapshot& snapshot);

  // The first error of reading the snapshot's history on demand, or success (BranchTimeline::check_read).
  static Result<void> check_read(const Snapshot& snapshot);
  // `answer`, or the read error that makes it unreliable.
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

  static Context context(ContextOptions options, std::unique_ptr<Branch> branch);

  // A context on a branch of a store. `options.clock` must be set.
  static Result<Context> open(ContextOptions options, std::unique_ptr<StoredBranch> stored);
};

}  // namespace latewood::engine
