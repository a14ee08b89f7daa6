// The commits that lead to a head, as a store has them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// From the first commit to `head`. Corruption if a link is missing.
Result<std::vector<store::StoredCommit>> ancestry(store::Store& store, store::ContextKey context,
                                                  const store::Head& head);

// The parent that the header names; nothing for a first commit.
Result<std::optional<CommitId>> parent_of(const store::StoredCommit& commit);

// The commit before it on its line: its parent, or what was written down for a commit that starts
// over, as snapshots of an imported history may (exchange.h). Nothing for the first of all.
Result<std::optional<CommitId>> before(store::Store& store, const store::StoredCommit& commit);

// That commit itself. Corruption if it is missing, or if it was written later: every walk back over commits ends
// because each was written after the one before it.
Result<std::optional<store::StoredCommit>> commit_before(store::Store& store, const store::StoredCommit& commit);
Result<void> check_written_before(const store::StoredCommit& earlier, const store::StoredCommit& commit);

inline constexpr std::string_view kStartPrefix = "before/";

// The state under which the commit before one without parents is written down, in hexadecimal.
std::string start_name(const CommitId& id);

}  // namespace latewood::engine
