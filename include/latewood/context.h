// A context: what a model sees, kept as a tree with rules, one snapshot per cycle.
//
//   Context context;
//   context.insert({.role = "user", .content = "Hello"}).value();
//   const CommitReport report = context.commit({.message = "first"}).value();
//   const std::string request = context.latest().value().render("openai").value().bytes;
//
// Every call does all that it states, or changes nothing and returns an error with a stable code (errors.h). Nothing
// throws and nothing prints. `docs/guide.md` introduces the words; `docs/glossary.md` defines them.
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
  std::shared_ptr<Clock> clock = {};  // default: the clock of the host
  std::string actor = {};             // provenance of nodes and author of commits that name none; default: empty
  bool system = false;                // whether edits may write to `^sys` and in the system's name; default: false
  bool demote_overlaps = false;       // for a new context (see `set_overlaps`); a stored setting wins; default: false
  std::shared_ptr<TokenCounter> tokens = {};  // needed for budgets in tokens; default: none
  std::optional<bool> receipts = {};  // whether commits record their reasons (receipt.h); default: only in a store
  WarningSink warn = {};              // receives every warning of this context; default: warnings are dropped
};

// Treatment of an older instance of a key that is inserted again and is not deeper.
enum class Overlaps : std::uint8_t {
  Refuse,  // the insertion fails with OverlapWouldViolateODI
  Demote,  // the older instance moves deeper
};

// The effect of an edit by selector on one match.
struct MutatedNode {
  std::string id;                         // before the edit
  std::vector<std::string> new_ids = {};  // see "edits by selector" in Context
  friend bool operator==(const MutatedNode&, const MutatedNode&) = default;
};

// A branch with its working state, in memory or from a store (repository.h).
//
// Ownership: a context owns its working state and shares its history with snapshots and forks, which stay
// valid after it is destroyed. It can be moved, not copied; `fork` gives a second one.
//
// Threads: one thread edits, commits and calls everything that is named "working". Any number of threads may meanwhile
// call `latest`, `at`, `back`, `snapshot`, `cycle`, `select` and `diff` of moments, and read the snapshots, without
// locks. Free functions that take a context are called on the thread that edits; those that take snapshots on any.
//
// Cost: an edit costs what it changes, a commit what changed since the one before, both independent of the length of
// the history. In a store each edit is written to a journal, and each commit is durable when the call returns.
//
// Failures that every edit can have: E_NODE_NOT_FOUND for an id that the working state does not have, E_UNAUTHORIZED
// without the system capability, and in a store E_CONFLICT if another writer moved the branch (`rebase` continues
// there), Unavailable or Corruption if the store cannot be read or written.
class Context {
 public:
  // An empty context in memory. Contexts of a store come from `Repository::open_context`.
  explicit Context(ContextOptions options = {});
  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;
  ~Context();

  // Grants or takes the system capability for the calls that follow.
  void set_system(bool granted);
  // Whether the calls that follow may store content again that was purged; see `OpenOptions::restore_purged`.
  void set_restore_purged(bool allowed);
  // Replaces the actor of the options for the calls that follow.
  void set_actor(std::string actor);

  // ---- edits of the working state ----

  // Inserts a block and returns its id. Depth 0 is the active head; below 0 is the system region, which needs the
  // capability; k > 0 makes a new turn at depth k, and turns from k on become one deeper. E_DUPLICATE_ID,
  // E_PLACEMENT_INVALID, E_TTL_INVALID, E_ATTR_NAME, E_ATTR_VALUE or E_DEPTH_RANGE for a component that is not allowed.
  Result<std::string> insert(const Component& component, std::int64_t depth = 0);
  // Inserts system text or a tool definition: the same as `insert(component, -1)`.
  Result<std::string> insert_system(const Component& component);
  // Inserts below a node; below a sealed turn as its pre- or post-context.
  Result<std::string> insert_under(const Component& component, std::string_view parent);

  // Replaces the content of a block and returns the id that has it. A block of this cycle, of the active head or of
  // `^sys` is changed and keeps its id. A block of a sealed turn stays, and a `cb:replacement` that names it is added
  // before or after the core (where the original is; after the core for a block in it); it leaves together with what it
  // names.
  Result<std::string> replace(std::string_view id, const Replacement& replacement);

  // Deletes nodes and returns the ids of the markers that were added. A node of this cycle, of the active head or of
  // `^sys` is removed. A node of a sealed turn stays, and a `cb:redaction` that names it is added: the effective view
  // hides the node, the structural view shows both. Deleting a marker shows again what it hid; a marker in the core of
  // a sealed turn cannot be deleted: E_SEALED_IMMUTABLE.
  Result<std::vector<std::string>> delete_nodes(const std::vector<std::string>& ids);

  // Removes a node outside the core from a sealed turn.
  Result<void> detach(std::string_view id);

  // Moves nodes to another depth and returns their ids there. A node that is in a snapshot gets a new id; a turn moves
  // as its blocks. What moves into history is sealed at once. A node that gets a new id moves only together with the
  // markers that name it, and a node below a redacted one does not move: E_SEALED_IMMUTABLE names the marker.
  Result<std::vector<std::string>> move(const std::vector<std::string>& ids, std::int64_t depth);
  // Gives a node of this cycle another parent. E_TREE_CYCLE if the parent is below the node.
  Result<void> reparent(std::string_view id, std::string_view parent);

  // Pins a node for a holder (default: the actor of the options) until that holder unpins it. A pinned node is neither
  // expired nor pruned. Pins are part of the state, are committed with it, and follow a move. `unpin` fails with
  // E_NODE_NOT_FOUND if this holder does not pin the node. `hold` pins as long as the handle lives.
  Result<void> pin(std::string_view id, const std::optional<std::string>& holder = {});
  Result<void> unpin(std::string_view id, const std::optional<std::string>& holder = {});
  Result<PinHandle> hold(std::string_view id, const std::optional<std::string>& holder = {});

  // ---- edits by selector ----

  // The same for every node of the working state that a selector matches, in document order: for all or for none. A
  // match below another match leaves together with it. E_NODE_NOT_FOUND if nothing matches; E_SNAPSHOT_READONLY if the
  // selector names snapshots (`@t0`, a range, `@*`). `MutatedNode::new_ids` holds
  //   insert_under  the id of the inserted block; a component with an id fits only if there is one match
  //   replace       the id of the `cb:replacement`; empty if the node itself was changed
  //   delete_nodes  the id of the `cb:redaction`; empty if the node was removed
  //   move          the ids at the new place: for a turn those of its blocks
  //   detach, pin, unpin  nothing
  Result<std::vector<MutatedNode>> insert_under(const Component& component, const Selector& parents);
  Result<std::vector<MutatedNode>> replace(const Selector& nodes, const Replacement& replacement);
  Result<std::vector<MutatedNode>> delete_nodes(const Selector& nodes);
  Result<std::vector<MutatedNode>> detach(const Selector& nodes);
  Result<std::vector<MutatedNode>> move(const Selector& nodes, std::int64_t depth);
  Result<std::vector<MutatedNode>> pin(const Selector& nodes, const std::optional<std::string>& holder = {});
  Result<std::vector<MutatedNode>> unpin(const Selector& nodes, const std::optional<std::string>& holder = {});

  // ---- reading the working state ----

  // One node of the working state, which the next commit may still expire, prune or seal. E_NODE_NOT_FOUND if there is
  // no node of this id. The cost is a copy of the node and its content.
  Result<NodeView> working_node(std::string_view id) const;
  // Calls `visit` with each node that a selector matches, in document order, until it returns false. `visit` must not
  // edit the context. E_SELECTOR_INVALID if the selector names snapshots.
  Result<void> for_each_working_node(const Selector& selector,
                                     const std::function<bool(const NodeView& node)>& visit) const;
  // Every node. Costs a copy of the whole tree with its contents.
  Result<std::vector<NodeView>> working() const;
  // Ids of pinned nodes, sorted; and every pin, sorted by id and holder.
  std::vector<std::string> working_pins() const;
  std::vector<Pin> working_pin_holders() const;
  // Discards every edit since the last commit.
  Result<void> reset();

  // Runs `edits`, which edits this context and may end with one commit, as one step: if `edits` returns an error, the
  // working state is as it was before the call and nothing was written; if not, all of it takes effect in one
  // transaction of the store. `edits` must not reset or rebase the context, or propose.
  Result<void> together(const std::function<Result<void>()>& edits);

  // ---- cycles ----

  // Ends the cycle: expires, prunes, seals, and makes one snapshot, also of a cycle without edits. After a completed
  // attempt the snapshot must render to the bytes that were sent: E_BOUNDARY_MISMATCH. The note is stored beside the
  // commit and is no part of its id; its actor is by default that of the options.
  Result<CommitReport> commit(const CommitNote& note = {}, const CommitOptions& options = {});

  // After E_CONFLICT: takes over what another writer committed to this branch, and applies the edits of this working
  // state again on top of it. Ids are kept where they are free; cycle and stamps are issued again. If an edit cannot be
  // applied, nothing changes and the error names it. Does nothing for a context in memory.
  Result<void> rebase();

  // How many edits of an earlier process are based on a commit that is not the head of this branch any more. They are
  // not in the working state, and until `rebase` or `reset` nothing can be edited or committed.
  std::uint64_t stale_edits() const;

  // Whether the branch in the store has commits, edits or settings that this context has not read. Then the next edit
  // or commit fails with E_CONFLICT, and a newly opened context has them. Always false in memory. Costs one read.
  Result<bool> is_behind() const;

  // The damage of a page that was found when the branch was opened, or by an edit or a commit. The history was then
  // read from its patches, which is slower; `Repository::repair` rebuilds the page. nullopt: no damage was found, or
  // the context is in memory.
  std::optional<std::string> damage() const;

  // Sets what commits prune from now on, and which blocks are created removable; default: nullopt, nothing. A store
  // keeps it with the branch. E_OPTION_INVALID for budgets that contradict each other or count tokens without a token
  // counter, E_UNAUTHORIZED for a policy that prunes `^sys` without the capability.
  Result<void> set_policy(std::optional<PrunePolicy> policy);
  std::optional<PrunePolicy> policy() const;

  // Sets what happens to overlapping keys from now on. A store keeps this setting with the context, for all of its
  // branches and for every process that opens it later; a context that is open already reads it at its next rebase.
  Result<void> set_overlaps(Overlaps overlaps);
  Overlaps overlaps() const;

  // ---- before a commit ----

  // The canonical thread that the next snapshot would render to: expiry, pruning and sealing on a copy.
  Result<std::string> preview() const;
  // The same as a request to a vendor, with every repair.
  Result<Rendered> preview(std::string_view profile, const RenderOptions& options = {}) const;
  // The report that the next commit would give, without its digests.
  Result<CommitReport> preview_report() const;

  // The same three as if `tried` were the policy (nullopt: none). The policy of the context stays, nothing is written,
  // and no capability is needed.
  Result<std::string> preview_under(const std::optional<PrunePolicy>& tried) const;
  Result<Rendered> preview_under(const std::optional<PrunePolicy>& tried, std::string_view profile,
                                 const RenderOptions& options = {}) const;
  Result<CommitReport> preview_report_under(const std::optional<PrunePolicy>& tried) const;

  // ---- calls to a vendor within a cycle (attempt.h) ----

  // Records a running attempt and returns the bytes to send: the preview as the canonical thread, or as the profile
  // that the request names. examples/agent_loop.cc shows the whole loop.
  Result<AttemptTicket> begin_attempt(const AttemptRequest& request);
  // Ends an attempt. The commit of this cycle puts the reply of a completed attempt into the next cycle; of several
  // completed ones the one that began last counts. After any other end the cycle continues as if nothing had happened.
  // If the cycle was committed meanwhile, the attempt can only end without a reply. A completed attempt may be canceled
  // until a commit takes its reply. NotFound for an unknown id, Conflict for an attempt that ended already.
  Result<void> end_attempt(std::uint64_t attempt_id, const AttemptOutcome& outcome);
  // All attempts of this context, oldest first.
  std::vector<Attempt> attempts() const;

  // ---- looking back ----

  std::uint64_t cycle() const;  // cycle of the latest snapshot; 0 before the first commit
  // The latest snapshot; that of an absolute cycle; that n commits before the latest; and that of a reference: "@t0",
  // "@t-3", "@c42". E_SNAPSHOT_NOT_FOUND if there is none, E_SELECTOR_INVALID for a text that is no reference. Costs at
  // most the logarithm of the history; in a store an older turn may have to be read.
  Result<Snapshot> latest() const { return back(0); }
  Result<Snapshot> at(std::uint64_t cycle) const;
  Result<Snapshot> back(std::uint64_t commits) const;
  Result<Snapshot> snapshot(std::string_view reference) const;

  // ---- asking ----

  // The answer to a selector: ids, or for a range of moments what differs between them. Default: in the latest
  // snapshot. docs/selectors.md describes the language, docs/diff.md the results.
  Result<Selection> select(std::string_view selector, const SelectOptions& options = {}) const;
  Result<Selection> select(const Selector& selector, const SelectOptions& options = {}) const;
  // The same for a selector that must have a range: E_SELECTOR_INVALID if it has none.
  Result<RangeDiffLatestResult> range_diff_latest(std::string_view selector, const SelectOptions& options = {}) const;

  // The differences between two moments: "@t-1", "@c42" or "working". Their order does not matter: the later one is the
  // newer side. With a selector only nodes that match it at either moment.
  Result<Diff> diff(std::string_view a, std::string_view b, std::optional<std::string_view> selector = {}) const;
  Result<DiffDetail> diff_detail(std::string_view a, std::string_view b,
                                 std::optional<std::string_view> selector = {}) const;

  // How a selector is answered at the newest moment that it names.
  Result<Explanation> explain(std::string_view selector, const SelectOptions& options = {}) const;

  // A new context in memory that continues from that snapshot and is isolated from this one. Costs the same at any
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
