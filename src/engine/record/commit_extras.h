// Commit extras: the data of a commit that its id does not cover and that a context needs to continue from the commit
// in another process. Layout: docs/format/bundle.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/envelope.h"
#include "engine/record/trail.h"
#include "history/snapshot_data.h"
#include "latewood/commit.h"
#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood::engine {

struct CommitExtras {
  std::int64_t last_stamp = 0;  // stamps of the next cycle are above it
  std::int64_t nodes_before = 0;
  std::int64_t bytes_before = 0;
  std::vector<Departure> departures;
  std::vector<std::string> deferred;
  std::vector<std::string> kept;
  Envelope envelope;  // null: no envelope
  // Set for a commit without parents: the node headers of root, `^sys`, `^seq` and `^ah` of the empty tree that its
  // patch applies to.
  std::optional<std::array<std::string, 4>> frame;
  std::optional<CommitTrail> trail;  // set for a commit with attached records
};

// Computes `CommitExtras::frame`.
std::array<std::string, 4> frame_headers(const tree::Tree& empty);

CommitExtras extras_of(const history::SnapshotData& snapshot);

std::string encode_extras(const CommitExtras& extras);

// Accepts exactly the output of `encode_extras`. Error places count from the start of `bytes`.
Result<CommitExtras> decode_extras(std::string_view bytes);

// Converts the envelope members of a snapshot or a history to one canonical JSON object, and back. The empty text
// means null.
std::string encode_members(const Envelope& members);
Result<Envelope> decode_members(std::string_view text);

}  // namespace latewood::engine
