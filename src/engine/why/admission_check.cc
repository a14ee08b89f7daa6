#include "engine/why/admission_check.h"

#include <optional>
#include <string>

#include "base/try.h"

namespace latewood::engine {
namespace {

// The digest of the decision over the stored events; nullopt if some events are not stored, as in a history that was
// imported without them.
std::optional<Blake3Digest> digest_in(const Streams& streams, const AdmissionDecision& decision) {
  const auto stream = streams.all().find(decision.stream_id);
  if (stream == streams.all().end() || decision.to_seq > stream->second.events.size()) return std::nullopt;
  return admitted_digest(stream->second, decision.from_seq, decision.to_seq);
}

Result<void> check_decision(const AdmissionDecision& decision, const Streams& streams, std::uint64_t cycle) {
  if (decision.admit_at_tick != cycle) {
    return wrong_admission(
        cycle, "stream '" + decision.stream_id + "' has a decision of cycle " + std::to_string(decision.admit_at_tick));
  }
  const auto digest = digest_in(streams, decision);
  if (digest && *digest != decision.admitted_digest) {
    return wrong_admission(cycle, "stream '" + decision.stream_id + "' has other events than the admitted ones");
  }
  return {};
}

}  // namespace

Error wrong_admission(std::uint64_t cycle, const std::string& message) {
  return {Code::Corruption, "the admission of cycle " + std::to_string(cycle) + ": " + message, {}, {}};
}

Result<StoredAdmission> check_admission_bytes(std::string_view bytes, std::uint64_t cycle, const Streams& streams) {
  auto kept = decode_admission(bytes);
  if (!kept) return wrong_admission(cycle, kept.error().message);
  for (const AdmissionDecision& decision : kept->admission.decisions) {
    LW_TRY(check_decision(decision, streams, cycle));
  }
  return kept;
}

}  // namespace latewood::engine
