// What a commit did: nothing leaves a context without standing here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/digest.h"

namespace latewood {

enum class Cause : std::uint8_t {
  Ttl,      // its cycles ran out, or those of a node above it
  Cascade,  // a removable container that was emptied
  Prune,    // a budget of the policy
  Delete,   // an edit: somebody deleted it, or moved it to where it has another id
};

// "ttl", "cascade", "prune", "delete".
const char* to_string(Cause cause);

struct Departure {
  std::string id;
  Cause cause = Cause::Ttl;
  std::uint64_t bytes = 0;  // of its content
  // The id of its parent, if it left by ttl or prune because its parent did; empty: it left for a reason of its own.
  std::string with = {};
  friend bool operator==(const Departure&, const Departure&) = default;
};

// What is known of a commit beside what its id covers.
struct CommitNote {
  std::string actor = {};      // who made it
  std::string message = {};    // why
  std::int64_t host_time = 0;  // when, in nanoseconds; 0: the last stamp of the cycle
  friend bool operator==(const CommitNote&, const CommitNote&) = default;
};

struct CommitOptions {
  // The ttl of the turn that the commit seals, at least 1: the turn is in so many snapshots, this one included, and
  // then leaves with everything in it unless a pin or a reference holds it. E_TTL_INVALID for other numbers.
  // Default: the turn stays.
  std::optional<std::int64_t> ttl = {};
};

struct CommitReport {
  std::uint64_t cycle = 0;
  CommitId commit_id;
  StateRoot state_root;
  PatchDigest patch_digest;
  std::string turn_id;                // the turn this cycle sealed
  std::vector<Departure> departures;  // in the order in which they went
  std::vector<std::string> deferred;  // expired, but kept because of a pin or reference
  std::vector<std::string> kept;      // over budget, but kept because of a pin or reference
  std::uint32_t policy_id = 0;        // of the pruning policy; "NOP0" without one
  std::int64_t nodes_before = 0;      // blocks of the snapshot before and those that came, and what is left of them
  std::int64_t nodes_after = 0;
  std::int64_t bytes_before = 0;  // of their content, as canonical JSON
  std::int64_t bytes_after = 0;
};

}  // namespace latewood
