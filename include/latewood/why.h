// Why a node is as it is: from the node back through the receipts to the edits, proposals and lifecycle steps that made
// it, and to the events that caused them.
//
//   const Why reason = why(context, "cb:leaflet").value();
//   for (const WhyStep& step : reason.steps) std::cout << step.cycle << ' ' << step.note.actor << '\n';
//   if (reason.left) std::cout << "left in cycle " << reason.left->cycle << " by " << reason.left->rule << '\n';
//
// All structs are plain values that own their members. The answers come from receipts (`ContextOptions::receipts`);
// without a receipt a step has only its commit.
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

// A candidate of a commit.
struct ReasonedCandidate {
  std::uint64_t cycle = 0;
  std::uint64_t number = 0;  // place in the plan
  Candidate candidate;
  std::optional<AdmissionDecision> admission;  // the admission of its event; nullopt: none in this cycle
};

// A commit that changed the node.
struct WhyStep {
  std::uint64_t cycle = 0;
  CommitId commit_id;
  CommitNote note;
  bool has_receipt = false;                   // false: nothing more is known
  std::vector<ReasonedCandidate> candidates;  // candidates that wrote the node, in plan order
  bool is_older = false;                      // the node was there before, in snapshots that were collected
};

// How a node left.
struct WhyLeft {
  std::uint64_t cycle = 0;
  CommitId commit_id;
  std::string rule;    // "expire", "cascade", "prune", "delete", "move"; "edit" without a receipt
  std::string policy;  // policy of a prune as canonical JSON; empty: unknown or none
  std::string actor;   // the author; empty: unknown or the lifecycle
  std::optional<EventRef> event;
};

// The prospects of a node that is there.
struct WhyHere {
  std::string provenance;  // where it came from; empty: unknown
  // The cycle whose commit would let it expire without further edits, pins and references considered; nullopt: none.
  std::optional<std::uint64_t> expires;
  bool is_pinned = false;            // neither expiry nor a policy removes it
  std::vector<std::string> markers;  // markers that redact or replace it
  // The cycle in which its ttl, or that of a node above it, runs out; nullopt: none.
  std::optional<std::uint64_t> ttl_ends = {};
  // Nodes whose `data_refs` hold it, or the node above it that would take it along; ascending.
  std::vector<std::string> held_by = {};
};

struct Why {
  std::string id;
  std::vector<WhyStep> steps;   // commits that made the node what it is, or was at last; oldest first
  std::optional<WhyLeft> left;  // nullopt: it is there
  std::optional<WhyHere> here;  // nullopt: it left
};

// The reasons of a node of that snapshot or of one before it. The history of a moved node includes its former ids.
// E_NODE_NOT_FOUND if no snapshot ever had it. Costs the size of the answer and the logarithm of the history.
Result<Why> why(const Context& context, std::string_view id, std::string_view reference = "@t0");

// Exactly the candidates that are needed to make the node again, oldest first: the last one that wrote it, the last
// ones before that which wrote what it read, and so on (PATCH-30, over single candidates and without the frame of the
// tree). E_NODE_NOT_FOUND if the snapshot does not have the node.
Result<std::vector<ReasonedCandidate>> why_slice(const Context& context, std::string_view id,
                                                 std::string_view reference = "@t0");

// The origin of one unit of a thread.
struct BlameLine {
  Unit unit;
  std::uint64_t cycle = 0;            // cycle of the commit that introduced it
  std::optional<CommitId> commit_id;  // nullopt: that commit is not in this history
  std::string message;                // message of that commit
  std::string rule;                   // empty: no receipt
  std::string actor;
  std::optional<EventRef> event;
};

// The origins of the units of the canonical thread of a snapshot, in order.
Result<std::vector<BlameLine>> blame(const Context& context, std::string_view reference = "@t0");
// The same for the request of a profile, without what the profile adds itself.
Result<std::vector<BlameLine>> blame(const Context& context, std::string_view reference, std::string_view profile,
                                     const RenderOptions& options = {});

// Canonical JSON with the members of the structs.
std::string to_json(const Why& why);
std::string to_json(const std::vector<ReasonedCandidate>& slice);
std::string to_json(const std::vector<BlameLine>& lines);

}  // namespace latewood
