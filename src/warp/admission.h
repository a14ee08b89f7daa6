// Admission records: which events of its streams a tick admits, and their digest.
// Layout: docs/format/digests.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "latewood/digest.h"
#include "latewood/result.h"

namespace latewood::warp {

using PolicyHash = Bytes32<struct PolicyHashTag>;
using FairnessDigest = Bytes32<struct FairnessDigestTag>;
using AdmittedDigest = Bytes32<struct AdmittedDigestTag>;
using DecisionId = Bytes32<struct DecisionIdTag>;
using AdmissionDigest = Bytes32<struct AdmissionDigestTag>;

// Both ends are admitted.
struct SeqRange {
  std::uint64_t from_seq = 0;
  std::uint64_t to_seq = 0;
  friend bool operator==(const SeqRange&, const SeqRange&) = default;
};

// Ascending, no number twice.
struct SeqList {
  std::vector<std::uint64_t> seqs;
  friend bool operator==(const SeqList&, const SeqList&) = default;
};

struct AdmissionRecord {
  std::string view_id;    // opaque bytes
  std::string stream_id;  // opaque bytes
  std::uint64_t admit_at_tick = 0;
  PolicyHash policy_hash;
  std::optional<std::uint64_t> budget_max_events;
  std::optional<std::uint64_t> budget_max_bytes;
  std::optional<std::uint64_t> budget_max_work;
  std::optional<FairnessDigest> fairness_order_digest;
  std::variant<SeqRange, SeqList> admitted;
  AdmittedDigest admitted_digest;
  friend bool operator==(const AdmissionRecord&, const AdmissionRecord&) = default;
};

// Refuses a range whose ends are crossed, or a list that is not ascending (D-60).
Result<void> check_admission_record(const AdmissionRecord& record);

std::string encode_admission_record(const AdmissionRecord& record);

// Derived from the record, never stored in it (DIGEST-17).
DecisionId decision_id(const AdmissionRecord& record);

// The digest of the records. Their order does not matter: they are sorted by view and stream, then tick, then first
// admitted number, then their bytes (D-60).
AdmissionDigest admission_digest(std::vector<AdmissionRecord> records);

}  // namespace latewood::warp
