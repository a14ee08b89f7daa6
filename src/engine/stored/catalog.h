// Names in a store: contexts, branches, tags and references to snapshots.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::engine {

// The name of the stored value that holds the name of the current branch; default: main.
inline constexpr std::string_view kCurrentBranch = "branch";

// Refuses a name that a reference could not express: one with `@`, one that looks like a commit id, one that is too
// long. `kind` is the noun for the message.
Result<void> check_ref_name(std::string_view kind, std::string_view name);

// E_CONTEXT_NOT_FOUND.
Result<store::ContextKey> find_context(store::Store& store, std::string_view name);

// Like `find_context`, but creates a missing context if `create` is true.
Result<store::ContextKey> context_of(store::Store& store, std::string_view name, bool create);

// The context with this name. With an empty name: all contexts in order of creation.
Result<std::vector<store::ContextRecord>> context_records(store::Store& store, std::string_view name);

// The name of the stored value that holds the pruning policy of a branch.
inline constexpr std::string_view kPolicyPrefix = "policy/";
inline std::string policy_name(std::string_view branch) { return std::string(kPolicyPrefix) + std::string(branch); }

// The name of the stored value that holds the newest figures of a branch (docs/format/figures.md).
inline constexpr std::string_view kFiguresPrefix = "figures/";
inline std::string figures_name(std::string_view branch) { return std::string(kFiguresPrefix) + std::string(branch); }

// The name of the stored value that holds the context's rule for overlapping keys: "refuse" or "demote"; default:
// refuse.
inline constexpr std::string_view kOverlapsName = "overlaps";
std::string overlaps_text(Overlaps overlaps);
// Corruption if the value is neither of the two.
Result<Overlaps> read_overlaps(const std::optional<std::string>& value);

// The name of the stored value that counts the deleted branches of this name; default: 0. It distinguishes a branch
// from earlier branches of the same name.
inline std::string life_name(std::string_view branch) { return "life/" + std::string(branch); }

// The value of `life_name` after one more deletion.
std::string next_life(const std::optional<std::string>& life);

// For a batch that creates a branch. E_CONFLICT if a tag has the name; adds to the batch an expectation that no tag
// gets it meanwhile. A branch and a tag never share a name, because a reference could not tell them apart.
Result<void> refuse_tag_name(store::Store& store, std::string_view name, store::WriteBatch& batch);
// Adds the tag to the batch. E_CONFLICT if a branch has the name, now or when the batch is written.
Result<void> add_tag(store::Store& store, std::string_view name, const store::Head& head, store::WriteBatch& batch);

// The name of the current branch. The branch may have no commit.
Result<std::string> current_branch(store::Store& store, store::ContextKey context);
// Like `current_branch`. E_BRANCH_NOT_FOUND if that branch has no commit although another branch has one.
Result<std::string> usable_branch(store::Store& store, store::ContextKey context);

// Implements `Repository::find_commit`.
Result<store::StoredCommit> resolve(store::Store& store, store::ContextKey context, std::string_view reference);

Result<CommitInfo> describe(const store::StoredCommit& commit);

}  // namespace latewood::engine
