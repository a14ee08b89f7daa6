// One snapshot of a context: an immutable handle on the tree of one commit.
//
//   const Snapshot now = context.latest().value();
//   const NodeView question = now.node("cb:question").value();
//   const Selector documents = Selector::parse(".cb[ttl]").value();
//   now.for_each_node(documents, [](const NodeView& node) {
//     std::cout << node.id << " leaves in " << *node.ttl << " cycles\n";
//     return true;
//   }).value();
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

// Ownership: a snapshot shares its history with its context and keeps it alive, also after the context is destroyed.
// It never changes. Threads: any number of threads may read one snapshot, or copies of it, while another thread edits
// and commits; there are no locks. Cost: a copy is two pointers.
//
// Failures: the turns of a snapshot from a store are read on first use. If one cannot be read, the call returns that
// error (Corruption, Unavailable, E_SNAPSHOT_COLLECTED), and so do all later calls on the same context. A snapshot of a
// context in memory can always be read.
class Snapshot {
 public:
  // ---- the commit; constant time, cannot fail ----

  std::uint64_t cycle() const;
  const CommitId& commit_id() const;
  const StateRoot& state_root() const;
  const PatchDigest& patch_digest() const;
  std::optional<CommitId> parent() const;  // nullopt for the first commit

  // The report of the commit that made this snapshot.
  CommitReport report() const;
  // Actor, message and time of that commit.
  CommitNote note() const;

  // The tick patch of that commit in its canonical encoding, recomputed from this snapshot and the one before it.
  // Empty if that one was collected.
  Result<std::string> patch_bytes() const;

  // ---- the request ----

  // The canonical provider thread: one JSON array of every block, the exact bytes of this cycle's provider input.
  Result<std::string> provider_thread() const;

  // The context members of a request to a vendor, by the name of a profile: "openai", "anthropic@1"; see
  // latewood/render.h. Turns that were rendered before are taken from a cache. E_PROFILE_UNKNOWN if there is none.
  Result<Rendered> render(std::string_view profile, const RenderOptions& options = {}) const;

  // ---- nodes ----

  // One node. E_NODE_NOT_FOUND if this snapshot does not have it. Costs that node, at any size of the tree.
  Result<NodeView> node(std::string_view id) const;

  // Every node in document order. Costs a copy of the whole tree with its contents: to look for some nodes use `node`
  // or `for_each_node`.
  Result<std::vector<NodeView>> nodes() const;

  // Ids of the nodes that a selector matches, in document order. E_SELECTOR_INVALID if it names snapshots itself.
  Result<std::vector<std::string>> select(const Selector& selector) const;

  // Calls `visit` with each of these nodes, or with their ids alone, in the same order, until it returns false. Only
  // one node is copied at a time. `visit` may read this and other snapshots, not edit the context.
  Result<void> for_each_node(const Selector& selector, const std::function<bool(const NodeView& node)>& visit) const;
  Result<void> for_each_match(const Selector& selector, const std::function<bool(std::string_view id)>& visit) const;

  // Ids of the turns, oldest first. The last one has depth 1.
  Result<std::vector<std::string>> turns() const;

  // The ids of all pinned nodes, ascending.
  std::vector<std::string> pins() const;
  // Every pin with its holder, ascending by id, then by holder.
  std::vector<Pin> pin_holders() const;

  // ---- differences ----

  // The differences between this snapshot and `other`. On one line of history the snapshot of the higher cycle is the
  // newer one; across branches `other` is. With a selector only nodes that match it in either (null: all). Costs what
  // differs, not what both have. The selector is not kept.
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
