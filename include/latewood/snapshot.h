// One moment of a context: an immutable handle on everything the model saw.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/commit.h"
#include "latewood/diff.h"
#include "latewood/digest.h"
#include "latewood/node.h"
#include "latewood/render.h"

namespace latewood {

class Selector;

namespace history {
struct SnapshotData;
}
namespace engine {
struct Access;
struct BranchLife;
}  // namespace engine

// Cheap to copy, valid as long as any copy lives, and readable from any number of threads
// while others commit.
//
// The turns of a snapshot from a store are read when something looks at them. If one cannot be read,
// the call says so, and so do all later ones on the same context. A snapshot of a context that lives
// in memory alone can always be read.
class Snapshot {
 public:
  std::uint64_t cycle() const;
  const CommitId& commit_id() const;
  const StateRoot& state_root() const;
  const PatchDigest& patch_digest() const;
  std::optional<CommitId> parent() const;  // nothing for the first commit

  // What the commit that made this snapshot did.
  CommitReport report() const;
  // Who made that commit, why and when.
  CommitNote note() const;

  // The tick patch of that commit, in its canonical encoding: recomputed from this
  // snapshot and the one before it. Empty if that one was collected.
  Result<std::string> patch_bytes() const;

  // The canonical provider thread: one JSON array of every block, the exact bytes of this
  // cycle's provider input.
  Result<std::string> provider_thread() const;

  // The context members of a request to a vendor, by the name of a profile: "openai",
  // "anthropic@1". See latewood/render.h.
  Result<Rendered> render(std::string_view profile, const RenderOptions& options = {}) const;

  // Every node, in document order.
  Result<std::vector<NodeView>> nodes() const;

  // Ids of the turns, oldest to newest: depth 1 is the last.
  Result<std::vector<std::string>> turns() const;

  // Sorted ids of pinned nodes; and who holds each, sorted by id and holder.
  std::vector<std::string> pins() const;
  std::vector<Pin> pin_holders() const;

  // Ids of the nodes a selector means, in document order. E_SELECTOR_INVALID if it names
  // snapshots itself. The second form calls `visit` with one id after the other and keeps
  // nothing; it stops when `visit` returns false.
  Result<std::vector<std::string>> select(const Selector& selector) const;
  Result<void> for_each_match(const Selector& selector, const std::function<bool(std::string_view id)>& visit) const;

  // What differs. On one line of history the snapshot of the higher cycle is the newer one;
  // across branches `other` is. With a selector, only nodes that match it in either.
  Result<Diff> diff(const Snapshot& other, const Selector* selector = nullptr) const;
  Result<DiffDetail> diff_detail(const Snapshot& other, const Selector* selector = nullptr) const;

 private:
  friend class Context;
  friend struct engine::Access;  // for the library's own folders
  Snapshot(std::shared_ptr<engine::BranchLife> owner, const history::SnapshotData* data)
      : owner_(std::move(owner)), data_(data) {}

  std::shared_ptr<engine::BranchLife> owner_;  // keeps the history alive
  const history::SnapshotData* data_;
};

}  // namespace latewood
