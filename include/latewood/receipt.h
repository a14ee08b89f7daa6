// Why a commit did what it did: every candidate of its cycle in plan order, with what it read, what it wrote, and its
// outcome. Receipts are stored beside commits and are no part of their ids.
//
//   const Receipt receipt = receipt_of(context, "@t0").value();
//   for (const Candidate& candidate : receipt.candidates) {
//     std::cout << candidate.rule << ' ' << to_string(candidate.disposition) << '\n';
//   }
//
// Everything here is a plain value that owns its members. docs/receipts.md explains the words, docs/format/receipt.md
// the stored form.
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

// An event of a stream; streams count their events from 1.
struct EventRef {
  std::string stream;
  std::uint64_t seq = 0;
  friend auto operator<=>(const EventRef&, const EventRef&) = default;
};

// The part of the graph that holds a node: the ring of a turn, or the trunk.
struct Instance {
  std::string turn = {};    // the id of the turn; empty: the trunk
  std::uint64_t cycle = 0;  // cycle of the turn; 0 for the trunk
  friend auto operator<=>(const Instance&, const Instance&) = default;
};

struct NodeRef {
  Instance instance;
  std::string id;
  friend auto operator<=>(const NodeRef&, const NodeRef&) = default;
};

enum class RewriteKind : std::uint8_t {
  Made = 1,      // a new node: `to`, `parent`, `header`
  Changed = 2,   // a new header of a node: `to`, `header`
  Placed = 3,    // another parent or instance of a node: `from`, `to`, `parent`
  Dropped = 4,   // a removed node: `from`
  Pinned = 5,    // a new pin: `parent` is the name of its holder
  Unpinned = 6,  // a removed pin: `parent` is the name of its holder
};

// The effect of a candidate on one node. Members that the kind does not list are empty.
struct Rewrite {
  RewriteKind kind = RewriteKind::Made;
  std::string id;
  Instance from = {};
  Instance to = {};
  std::string parent = {};
  std::string header = {};  // encoded as in docs/format/node_header.md
  friend bool operator==(const Rewrite&, const Rewrite&) = default;
};

enum class CandidateKind : std::uint8_t {
  Direct = 1,     // a call on the context; first in the plan, in call order
  Proposal = 2,   // offered by `propose`; in canonical order
  Lifecycle = 3,  // expiry, cascade, pruning, sealing; last, in the order of the commit sequence
};

enum class Disposition : std::uint8_t {
  Applied = 1,
  Rejected = 2,  // in conflict with the reads or writes of a candidate before it
};

struct Candidate {
  CandidateKind kind = CandidateKind::Direct;
  Disposition disposition = Disposition::Applied;
  // "insert", "replace", "move", "delete", "expire", "cascade", "prune", "seal", or the rule of a proposal.
  std::string rule;
  NodeRef scope = {};                        // the node it is about; for an insertion, the place
  std::string actor = {};                    // the author; empty: unknown, or the lifecycle
  std::optional<EventRef> event = {};        // the cause; nullopt: none
  std::vector<std::uint64_t> blockers = {};  // if rejected: places in the plan of the blocking candidates
  // Nodes that it read and did not write, ascending; without the root, the regions and the core of the active head,
  // which every candidate reads.
  std::vector<NodeRef> reads = {};
  std::vector<std::string> keys = {};  // overlap keys that it took or released, ascending
  std::vector<Rewrite> rewrites = {};  // if rejected: what it would have done
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

struct Receipt {
  std::uint64_t cycle = 0;
  Blake3Digest plan_digest;
  Blake3Digest decision_digest;
  Blake3Digest rewrites_digest;
  Blake3Digest admission_digest;  // digest of the admissions of the cycle
  std::string policy = {};        // the policy of the commit as canonical JSON; empty: none
  std::vector<Candidate> candidates;
  friend bool operator==(const Receipt&, const Receipt&) = default;
};

// "direct", "proposal", "lifecycle"; "applied", "rejected"; "made", "changed", ...
std::string_view to_string(CandidateKind kind);
std::string_view to_string(Disposition disposition);
std::string_view to_string(RewriteKind kind);

// Canonical JSON with the members of the structs; an instance is the id of its turn, headers are left out.
std::string to_json(const Receipt& receipt);

// The receipt of the commit that a reference names ("@t0", "@c42"). E_RECEIPT_MISSING if the commit was imported, was
// made without receipts, or if its receipt was collected.
Result<Receipt> receipt_of(const Context& context, std::string_view reference);

// Whether a receipt matches its commit: its digests are those of its candidates, and the candidates applied to the tree
// before give the tree after. Corruption names the first difference. A commit without a receipt passes.
Result<void> check_receipt(const Context& context, std::string_view reference);

}  // namespace latewood
