// What a commit has beside the bytes that its id covers, and what a context needs of it to go on
// as if it had never stopped. Layout: docs/format/bundle.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/trail.h"
#include "history/snapshot_data.h"
#include "latewood/commit.h"
#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood::engine {

struct CommitExtras {
  std::int64_t last_stamp = 0;  // stamps of the next cycle continue above it
  std::int64_t nodes_before = 0;
  std::int64_t bytes_before = 0;
  std::vector<Departure> departures;
  std::vector<std::string> deferred;
  std::vector<std::string> kept;
  std::shared_ptr<const std::vector<JsonMember>> envelope;  // null: nothing
  // Of a commit without parents: the node headers of root, `^sys`, `^seq` and `^ah` of the empty
  // tree it applied to.
  std::optional<std::array<std::string, 4>> frame;
  std::optional<CommitTrail> trail;  // of a commit with records beside it
};

// The headers of `CommitExtras::frame`.
std::array<std::string, 4> frame_headers(const tree::Tree& empty);

CommitExtras extras_of(const history::SnapshotData& snapshot);

std::string encode_extras(const CommitExtras& extras);

// Reads exactly what `encode_extras` writes; places count from the start of `bytes`.
Result<CommitExtras> decode_extras(std::string_view bytes);

// Members beside a snapshot or a history as one canonical JSON object, and back. The empty text
// means null.
std::string encode_members(const std::shared_ptr<const std::vector<JsonMember>>& members);
Result<std::shared_ptr<const std::vector<JsonMember>>> decode_members(std::string_view text);

}  // namespace latewood::engine
