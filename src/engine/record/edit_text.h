// Edit calls as text: the entries of the journal of a working state. Layout: docs/format/edit.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/edit_call.h"
#include "latewood/digest.h"
#include "latewood/result.h"

namespace latewood::engine {

// An edit call of a working state.
struct JournalEntry {
  std::optional<CommitId> base = {};  // the head when the call was made; nullopt: the branch had no commit
  EditCall call = {};
  // Set for a proposal: the call waits for arbitration and has not changed the tree.
  struct Offered {
    std::string rule;
    std::string scope;
  };
  std::optional<Offered> offered = {};
  // The entry cancels all entries before it and has no call. See `reset_entries`.
  bool is_reset = false;
};

// Returns `edits + 1` reset entries, which replace a journal of `edits` entries. A journal never becomes shorter while
// the head stays: a process that had seen `edits` entries would otherwise take the next `edits` entries of another
// process for the ones it has seen. One entry more makes the change visible to every process.
std::vector<std::string> reset_entries(std::uint64_t edits);

// Returns canonical JSON.
std::string encode_entry(const JournalEntry& entry);

// Corruption, with the wrong member, if the text is not a journal entry.
Result<JournalEntry> decode_entry(std::string_view text);

}  // namespace latewood::engine
