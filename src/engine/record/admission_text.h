// The admission decisions of a cycle as text: the record stored beside its commit. Layout: docs/format/admission.md.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engine/record/pending_proposal.h"
#include "latewood/intake.h"
#include "latewood/result.h"
#include "warp/admission.h"

namespace latewood::engine {

// How far a view has read a stream.
struct Cursor {
  std::uint64_t seq = 0;      // the newest event with a decision; 0: none
  std::uint64_t dropped = 0;  // how many of the decided events were dropped
  friend bool operator==(const Cursor&, const Cursor&) = default;
};

// Keyed by view and stream.
using Cursors = std::map<std::pair<std::string, std::string>, Cursor>;

// An admission as it is stored beside its commit: the decisions of a cycle, and what the next admission continues from.
struct StoredAdmission {
  CycleAdmission admission;
  Cursors cursors;  // cursors of all views, after the cycle
  // The policies behind the decisions, as canonical JSON. Empty in old records, which do not store policies.
  std::set<std::string> policies;
};

// Converts a decision to the specification's record.
warp::AdmissionRecord record_of(const AdmissionDecision& decision);

// Sorts the decisions into canonical order and computes their ids and the digest.
void seal_admission(CycleAdmission& admission);

// Returns canonical JSON.
std::string encode_admission(const StoredAdmission& stored);

// Corruption if the text is not an admission record, or if an id or the digest differs from the computed one
// (DIGEST-18).
Result<StoredAdmission> decode_admission(std::string_view text);

// Converts the record to the form that the next commit stores.
PendingAdmission pending_of(const StoredAdmission& stored);

// Reads a stored pending admission. Empty if it belongs to another cycle than `cycle`.
Result<PendingAdmission> pending_admission(const std::string& bytes, std::uint64_t cycle);

}  // namespace latewood::engine
