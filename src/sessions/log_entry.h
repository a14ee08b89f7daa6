// One entry of a session log, the same for every format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/node.h"
#include "latewood/result.h"
#include "latewood/session_log.h"
#include "latewood/vendor_reply.h"

namespace latewood::sessions {

enum class EntryKind : std::uint8_t {
  Message,   // blocks of one role
  Boundary,  // later requests do not have the messages before it
  Note,      // a place in the tree without blocks, or no place at all
  Unknown,   // cannot be read; `reason` says why
};

// The answer of a model that blocks of the assistant belong to.
struct LoggedResponse {
  std::string id;  // empty: none was logged; then each entry is an answer
  std::string model;
  std::string stop_reason;
  VendorUsage usage;
};

struct LogEntry {
  EntryKind kind = EntryKind::Unknown;
  std::string reason;  // only for Note and Unknown
  std::string id;      // empty: the entry has no place in the tree
  std::string parent;  // empty: the entry names none
  // Whether an entry that names no parent goes on from the one before, in a log that is a plain list.
  bool follows = false;
  std::string session;
  std::string agent;  // the sub-agent of the conversation; with `is_side` and empty: a sub-agent without a name
  bool is_side = false;
  std::int64_t time = 0;  // 0: none

  std::string role;  // for a message: user or assistant
  std::vector<Component> blocks;
  std::optional<LoggedResponse> response;  // for messages of the assistant

  // For a boundary: the earlier entries that are still sent after it, in order. If `kept_from` is set, all entries from
  // that one on are sent instead.
  std::vector<std::string> kept;
  std::string kept_from;
  std::string anchor;    // the entry after which the kept ones are sent; empty: after the boundary's own blocks
  bool is_leaf = false;  // the entry of which the program says that the conversation is there
};

// State that is passed from line to line of a log. Formats without ids and parents need it.
struct ReaderState {
  std::string session;
  std::string last;  // id of the last entry
  std::uint64_t line = 0;
  std::string model;
  std::uint64_t answers = 0;
  bool is_answering = false;      // the last item was of the assistant
  std::vector<Component> system;  // system text and tools
  bool has_system = false;
  VendorUsage usage;
};

// ---- readers, one for each format ----

// A line of JSON Lines as its entries. Never fails: what cannot be read is an unknown entry.
void read_claude_code(std::string_view line, ReaderState& state, std::vector<LogEntry>& entries);
void read_codex(std::string_view line, ReaderState& state, std::vector<LogEntry>& entries);
void read_pi(std::string_view line, ReaderState& state, std::vector<LogEntry>& entries);

// A whole document: its conversations.
struct LoggedConversation {
  std::string session;
  std::vector<Component> system;
  bool has_system = false;
  std::vector<LogEntry> entries;
};
// An error if the text is no document of the format at all.
Result<std::vector<LoggedConversation>> read_chatgpt(std::string_view document);
Result<std::vector<LoggedConversation>> read_letta(std::string_view document);

bool is_document(SessionFormat format);
// The profile that renders the requests of the format, such as "anthropic".
std::string_view profile_of(SessionFormat format);

}  // namespace latewood::sessions
