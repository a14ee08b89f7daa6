// Why a commit did what it did: every candidate of its cycle, in plan order, with what it read,
// what it wrote, and what became of it. Receipts lie beside commits and never enter their ids.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/result.h"

namespace latewood {

class Context;

// An event of a stream: streams count their events from 1.
struct EventRef {
  std::string stream;
  std::uint64_t seq = 0;
  friend auto operator<=>(const EventRef&, const EventRef&) = default;
};

// Where in the graph a node is: the ring of a turn, or the trunk with everything else.
struct Instance {
  std::string turn = {};    // the id of the turn; empty: the trunk
  std::uint64_t cycle = 0;  // that of the turn
  friend auto operator<=>(const Instance&, const Instance&) = default;
};

struct NodeRef {
  Instance instance;
  std::string id;
  friend auto operator<=>(const NodeRef&, const NodeRef&) = default;
};

enum class RewriteKind : std::uint8_t {
  Made = 1,      // a node that was not there: `to`, `parent`, `header`
  Changed = 2,   // another header for a node: `to`, `header`
  Placed = 3,    // another parent or instance for a node: `from`, `to`, `parent`
  Dropped = 4,   // a node that went: `from`
  Pinned = 5,    // a pin that the root holds: `parent` is the name of its holder
  Unpinned = 6,  // and one that it holds no longer
};

// What a candidate did to one node. The members that a kind does not name are empty.
struct Rewrite {
  RewriteKind kind = RewriteKind::Made;
  std::string id;
  Instance from = {};
  Instance to = {};
  std::string parent = {};
  std::string header = {};  // docs/format/node_header.md
  friend bool operator==(const Rewrite&, const Rewrite&) = default;
};

enum class CandidateKind : std::uint8_t {
  Direct = 1,     // a call on the context; the first in the plan, in call order
  Proposal = 2,   // offered for arbitration; in canonical order
  Lifecycle = 3,  // expiry, cascade, pruning, sealing; the last, in commit-sequence order
};

enum class Disposition : std::uint8_t {
  Applied = 1,
  Rejected = 2,  // its footprint conflicts with that of a candidate before it
};

struct Candidate {
  CandidateKind kind = CandidateKind::Direct;
  Disposition disposition = Disposition::Applied;
  std::string rule;  // "insert", "replace", "move", "delete", "expire", "cascade", "prune", "seal", or a proposer's own
  NodeRef scope = {};      // the node it was asked for: of an insertion, where it goes
  std::string actor = {};  // who called or proposed; empty: nobody said, or the lifecycle
  std::optional<EventRef> event = {};
  std::vector<std::uint64_t> blockers = {};  // of a rejected one: places in the plan, ascending
  // Nodes that it looked at and did not rewrite, ascending; without the frame of the tree (root, regions, the
  // core of the active head), which everybody reads.
  std::vector<NodeRef> reads = {};
  std::vector<std::string> keys = {};  // overlap keys that it took or gave up, ascending
  std::vector<Rewrite> rewrites = {};  // of a rejected one: what it would have done to the head
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

// docs/format/receipt.md.
struct Receipt {
  std::uint64_t cycle = 0;
  Blake3Digest plan_digest;
  Blake3Digest decision_digest;
  Blake3Digest rewrites_digest;
  Blake3Digest admission_digest;  // of the admissions of the cycle
  std::string policy = {};        // the policy of the commit as canonical JSON; empty: none
  std::vector<Candidate> candidates;
  friend bool operator==(const Receipt&, const Receipt&) = default;
};

// "direct", "proposal", "lifecycle"; "applied", "rejected"; "made", "changed", ...
std::string_view to_string(CandidateKind kind);
std::string_view to_string(Disposition disposition);
std::string_view to_string(RewriteKind kind);

// Canonical JSON: the members of the structs, instances as the id of their turn, headers left out.
std::string to_json(const Receipt& receipt);

// The receipt of the commit that a reference names ("@t0", "@c42"). E_RECEIPT_MISSING if the commit has
// none: it was imported, made without receipts, or its receipt was collected.
Result<Receipt> receipt_of(const Context& context, std::string_view reference);

// Whether the receipt tells the truth about its commit: its digests are those of its candidates, and these,
// applied to the tree before, give the tree after. Corruption names the first lie. A commit without a receipt
// passes.
Result<void> check_receipt(const Context& context, std::string_view reference);

}  // namespace latewood
