// A context: what a model sees, kept as a tree with rules, one snapshot per cycle.
//
//   Context context;
//   context.insert({.role = "user", .content = "Hello"});
//   context.commit();
//   for (const NodeView& node : context.latest()->nodes()) ...
//
// Every call either does all it says or changes nothing and returns an error with a stable
// code; nothing throws or prints. One thread edits and commits; any number of threads take
// snapshots with `latest` and `at` and read them meanwhile, without locks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/attempt.h"
#include "latewood/clock.h"
#include "latewood/node.h"
#include "latewood/policy.h"
#include "latewood/result.h"
#include "latewood/snapshot.h"

namespace latewood {

struct ContextOptions {
  std::shared_ptr<Clock> clock = {};  // default: the host's
  std::string actor = {};             // provenance of nodes that name none; default: none
  bool system = false;                // may write to `^sys`; default: false
  bool demote_overlaps = false;       // move prior instances of a key deeper instead of refusing; default: false
  std::shared_ptr<TokenCounter> tokens = {};  // for budgets in tokens; default: none
};

struct Replacement {
  std::optional<JsonValue> content = {};
  std::vector<JsonMember> attributes = {};
};

class Context {
 public:
  explicit Context(ContextOptions options = {});
  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;
  ~Context();

  // Grants or takes the system capability for the calls that follow.
  void set_system(bool granted);

  // ---- the working state ----

  // Depth 0 is the active head, below 0 the system region; k > 0 makes a new turn at depth k,
  // shifting those from k on one deeper. Returns the node's id.
  Result<std::string> insert(const Component& component, std::int64_t depth = 0);
  // Below a node; under a sealed turn as its pre- or post-context.
  Result<std::string> insert_under(const Component& component, std::string_view parent);

  // A node of this cycle, of the active head or (with the capability) of `^sys` gets new content
  // and keeps its id. In a sealed turn the original stays and still renders; a `cb:replacement`
  // that names it is added, and its id returned.
  Result<std::string> replace(std::string_view id, const Replacement& replacement);

  // Nodes of this cycle and of the active head go. In a sealed turn a node stays, and a
  // `cb:redaction` that names it is added: a marker does not hide text. Returns the ids of the
  // markers.
  Result<std::vector<std::string>> delete_nodes(const std::vector<std::string>& ids);

  // Takes a node that is not in the core out of a sealed turn.
  Result<void> detach(std::string_view id);

  // To another depth; returns the ids the nodes have there. What a snapshot has seen gets new
  // ids; a turn moves as the blocks it holds. What comes into history is sealed at once.
  Result<std::vector<std::string>> move(const std::vector<std::string>& ids, std::int64_t depth);
  Result<void> reparent(std::string_view id, std::string_view parent);

  // A pinned node is neither expired nor pruned. Pins are part of the state.
  Result<void> pin(std::string_view id);
  Result<void> unpin(std::string_view id);

  // The tree as it would be committed now, before expiry, pruning and sealing.
  std::vector<NodeView> working() const;
  // Forgets every edit since the last commit.
  void reset();

  // ---- cycles ----

  // Expires, prunes, seals, and makes one snapshot. Empty cycles are cycles too. After a
  // completed attempt the snapshot must render to the bytes that were sent, else nothing changes
  // and the error is E_BOUNDARY_MISMATCH.
  Result<CommitReport> commit();

  // What commits prune from now on; nothing switches pruning off, which is the default. A
  // budget in tokens needs a token counter.
  Result<void> set_policy(std::optional<PrunePolicy> policy);

  // ---- provider calls within a cycle ----

  // The bytes the next snapshot would render to: expiry, pruning and sealing on a copy.
  Result<std::string> preview() const;

  // Records a running attempt and gives the preview's bytes to send.
  Result<AttemptTicket> begin_attempt(const AttemptRequest& request);
  // Ends it. The reply of a completed attempt enters the next cycle when this one is
  // committed. After any other end the cycle goes on as if nothing had happened.
  Result<void> end_attempt(std::uint64_t attempt_id, const AttemptOutcome& outcome);
  // All attempts of this context, oldest first.
  std::vector<Attempt> attempts() const;

  // ---- looking back ----

  std::uint64_t cycle() const;  // of the latest snapshot; 0 before the first
  Result<Snapshot> latest() const { return back(0); }
  // The snapshot of an absolute cycle; n commits before the latest.
  Result<Snapshot> at(std::uint64_t cycle) const;
  Result<Snapshot> back(std::uint64_t commits) const;

  // A context that goes on from that snapshot, isolated from this one. Costs the same at any
  // length of history.
  Result<Context> fork(std::uint64_t cycle) const;

 private:
  struct Impl;
  explicit Context(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace latewood
