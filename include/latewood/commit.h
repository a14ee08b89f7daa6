// The result of a commit: every node that left a context is listed here with its cause.
//
//   const CommitReport report = context.commit({.actor = "agent", .message = "answer"}).value();
//   for (const Departure& left : report.departures) {
//     std::cout << left.id << " left by " << to_string(left.cause) << '\n';
//   }
//
// Everything here is a plain value that owns its members.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "latewood/digest.h"
#include "latewood/json_value.h"

namespace latewood {

enum class Cause : std::uint8_t {
  Ttl,      // the ttl ran out: that of the node or of one above it
  Cascade,  // a removable container was emptied
  Prune,    // a budget of the policy removed it
  Delete,   // an edit deleted it, or moved it to where it has another id
};

// "ttl", "cascade", "prune", "delete".
const char* to_string(Cause cause);

struct Departure {
  std::string id;
  Cause cause = Cause::Ttl;
  std::uint64_t bytes = 0;  // size of its content
  std::string with = {};    // the parent with which it left by ttl or prune; empty: it left for a reason of its own
  friend bool operator==(const Departure&, const Departure&) = default;
};

// A record beside a commit that is no part of its id.
struct CommitNote {
  std::string actor = {};      // the author; default: the actor of the context
  std::string message = {};    // why; default: empty
  std::int64_t host_time = 0;  // when, in nanoseconds; default: 0, the last stamp of the cycle
  friend bool operator==(const CommitNote&, const CommitNote&) = default;
};

// A block that a summary of a commit stands for.
struct SummarizedBlock {
  std::string id;
  std::optional<std::string> role;
  std::optional<std::string> kind;
  std::string node_type;
  JsonValue content;
  Cause cause = Cause::Prune;  // Delete: an older summary, which leaves because the new one stands for it too
};

// Answers with one text for the blocks, which are oldest first; nullopt: none. Called before anything is sealed; it
// must not use the context.
using SummaryHook = std::function<std::optional<std::string>(const std::vector<SummarizedBlock>& blocks)>;

struct CommitOptions {
  // The ttl of the turn that the commit seals, at least 1 (E_TTL_INVALID): the turn is in so many snapshots, this one
  // included, and then leaves with everything in it unless a pin or a reference holds it. Default: no limit.
  std::optional<std::int64_t> ttl = {};
  // Asked for a text if the commit removes blocks by ttl or pruning. Its answer becomes one `cb:summary` with
  // `data_covers` in this commit; older summaries of this kind leave with it. If the hook throws, has no answer or
  // is late, or if the commit would fail with its answer, the commit is made as without it. Default: none.
  SummaryHook summarize = {};
  // How many milliseconds a commit waits for the hook, which then runs on a thread of its own and is abandoned: what
  // it uses must stay valid until it ends. Default: 0, as long as it takes, on the thread of the commit.
  std::uint64_t summary_wait = 0;
};

struct CommitReport {
  std::uint64_t cycle = 0;
  CommitId commit_id;
  StateRoot state_root;
  PatchDigest patch_digest;
  std::string turn_id;                // the turn that this cycle sealed
  std::vector<Departure> departures;  // in the order in which they left
  std::vector<std::string> deferred;  // expired, but kept because of a pin or reference
  std::vector<std::string> kept;      // over budget, but kept because of a pin or reference
  std::uint32_t policy_id = 0;        // id of the pruning policy; "NOP0" as a number without one
  std::int64_t nodes_before = 0;      // blocks of the snapshot before and those added since
  std::int64_t nodes_after = 0;       // blocks of this snapshot
  std::int64_t bytes_before = 0;      // contents of `nodes_before` as canonical JSON
  std::int64_t bytes_after = 0;       // contents of `nodes_after` as canonical JSON
  std::string summary_id = {};        // of the summary that the hook's answer became; empty: none
  std::string summary_fault = {};     // why there is none although something left; empty: the hook gave no text
};

}  // namespace latewood
