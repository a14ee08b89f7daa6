// Restores a branch from the bytes of its commits. Each commit is checked against everything that its id covers.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/branch/contents.h"
#include "engine/branch/restored_commit.h"
#include "latewood/result.h"

namespace latewood::warp {
struct ReplaySource;
}

namespace latewood::engine {

class Branch;
struct BranchSetup;
struct StateRecord;

// The bytes of a stored commit.
struct CommitBytes {
  std::string_view header;  // docs/format/commit_header.md
  std::string_view patch;   // docs/format/tick_patch.md
  std::string_view extras;  // docs/format/bundle.md
  CommitNote note = {};
  std::string_view receipt = {};                 // kept in memory; empty for a commit of a store, which has it
  std::string_view admission = {};               // as `receipt`
  std::optional<PatchDigest> patch_digest = {};  // digest of `patch`; default: computed
  Proof proof = Proof::Here;
};

class Restorer {
 public:
  // A payload is read once, when the first commit with it is added. Nodes of a purged payload are restored without
  // their text; all digests can still be checked. `setup.counter` must outlive the branch.
  Restorer(BranchSetup setup, Contents contents);
  // Adds commits after the head of `branch`.
  Restorer(std::unique_ptr<Branch> branch, Contents contents);
  ~Restorer();

  // Adds the next commit; the oldest comes first. Corruption, with the cycle or the node, if the bytes are not those of
  // a commit after the head. After an error the restorer must not be used any more.
  Result<const history::SnapshotData*> add(const CommitBytes& bytes);

  // Starts with a commit whose patch was collected; `state` reads its stored state. Call before any `add`. `before` is
  // the commit before it; nullopt if it was the first. Corruption if the state is not that of the commit.
  using StateReader = std::function<Result<StateRecord>(const warp::ReplaySource& source)>;
  Result<const history::SnapshotData*> start(const CommitBytes& bytes, const StateReader& state,
                                             const std::optional<CollectedCommit>& before);

  // The branch with the commits added so far.
  const Branch& branch() const { return *branch_; }
  std::unique_ptr<Branch> take();

 private:
  Result<RestoredCommit> decode(const CommitBytes& bytes);
  Result<void> check_parent(const RestoredCommit& commit) const;
  Result<tree::Tree> replay(const RestoredCommit& commit, const CommitBytes& bytes);
  Result<void> check_tree(const RestoredCommit& commit) const;
  Result<const tree::Payload*> payload(const tree::PayloadDigest& digest);

  Contents contents_;
  std::unique_ptr<Branch> branch_;
};

}  // namespace latewood::engine
