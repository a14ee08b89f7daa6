// A context: what a model sees, kept as a tree with rules, one snapshot per cycle.
//
//   Context context;
//   context.insert({.role = "user", .content = "Hello"});
//   context.commit();
//   for (const NodeView& node : context.latest()->nodes().value()) ...
//
// Every call either does all it says or changes nothing and returns an error with a stable
// code; nothing throws or prints. One thread edits and commits; any number of threads take
// snapshots with `latest` and `at` and read them meanwhile, without locks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/attempt.h"
#include "latewood/clock.h"
#include "latewood/node.h"
#include "latewood/pin_handle.h"
#include "latewood/policy.h"
#include "latewood/query.h"
#include "latewood/result.h"
#include "latewood/selector.h"
#include "latewood/snapshot.h"
#include "latewood/warning.h"

namespace latewood {

namespace engine {
class Branch;
struct Access;
}  // namespace engine

struct ContextOptions {
  std::shared_ptr<Clock> clock = {};  // default: the host's
  std::string actor = {};             // provenance of nodes that name none; default: none
  bool system = false;                // may write to `^sys`; default: false
  // The setting of a context that is new (see `set_overlaps`); one of a store that has its own obeys that.
  bool demote_overlaps = false;
  std::shared_ptr<TokenCounter> tokens = {};  // for budgets in tokens; default: none
  std::optional<bool> receipts = {};  // whether commits say why (receipt.h); default: in a store yes, in memory no
  WarningSink warn = {};              // gets every warning of this context; default: none are told
};

// What becomes of a key that is inserted where an instance of it is not deeper.
enum class Overlaps : std::uint8_t {
  Refuse,  // the insertion is refused: OverlapWouldViolateODI
  Demote,  // the older instance moves deeper
};

// What a mutation by selector did with one of the nodes that matched.
struct MutatedNode {
  std::string id;                         // as it was when it matched
  std::vector<std::string> new_ids = {};  // see each call
  friend bool operator==(const MutatedNode&, const MutatedNode&) = default;
};

class Context {
 public:
  explicit Context(ContextOptions options = {});
  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;
  ~Context();

  // Grants or takes the system capability for the calls that follow.
  void set_system(bool granted);
  // Replaces the actor of the options for the calls that follow.
  void set_actor(std::string actor);

  // ---- the working state ----

  // Depth 0 is the active head, below 0 the system region; k > 0 makes a new turn at depth k,
  // shifting those from k on one deeper. Returns the node's id.
  Result<std::string> insert(const Component& component, std::int64_t depth = 0);
  // Below a node; under a sealed turn as its pre- or post-context.
  Result<std::string> insert_under(const Component& component, std::string_view parent);

  // A node of this cycle, of the active head or (with the capability) of `^sys` becomes what is given
  // and keeps its id. In a sealed turn the original stays and still renders; a `cb:replacement` that
  // names it is added, and its id returned. It has the given attributes, stands before or after the
  // core (where the original does; after it for one of the core), and leaves with what it names.
  Result<std::string> replace(std::string_view id, const Replacement& replacement);

  // Nodes of this cycle and of the active head go. In a sealed turn a node stays, and a
  // `cb:redaction` that names it is added: a marker does not hide text. Returns the ids of the
  // markers. A `cb:redaction` or `cb:replacement` itself goes, and what it hid shows again; one that
  // is in the core of a sealed turn stays: E_SEALED_IMMUTABLE.
  Result<std::vector<std::string>> delete_nodes(const std::vector<std::string>& ids);

  // Takes a node that is not in the core out of a sealed turn.
  Result<void> detach(std::string_view id);

  // To another depth; returns the ids the nodes have there. What a snapshot has seen gets new
  // ids; a turn moves as the blocks it holds. What comes into history is sealed at once. What gets
  // another id moves only together with the markers that name it, which then name the new one,
  // and nothing moves out of what is redacted: E_SEALED_IMMUTABLE names the marker.
  Result<std::vector<std::string>> move(const std::vector<std::string>& ids, std::int64_t depth);
  Result<void> reparent(std::string_view id, std::string_view parent);

  // A pinned node is neither expired nor pruned. Pins are part of the state, and follow a move. Each has
  // a holder, a name: nothing is the actor of the options. A node is pinned until its last holder lets
  // go; E_NODE_NOT_FOUND if this one does not hold it. `hold` pins until the handle goes.
  Result<void> pin(std::string_view id, const std::optional<std::string>& holder = {});
  Result<void> unpin(std::string_view id, const std::optional<std::string>& holder = {});
  Result<PinHandle> hold(std::string_view id, const std::optional<std::string>& holder = {});

  // The same for every node of the working state that a selector matches, in document order: all
  // of them or none. E_NODE_NOT_FOUND if none matches, E_SNAPSHOT_READONLY if the selector names
  // snapshots (`@t0`, a range, `@*`). Each gives the matches with
  //   insert_under  the id of the block that was put below; a component with an id of its own fits
  //                 below one match only
  //   replace       the id of the `cb:replacement`; none where the node itself was changed
  //   delete_nodes  the id of the `cb:redaction`; none where the node is gone
  //   move          the ids at the new place: of a turn those of its blocks
  //   others        none
  // One that is below another match goes with it when that one goes.
  Result<std::vector<MutatedNode>> insert_under(const Component& component, const Selector& parents);
  Result<std::vector<MutatedNode>> replace(const Selector& nodes, const Replacement& replacement);
  Result<std::vector<MutatedNode>> delete_nodes(const Selector& nodes);
  Result<std::vector<MutatedNode>> detach(const Selector& nodes);
  Result<std::vector<MutatedNode>> move(const Selector& nodes, std::int64_t depth);
  Result<std::vector<MutatedNode>> pin(const Selector& nodes, const std::optional<std::string>& holder = {});
  Result<std::vector<MutatedNode>> unpin(const Selector& nodes, const std::optional<std::string>& holder = {});

  // The tree as it would be committed now, before expiry, pruning and sealing.
  Result<std::vector<NodeView>> working() const;
  // Sorted ids of the nodes that are pinned there; and who holds each, sorted by id and holder.
  std::vector<std::string> working_pins() const;
  std::vector<Pin> working_pin_holders() const;
  // Forgets every edit since the last commit.
  Result<void> reset();

  // Runs `edits`, which makes edits of this context and may end with one commit. All of them take effect, in one
  // transaction of the store, or none: if `edits` returns an error, the working state is as it was before the call, and
  // the store was not written. `edits` must not reset or rebase the context, or propose.
  Result<void> together(const std::function<Result<void>()>& edits);

  // ---- cycles ----

  // Expires, prunes, seals, and makes one snapshot. Empty cycles are cycles too. After a
  // completed attempt the snapshot must render to the bytes that were sent, else nothing changes
  // and the error is E_BOUNDARY_MISMATCH.
  // The note is kept beside the commit and is no part of its id; an actor that it does not name is
  // that of the options.
  Result<CommitReport> commit(const CommitNote& note = {}, const CommitOptions& options = {});

  // After E_CONFLICT: takes what others have committed to this branch of a store, and makes the edits of
  // this working state again on top of it. Ids are kept where they are free; cycle and stamps are issued
  // anew. If an edit cannot be made again, nothing changes and the error says which. A context in
  // memory has nobody to conflict with.
  Result<void> rebase();

  // Edits that an earlier process left on this branch of a store, made on a commit that is not its head any more.
  // They are not in the working state; nothing can be edited or committed until they are rebased, or reset.
  std::uint64_t stale_edits() const;

  // Whether the branch in the store has commits, edits or settings that this context has not read. Then the next edit
  // or commit gets E_CONFLICT, and a context that is opened anew sees them. Never in memory. Costs one read of the
  // branch.
  Result<bool> is_behind() const;

  // What turned out to be damaged while something was edited or committed, if the history could be read from its
  // patches instead: only slower. `Repository::repair` makes it again. Nothing: nothing was.
  std::optional<std::string> damage() const;

  // What commits prune from now on, and which blocks are created removable; nothing switches both off, which is the
  // default. A budget in tokens needs a token counter.
  Result<void> set_policy(std::optional<PrunePolicy> policy);
  std::optional<PrunePolicy> policy() const;

  // What becomes of overlapping keys from now on. A store keeps it with the context, for all of its
  // branches and for every process that opens it afterwards. A context that is open already reads the setting, like its
  // policy, when it is rebased or opened again.
  Result<void> set_overlaps(Overlaps overlaps);
  Overlaps overlaps() const;

  // ---- provider calls within a cycle ----

  // The bytes the next snapshot would render to: expiry, pruning and sealing on a copy.
  Result<std::string> preview() const;

  // The same as a profile renders it, with every repair.
  Result<Rendered> preview(std::string_view profile, const RenderOptions& options = {}) const;

  // What the next commit would report, but for its digests.
  Result<CommitReport> preview_report() const;

  // The same three as if `tried` were the policy, nothing for none. The policy of the context stays, and nothing is
  // written; needs no capability.
  Result<std::string> preview_under(const std::optional<PrunePolicy>& tried) const;
  Result<Rendered> preview_under(const std::optional<PrunePolicy>& tried, std::string_view profile,
                                 const RenderOptions& options = {}) const;
  Result<CommitReport> preview_report_under(const std::optional<PrunePolicy>& tried) const;

  // Records a running attempt and gives the preview's bytes to send: the canonical thread, or
  // those of the profile that the request names.
  Result<AttemptTicket> begin_attempt(const AttemptRequest& request);
  // Ends it. The reply of a completed attempt enters the next cycle when this one is
  // committed; of several that began in it, the one that began last counts. After any other end
  // the cycle goes on as if nothing had happened. An attempt whose cycle was committed in the
  // meantime ends without a reply, or not at all.
  // A completed attempt may be canceled as long as no commit took it.
  Result<void> end_attempt(std::uint64_t attempt_id, const AttemptOutcome& outcome);
  // All attempts of this context, oldest first.
  std::vector<Attempt> attempts() const;

  // ---- looking back ----

  std::uint64_t cycle() const;  // of the latest snapshot; 0 before the first
  Result<Snapshot> latest() const { return back(0); }
  // The snapshot of an absolute cycle; n commits before the latest.
  Result<Snapshot> at(std::uint64_t cycle) const;
  Result<Snapshot> back(std::uint64_t commits) const;

  // The snapshot that a reference names: "@t0", "@t-3", "@c42". E_SELECTOR_INVALID if it is none,
  // E_SNAPSHOT_NOT_FOUND if there is no such snapshot.
  Result<Snapshot> snapshot(std::string_view reference) const;

  // ---- asking ----

  // The nodes a selector means: ids, or for a range of moments what differs between them.
  // Without a moment it asks the latest snapshot. Questions to snapshots may come from any
  // thread, those to the working state from the one that edits. docs/diff.md has what ranges
  // and diffs report, docs/selectors.md the language.
  Result<Selection> select(std::string_view selector, const SelectOptions& options = {}) const;
  Result<Selection> select(const Selector& selector, const SelectOptions& options = {}) const;
  // The same for a selector that must have a range.
  Result<RangeDiffLatestResult> range_diff_latest(std::string_view selector, const SelectOptions& options = {}) const;

  // What differs between two moments: "@t-1", "@c42" or "working". Their order does not
  // matter, the later one is the newer side. With a selector, only nodes that match it at
  // either moment.
  Result<Diff> diff(std::string_view a, std::string_view b, std::optional<std::string_view> selector = {}) const;
  Result<DiffDetail> diff_detail(std::string_view a, std::string_view b,
                                 std::optional<std::string_view> selector = {}) const;

  // How a selector is answered at the newest moment it asks for.
  Result<Explanation> explain(std::string_view selector, const SelectOptions& options = {}) const;

  // A context that goes on from that snapshot, isolated from this one. Costs the same at any
  // length of history.
  Result<Context> fork(std::uint64_t cycle) const;

 private:
  friend struct engine::Access;  // for the library's own folders
  struct Impl;
  explicit Context(std::unique_ptr<Impl> impl);
  Context(ContextOptions options, std::unique_ptr<engine::Branch> branch);
  std::unique_ptr<Impl> impl_;
};

}  // namespace latewood
