// Edits as text, for the journal of a working state. Layout: docs/format/edit.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/journal.h"
#include "latewood/digest.h"
#include "latewood/result.h"

namespace latewood::engine {

// A call and the commit that the working state followed when it was made.
struct JournalEntry {
  std::optional<CommitId> base = {};
  EditCall call = {};
  // Of a call that was not made but offered to the next commit.
  struct Offered {
    std::string rule;
    std::string scope;
  };
  std::optional<Offered> offered = {};
  // Everything before it is forgotten, and there is no call. A journal is only emptied by a commit, so
  // that its length tells a writer whether somebody else was there.
  bool is_reset = false;
};

// Canonical JSON.
std::string encode_entry(const JournalEntry& entry);

// Corruption with the member at fault if the text is not that of an entry.
Result<JournalEntry> decode_entry(std::string_view text);

}  // namespace latewood::engine
