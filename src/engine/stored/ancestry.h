// Walks back over the stored commits of a line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Loads the commits of the line from its first commit to `head`, oldest first. Corruption if one is missing.
Result<std::vector<store::StoredCommit>> load_ancestry(store::Store& store, store::ContextKey context,
                                                       const store::Head& head);

// The parent that the commit's header names; nullopt for a commit without parents. Corruption if the header does not
// match the commit id.
Result<std::optional<CommitId>> parent_of(const store::StoredCommit& commit);

// The id of the previous commit of the line: the parent, or the id stored under `start_name`. A snapshot of an imported
// history may have a previous commit but no parent (exchange.h). nullopt for the first commit of the line.
Result<std::optional<CommitId>> find_id_before(store::Store& store, const store::StoredCommit& commit);

// Loads the previous commit. Corruption if it is missing or was written later than `commit`: this check makes every
// walk back end, also over damaged bytes.
Result<std::optional<store::StoredCommit>> load_commit_before(store::Store& store, const store::StoredCommit& commit);
Result<void> check_written_before(const store::StoredCommit& earlier, const store::StoredCommit& commit);

inline constexpr std::string_view kStartPrefix = "before/";

// The name of the stored value that holds, in hexadecimal, the id before a commit without parents.
std::string start_name(const CommitId& id);

}  // namespace latewood::engine
