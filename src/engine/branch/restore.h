// Restores a branch from the bytes of its commits. Each commit is checked against everything that its id covers.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/branch/branch.h"
#include "engine/branch/restored_commit.h"
#include "engine/record/state_page.h"
#include "latewood/result.h"
#include "tree/tree.h"
#include "warp/commit_header.h"
#include "warp/mapping/tree_change.h"

namespace latewood::engine {

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

// The empty tree whose root, `^sys`, `^seq` and `^ah` have these headers. Its nodes are made in `pool`.
Result<std::shared_ptr<const tree::Tree>> frame_from(const std::array<std::string, 4>& headers, tree::NodePool& pool);

// Reads payloads, and the sizes of purged ones, from their source.
class Contents {
 public:
  using Load = std::function<Result<std::string>(const tree::PayloadDigest& digest)>;
  using PurgedBytes = std::function<std::uint64_t(const tree::PayloadDigest& digest)>;

  // `purged_bytes` returns the size of a purged payload, 0 if it is unknown. Default: every size is unknown.
  template <class Callable>
  Contents(Callable load, PurgedBytes purged_bytes = {})
      : load_(std::move(load)), purged_bytes_(std::move(purged_bytes)) {}

  // The canonical JSON with this digest. E_PAYLOAD_PURGED if it was purged.
  Result<std::string> operator()(const tree::PayloadDigest& digest) const { return load_(digest); }
  std::uint64_t purged_bytes(const tree::PayloadDigest& digest) const {
    return purged_bytes_ ? purged_bytes_(digest) : 0;
  }

 private:
  Load load_;
  PurgedBytes purged_bytes_;
};

// Adds a payload that `contents` read to the pool. Corruption if `json` is not canonical or does not have the digest;
// it is not checked again later. A purged payload (E_PAYLOAD_PURGED) is added without its text.
Result<const tree::Payload*> add_content(const tree::PayloadDigest& digest, const Result<std::string>& json,
                                         const Contents& contents, tree::NodePool& pool);

class Restorer {
 public:
  // A payload is read once, when the first commit with it is added. Nodes of a purged payload are restored without
  // their text; all digests can still be checked. `setup.counter` must outlive the branch.
  Restorer(BranchSetup setup, Contents contents);
  // Adds commits after the head of `branch`.
  Restorer(std::unique_ptr<Branch> branch, Contents contents)
      : contents_(std::move(contents)), branch_(std::move(branch)) {}

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
  std::unique_ptr<Branch> take() { return std::move(branch_); }

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
