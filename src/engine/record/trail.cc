#include "engine/record/trail.h"

#include "canon/binary_writer.h"
#include "canon/blake3.h"

namespace latewood::engine {
namespace {

// Hashed into every trail: a change of this text would change all trail digests.
constexpr std::string_view kDomain("latewood:trail:v1\0", 18);

void write(BinaryWriter& out, const std::optional<Blake3Digest>& digest) {
  out.u8(digest ? 1 : 0);
  if (digest) out.id(*digest);
}

}  // namespace

Blake3Digest trail_digest(const CommitTrail& trail, const CommitId& commit, const CommitNote& note,
                          const std::optional<Blake3Digest>& before) {
  BinaryWriter out;
  out.raw(kDomain);
  write(out, before);
  out.id(commit);
  write(out, trail.receipt);
  write(out, trail.admission);
  out.u8(trail.events ? 1 : 0);
  if (trail.events) {
    out.u64(trail.events->number);
    out.id(trail.events->chain);
  }
  out.sized(note.actor);
  out.sized(note.message);
  out.u64(static_cast<std::uint64_t>(note.host_time));
  return blake3_of(out.view());
}

CommitTrail make_trail(const TrailParts& parts, const CommitId& commit, const CommitNote& note,
                       const std::optional<Blake3Digest>& before) {
  CommitTrail trail;
  if (!parts.receipt.empty()) trail.receipt = blake3_of(parts.receipt);
  if (!parts.admission.empty()) trail.admission = blake3_of(parts.admission);
  trail.events = parts.events;
  trail.digest = trail_digest(trail, commit, note, before);
  return trail;
}

}  // namespace latewood::engine
