// What binds the records beside commits. No commit id covers receipts, admissions, events and notes (PATCH-31), so
// that each commit also has a digest of its own records and of the digest before it: whoever notes the newest one
// can tell whether any of them was changed. Layout: docs/format/bundle.md; rules: docs/receipts.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "latewood/commit.h"
#include "latewood/digest.h"

namespace latewood::engine {

// The log of events as far as a commit could know it.
struct EventsMark {
  std::uint64_t number = 0;  // of the last event
  Blake3Digest chain;        // intake/event_text.h
  friend bool operator==(const EventsMark&, const EventsMark&) = default;
};

struct CommitTrail {
  Blake3Digest digest;                         // of the members below and what `trail_digest` adds
  std::optional<Blake3Digest> receipt = {};    // BLAKE3 of its bytes; nothing: there is none
  std::optional<Blake3Digest> admission = {};  // likewise
  std::optional<EventsMark> events = {};       // if the commit names events
  friend bool operator==(const CommitTrail&, const CommitTrail&) = default;
};

// `before` is the digest of the commit before, on the same line; nothing if that has none.
Blake3Digest trail_digest(const CommitTrail& trail, const CommitId& commit, const CommitNote& note,
                          const std::optional<Blake3Digest>& before);

// What a trail is made of; empty: there is none.
struct TrailParts {
  std::string_view receipt;
  std::string_view admission;
  std::optional<EventsMark> events;
};
CommitTrail make_trail(const TrailParts& parts, const CommitId& commit, const CommitNote& note,
                       const std::optional<Blake3Digest>& before);

}  // namespace latewood::engine
