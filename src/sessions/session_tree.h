// The entries of one log as trees, one for each conversation: which entry goes on from which, and the units of each.
//
// Blocks are dropped when a commit has them and read again from the log when a fork needs them, so a long log costs a
// few hundred bytes for each line.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "latewood/result.h"
#include "reconcile/request.h"
#include "reconcile/unit.h"
#include "sessions/log_entry.h"

namespace latewood::sessions {

using EntryIndex = std::uint32_t;
inline constexpr EntryIndex kNoEntry = std::numeric_limits<EntryIndex>::max();

// Where an entry stands in the log, to read its blocks again.
struct LogPlace {
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t part = 0;  // among the entries of the line
};

struct PlacedEntry {
  LogPlace place;
  EntryIndex parent = kNoEntry;
  std::uint32_t root = 0;
  EntryKind kind = EntryKind::Note;
  bool is_assistant = false;
  bool has_children = false;
  bool is_read = true;         // `blocks` are here
  std::uint32_t response = 0;  // number of the answer of a message of the assistant, from 1; 0: none
  std::int64_t time = 0;
  std::vector<Component> blocks;
  // Other entries that are sent with this one: results that the log has on another path, before it; or what stays after
  // a boundary, behind it.
  std::vector<EntryIndex> others;
  bool keeps_others = false;  // the second
  // Known when the first request that has the entry is made.
  bool is_settled = false;
  reconcile::Prefix prefix;  // prefix of all units from the root, or the last boundary, to this entry
  std::uint64_t count = 0;   // the number of these units
};

// A conversation: what has no parent begins one.
struct LogRoot {
  std::string id;  // the id of its first entry
  std::string session;
  std::string agent;
  bool is_side = false;
  bool is_orphan = false;      // begins with an answer to an entry that the log does not have
  EntryIndex last = kNoEntry;  // the newest entry
  EntryIndex leaf = kNoEntry;  // the entry at which the program says that the conversation is
  std::vector<Component> system;
  bool has_system = false;
};

class SessionTree {
 public:
  using Reload = std::function<Result<std::vector<Component>>(const LogPlace& place)>;

  SessionTree(const reconcile::UnitReader& reader, Reload reload) : reader_(&reader), reload_(std::move(reload)) {}

  // How an entry was taken.
  enum class Taken : std::uint8_t {
    Placed,
    Repeated,  // the log had it before, at the same place
    Nowhere,   // the entry has no place in a tree
  };
  // Puts an entry into its tree. `index` receives its number.
  Taken add(LogEntry entry, const LogPlace& place, EntryIndex& index);

  const PlacedEntry& at(EntryIndex index) const { return entries_[index]; }
  std::size_t size() const { return entries_.size(); }
  const std::vector<LogRoot>& roots() const { return roots_; }
  LogRoot& root_of(EntryIndex index) { return roots_[entries_[index].root]; }

  // The entry at which a conversation is now.
  EntryIndex newest_of(std::uint32_t root) const {
    return roots_[root].leaf == kNoEntry ? roots_[root].last : roots_[root].leaf;
  }

  // The nearest entry with blocks from `index` on upwards; kNoEntry: none before the root or a boundary.
  EntryIndex message_at(EntryIndex index) const;
  // Whether the entry begins an answer: it is of the assistant, and the message before it is of another answer.
  bool begins_answer(EntryIndex index) const;
  // Whether `index` is a message of the same answer as the message before it.
  bool goes_on_answering(EntryIndex index) const;

  // Computes units and prefixes from the root to the entry. Entries that were settled stay as they are.
  Result<void> settle(EntryIndex index);
  // The blocks of a settled entry with those before it, and their units.
  Result<std::vector<reconcile::GivenBlock>> blocks_of(EntryIndex index);
  // Drops the blocks of an entry and of those above it that have some, up to one that has none.
  void release(EntryIndex index);
  // The entries without children that are sent with no other entry, by number.
  std::vector<EntryIndex> leaves() const;

 private:
  std::uint32_t root_for(const LogEntry& entry, EntryIndex index);
  EntryIndex find_parent(const LogEntry& entry) const;
  void keep_after_boundary(const LogEntry& entry, EntryIndex boundary);
  void keep_at(EntryIndex anchor, std::vector<std::pair<std::string, EntryIndex>> kept);
  void drop_relogged(const LogEntry& entry, EntryIndex parent);
  void note_results(const LogEntry& entry, EntryIndex index);
  void find_missing_results(EntryIndex index);
  Result<void> settle_one(EntryIndex index);
  Result<std::vector<Component>> own_blocks(EntryIndex index);

  const reconcile::UnitReader* reader_;
  Reload reload_;
  std::vector<PlacedEntry> entries_;
  std::vector<LogRoot> roots_;
  std::map<std::string, EntryIndex, std::less<>> by_id_;
  std::map<std::string, std::uint32_t, std::less<>> responses_;
  std::uint32_t next_response_ = 1;
  // The newest entry of each session and agent, and whether one of its entries named a parent.
  struct Chain {
    EntryIndex last = kNoEntry;
    bool has_links = false;
  };
  std::map<std::string, Chain, std::less<>> chains_;
  // By root and id of the call: the entry with its result, and the calls of an entry.
  std::map<std::pair<std::uint32_t, std::string>, EntryIndex> results_;
  std::map<EntryIndex, std::vector<std::string>> calls_;
  std::map<EntryIndex, std::vector<std::string>> answered_;
  // Entries that are sent after a boundary, with their ids: until their anchor is placed, and by their anchor.
  using Kept = std::vector<std::pair<std::string, EntryIndex>>;
  std::map<std::string, Kept, std::less<>> anchored_;
  std::map<EntryIndex, Kept> kept_;
  std::set<EntryIndex> shown_elsewhere_;
};

}  // namespace latewood::sessions
