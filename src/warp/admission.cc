#include "warp/admission.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <tuple>

#include "canon/binary_writer.h"
#include "canon/blake3.h"
#include "warp/receipt_digests.h"

namespace latewood::warp {
namespace {

// The version is part of hashed bytes: docs/format/digests.md, section 8.
constexpr std::uint16_t kAdmissionVersion = 1;
constexpr std::string_view kDecisionIdDomain("echo:stream_admission_decision_id:v1\0", 37);

constexpr std::uint8_t kRangeTag = 1;
constexpr std::uint8_t kListTag = 2;

void encode_budget(BinaryWriter& out, const std::optional<std::uint64_t>& budget) {
  out.u8(budget ? 1 : 0);
  if (budget) out.u64(*budget);
}

void encode_admitted(BinaryWriter& out, const SeqRange& range) {
  out.u8(kRangeTag);
  out.u64(range.from_seq);
  out.u64(range.to_seq);
}

void encode_admitted(BinaryWriter& out, const SeqList& list) {
  out.u8(kListTag);
  out.u64(list.seqs.size());
  for (const std::uint64_t seq : list.seqs) out.u64(seq);
}

std::uint64_t first_seq(const AdmissionRecord& record) {
  if (const SeqRange* range = std::get_if<SeqRange>(&record.admitted)) return range->from_seq;
  const std::vector<std::uint64_t>& seqs = std::get<SeqList>(record.admitted).seqs;
  return seqs.empty() ? 0 : *std::min_element(seqs.begin(), seqs.end());
}

bool comes_before(const AdmissionRecord& a, const AdmissionRecord& b) {
  const auto key = [](const AdmissionRecord& record) {
    return std::make_tuple(std::string_view(record.view_id), std::string_view(record.stream_id), record.admit_at_tick,
                           first_seq(record));
  };
  if (key(a) != key(b)) return key(a) < key(b);
  return encode_admission_record(a) < encode_admission_record(b);
}

Error refused(std::string message) { return {Code::InvalidArgument, std::move(message), {}, {}}; }

}  // namespace

Result<void> check_admission_record(const AdmissionRecord& record) {
  if (const SeqRange* range = std::get_if<SeqRange>(&record.admitted)) {
    if (range->from_seq <= range->to_seq) return {};
    return refused("admitted range from " + std::to_string(range->from_seq) + " to " + std::to_string(range->to_seq));
  }
  const std::vector<std::uint64_t>& seqs = std::get<SeqList>(record.admitted).seqs;
  const auto crossed = std::adjacent_find(seqs.begin(), seqs.end(), std::greater_equal<>());
  if (crossed == seqs.end()) return {};
  return refused("admitted numbers do not ascend: " + std::to_string(crossed[0]) + ", " + std::to_string(crossed[1]));
}

std::string encode_admission_record(const AdmissionRecord& record) {
  BinaryWriter out;
  out.sized(record.view_id);
  out.sized(record.stream_id);
  out.u64(record.admit_at_tick);
  out.id(record.policy_hash);
  encode_budget(out, record.budget_max_events);
  encode_budget(out, record.budget_max_bytes);
  encode_budget(out, record.budget_max_work);
  out.u8(record.fairness_order_digest ? 1 : 0);
  if (record.fairness_order_digest) out.id(*record.fairness_order_digest);
  std::visit([&out](const auto& admitted) { encode_admitted(out, admitted); }, record.admitted);
  out.id(record.admitted_digest);
  return out.take();
}

DecisionId decision_id(const AdmissionRecord& record) {
  Blake3Hasher hasher;
  hasher.update(kDecisionIdDomain);
  hasher.update(encode_admission_record(record));
  return {hasher.finish().bytes};
}

AdmissionDigest admission_digest(std::vector<AdmissionRecord> records) {
  if (records.empty()) return {empty_list_digest().bytes};
  std::sort(records.begin(), records.end(), comes_before);
  BinaryWriter out;
  out.u16(kAdmissionVersion);
  out.u64(records.size());
  for (const AdmissionRecord& record : records) out.raw(encode_admission_record(record));
  return {blake3_of(out.view()).bytes};
}

}  // namespace latewood::warp
