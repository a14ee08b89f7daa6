// Why a node is as it is: the way back through the receipts, from the node to the calls, proposals and
// lifecycle steps that made it, and to the events behind them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/commit.h"
#include "latewood/intake.h"
#include "latewood/receipt.h"
#include "latewood/render.h"
#include "latewood/result.h"

namespace latewood {

class Context;

// A candidate of some commit.
struct ReasonedCandidate {
  std::uint64_t cycle = 0;
  std::uint64_t number = 0;  // its place in the plan
  Candidate candidate;
  std::optional<AdmissionDecision> admission;  // that let its event in, if the cycle decided about it
};

// A commit that had to do with the node.
struct WhyStep {
  std::uint64_t cycle = 0;
  CommitId commit_id;
  CommitNote note;
  bool has_receipt = false;                   // without one nothing more is known
  std::vector<ReasonedCandidate> candidates;  // that wrote the node, in plan order
  bool is_older = false;                      // whether the node was there before, in snapshots that were collected
};

// How a node left.
struct WhyLeft {
  std::uint64_t cycle = 0;
  CommitId commit_id;
  std::string rule;    // "expire", "cascade", "prune", "delete", "move"; "edit" if no receipt tells more
  std::string policy;  // of a prune: the policy's canonical JSON; empty: not known, or none
  std::string actor;   // who called or proposed, if anybody did
  std::optional<EventRef> event;
};

// What becomes of a node that is there.
struct WhyHere {
  std::string provenance;  // where it came from; empty: nobody said
  // The cycle whose commit lets it go if nothing is edited until then, pins and references considered; nothing if
  // none does.
  std::optional<std::uint64_t> expires;
  bool is_pinned = false;            // neither expiry nor a policy takes it then
  std::vector<std::string> markers;  // of its turn, that redact or replace it
  // The cycle in which its ttl, or that of a node above it, runs out; nothing if none does.
  std::optional<std::uint64_t> ttl_ends = {};
  // Nodes whose `data_refs` hold it, or the node above it that would take it along; ascending.
  std::vector<std::string> held_by = {};
};

struct Why {
  std::string id;
  std::vector<WhyStep> steps;   // that made the node what it is, or was last; oldest first
  std::optional<WhyLeft> left;  // nothing if the node is there
  std::optional<WhyHere> here;  // nothing if it left
};

// For a node of that snapshot or of one before it. A node that was moved has the history of what it was before.
// E_NODE_NOT_FOUND if no snapshot ever had it. Cost follows the answer, and the logarithm of the history.
Result<Why> why(const Context& context, std::string_view id, std::string_view reference = "@t0");

// Exactly the candidates that it takes to make the node again, oldest first: the last one that wrote it, the last
// ones before that which wrote what it read, and so on (PATCH-30, over single candidates and without the frame of
// the tree). E_NODE_NOT_FOUND if the snapshot does not have the node.
Result<std::vector<ReasonedCandidate>> why_slice(const Context& context, std::string_view id,
                                                 std::string_view reference = "@t0");

// What brought one unit of a thread.
struct BlameLine {
  Unit unit;
  std::uint64_t cycle = 0;            // of the commit that brought it
  std::optional<CommitId> commit_id;  // nothing if that commit is not in this history
  std::string message;                // of the commit
  std::string rule;                   // empty: no receipt
  std::string actor;
  std::optional<EventRef> event;
};

// The units of the canonical thread of a snapshot, in order.
Result<std::vector<BlameLine>> blame(const Context& context, std::string_view reference = "@t0");
// The same for the request of a profile. What the profile adds of its own is no unit.
Result<std::vector<BlameLine>> blame(const Context& context, std::string_view reference, std::string_view profile,
                                     const RenderOptions& options = {});

// Canonical JSON, with the members of the structs.
std::string to_json(const Why& why);
std::string to_json(const std::vector<ReasonedCandidate>& slice);
std::string to_json(const std::vector<BlameLine>& lines);

}  // namespace latewood
