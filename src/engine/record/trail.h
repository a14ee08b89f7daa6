// The trail: a chain of digests over the records beside commits. No commit id covers receipts, admissions, events and
// notes (PATCH-31), so each commit has a trail digest over its own records and the previous trail digest. A reader that
// has the newest digest can detect a change of any earlier record.
// Layout: docs/format/bundle.md; rules: docs/receipts.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "latewood/commit.h"
#include "latewood/digest.h"

namespace latewood::engine {

// A position in the log of events: the newest event that a commit depends on.
struct EventsMark {
  std::uint64_t number = 0;  // number of the event
  Blake3Digest chain;        // chain digest at the event: intake/event_text.h
  friend bool operator==(const EventsMark&, const EventsMark&) = default;
};

struct CommitTrail {
  Blake3Digest digest;                         // the result of `trail_digest`
  std::optional<Blake3Digest> receipt = {};    // BLAKE3 of the receipt's bytes; nullopt: no receipt
  std::optional<Blake3Digest> admission = {};  // BLAKE3 of the admission's bytes; nullopt: no admission
  std::optional<EventsMark> events = {};       // set if the commit names events
  friend bool operator==(const CommitTrail&, const CommitTrail&) = default;
};

// `before` is the trail digest of the previous commit of the line; nullopt if that commit has no trail.
Blake3Digest trail_digest(const CommitTrail& trail, const CommitId& commit, const CommitNote& note,
                          const std::optional<Blake3Digest>& before);

// The inputs of a trail. An empty text means that there is no such record.
struct TrailParts {
  std::string_view receipt;
  std::string_view admission;
  std::optional<EventsMark> events;
};
CommitTrail make_trail(const TrailParts& parts, const CommitId& commit, const CommitNote& note,
                       const std::optional<Blake3Digest>& before);

}  // namespace latewood::engine
