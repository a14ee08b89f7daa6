// A history from its bytes: commits one after the other, each checked against everything that
// its id covers, into a branch that goes on where the original stopped.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/branch/branch.h"
#include "engine/record/commit_extras.h"
#include "engine/record/state_page.h"
#include "latewood/result.h"
#include "tree/tree.h"
#include "warp/commit_header.h"
#include "warp/mapping/tree_change.h"

namespace latewood::engine {

// Who proves what follows from the trees before and after a commit: that its patch is the one a commit would have
// written (`warp::prove_patch`), and that its state has the root that its header says (`warp::advance_root`).
enum class Proof : std::uint8_t {
  Here,      // whoever restores the commit
  ByCaller,  // its caller, later
};

// A commit that was read back.
struct Restored {
  tree::Tree tree;
  std::vector<warp::ChangedRing> changes;  // of the tree, as `Branch::changes_to` tells
  CommitId id;
  warp::CommitHeader header;
  CommitExtras extras;
  CommitNote note;
  KeptRecords records;
  std::shared_ptr<const tree::Tree> genesis;  // what a commit without parents applied to; null for others
  Proof proof = Proof::Here;
};

// A commit as it is kept.
struct CommitBytes {
  std::string_view header;  // docs/format/commit_header.md
  std::string_view patch;   // docs/format/tick_patch.md
  std::string_view extras;  // docs/format/bundle.md
  CommitNote note = {};
  std::string_view receipt = {};  // of one that no store keeps, as for the next
  std::string_view admission = {};
  std::optional<PatchDigest> patch_digest = {};  // of `patch`, where it was computed already
  Proof proof = Proof::Here;
};

// The empty tree whose root, `^sys`, `^seq` and `^ah` have these headers, with records of `pool`.
Result<std::shared_ptr<const tree::Tree>> frame_from(const std::array<std::string, 4>& headers, tree::NodePool& pool);

// Where contents are read from.
class Contents {
 public:
  using Load = std::function<Result<std::string>(const tree::PayloadDigest& digest)>;
  using PurgedBytes = std::function<std::uint64_t(const tree::PayloadDigest& digest)>;

  // `purged_bytes` tells how long content was that was purged, 0 if it is not known; without it, none is.
  template <class Callable>
  Contents(Callable load, PurgedBytes purged_bytes = {})
      : load_(std::move(load)), purged_bytes_(std::move(purged_bytes)) {}

  // The canonical JSON of the content that has this digest. E_PAYLOAD_PURGED, as stores say it, if it was erased on
  // purpose.
  Result<std::string> operator()(const tree::PayloadDigest& digest) const { return load_(digest); }
  std::uint64_t purged_bytes(const tree::PayloadDigest& digest) const {
    return purged_bytes_ ? purged_bytes_(digest) : 0;
  }

 private:
  Load load_;
  PurgedBytes purged_bytes_;
};

// Content that was read from there, into the pool. It is checked here, since nobody looks again: it must be canonical
// and have the digest. What was purged (E_PAYLOAD_PURGED) is kept without its text.
Result<const tree::Payload*> add_content(const tree::PayloadDigest& digest, const Result<std::string>& json,
                                         const Contents& contents, tree::NodePool& pool);

class Restorer {
 public:
  // A content is asked for once, before the first commit that uses it returns. Where it was purged, the nodes are
  // restored without it, and all digests still hold. The counter, if any, must outlive the branch.
  Restorer(std::shared_ptr<Clock> clock, TokenCounter* counter, Contents contents);
  // Goes on from the head of a branch.
  Restorer(std::unique_ptr<Branch> branch, Contents contents)
      : contents_(std::move(contents)), branch_(std::move(branch)) {}

  // The next commit, oldest first. Corruption, with the cycle or the node, if the bytes are not
  // those of a commit that follows the one before: then the restorer is of no further use.
  Result<const history::SnapshotData*> add(const CommitBytes& bytes);

  // Begins with a commit whose patch was collected, as `state` reads it from what was kept in its
  // place. `before` is the commit before it, if there was one. Nothing may have been added yet.
  // Corruption if it is not the state of that commit.
  using StateReader = std::function<Result<StateRecord>(const warp::ReplaySource& source)>;
  Result<const history::SnapshotData*> start(const CommitBytes& bytes, const StateReader& state,
                                             const std::optional<CollectedCommit>& before);

  // The history so far; there may be no commit yet.
  const Branch& branch() const { return *branch_; }
  std::unique_ptr<Branch> take() { return std::move(branch_); }

 private:
  Result<Restored> decode(const CommitBytes& bytes);
  Result<void> check_parent(const Restored& commit) const;
  Result<tree::Tree> replay(const Restored& commit, const CommitBytes& bytes);
  Result<void> check_tree(const Restored& commit) const;
  Result<const tree::Payload*> payload(const tree::PayloadDigest& digest);

  Contents contents_;
  std::unique_ptr<Branch> branch_;
};

}  // namespace latewood::engine
