// The decisions of a cycle as they are kept beside its commit. Layout: docs/format/admission.md.
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
  std::uint64_t seq = 0;      // the last event that was decided
  std::uint64_t dropped = 0;  // how many of them were passed over
  friend bool operator==(const Cursor&, const Cursor&) = default;
};

// By view and stream.
using Cursors = std::map<std::pair<std::string, std::string>, Cursor>;

struct KeptAdmission {
  CycleAdmission admission;
  Cursors cursors;  // of all views, after the cycle
  // That the decisions were made by, as canonical JSON. Those of admissions of before they were kept are missing.
  std::set<std::string> policies;
};

// The record of the specification.
warp::AdmissionRecord record_of(const AdmissionDecision& decision);

// Puts the decisions into canonical order and derives the digest.
void seal_admission(CycleAdmission& admission);

// Canonical JSON.
std::string encode_admission(const KeptAdmission& kept);

// Corruption if the text is not that of an admission, or an id or the digest is not the derived one (DIGEST-18).
Result<KeptAdmission> decode_admission(std::string_view text);

// The same, for the next commit to keep.
PendingAdmission pending_of(const KeptAdmission& kept);

// What an earlier process left for the commit of that cycle; nothing if it was for another one.
Result<PendingAdmission> pending_admission(const std::string& bytes, std::uint64_t cycle);

}  // namespace latewood::engine
