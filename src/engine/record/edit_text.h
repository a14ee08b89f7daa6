// Edits as text, for the journal of a working state. Layout: docs/format/edit.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/edit_call.h"
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
  // Everything before it is forgotten, and there is no call. See `nothing_instead_of`.
  bool is_reset = false;
};

// Entries that take the place of the first `edits` of a journal and say nothing. A journal is never emptied while its
// head stays, or who had seen as many edits would take those of others for its own. So they are one more, which
// everybody notices.
std::vector<std::string> nothing_instead_of(std::uint64_t edits);

// Canonical JSON.
std::string encode_entry(const JournalEntry& entry);

// Corruption with the member at fault if the text is not that of an entry.
Result<JournalEntry> decode_entry(std::string_view text);

}  // namespace latewood::engine
