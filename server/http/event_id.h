// Ids of events: "42-1f0c9a2b3c4d", the sequence of a commit in its store and the first digits of its id.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/digest.h"

namespace latewood::server {

struct EventId {
  std::uint64_t sequence = 0;
  std::string digits;  // first ones of the commit id; empty: a store without commits
};

// nullopt for a text that no server sent.
std::optional<EventId> parse_event_id(std::string_view text);
std::string event_id_text(std::uint64_t sequence, const CommitId& id);
// The id of the place before the first commit.
inline constexpr std::string_view kFirstEventId = "0-";
// Whether the id names that commit.
bool names(const EventId& id, const CommitId& commit);

}  // namespace latewood::server
