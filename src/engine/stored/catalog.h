// Names in a store: contexts, branches, tags and the references people write.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/ext/store.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::engine {

// The state that holds the name of the branch in use.
inline constexpr std::string_view kCurrentBranch = "branch";

// A name that a reference can be told from: no `@`, and no id of a commit. `kind` is the noun for the message.
Result<void> check_ref_name(std::string_view kind, std::string_view name);

// E_CONTEXT_NOT_FOUND.
Result<store::ContextKey> find_context(store::Store& store, std::string_view name);

// The same, and makes the context if there is none and `create` says so.
Result<store::ContextKey> context_of(store::Store& store, std::string_view name, bool create);

// The context of that name, or all of them in the order in which they were made if it is empty.
Result<std::vector<store::ContextRecord>> context_records(store::Store& store, std::string_view name);

// The state in which the pruning policy of a branch is kept.
inline constexpr std::string_view kPolicyPrefix = "policy/";
inline std::string policy_name(std::string_view branch) { return std::string(kPolicyPrefix) + std::string(branch); }

// The state in which a context says what becomes of overlapping keys: "refuse" or "demote". Without it they are
// refused.
inline constexpr std::string_view kOverlapsName = "overlaps";
std::string overlaps_text(Overlaps overlaps);
// Corruption for any other value.
Result<Overlaps> read_overlaps(const std::optional<std::string>& value);

// The state that tells a branch from those of the same name before it: how many of them were deleted. Without it,
// none was.
inline std::string life_name(std::string_view branch) { return "life/" + std::string(branch); }

// The life that follows.
std::string next_life(const std::optional<std::string>& life);

// A branch and a tag never have the same name: a reference would mean one of them and hide the other. E_CONFLICT if a
// tag has it; the batch that makes the branch is refused if one gets it meanwhile.
Result<void> refuse_tag_name(store::Store& store, std::string_view name, store::WriteBatch& batch);
// Adds the tag to the batch, unless a branch has its name: E_CONFLICT.
Result<void> add_tag(store::Store& store, std::string_view name, const store::Head& head, store::WriteBatch& batch);

Result<std::string> current_branch(store::Store& store, store::ContextKey context);
// The same, which may be without commits only if the context has no branch that is not: E_BRANCH_NOT_FOUND.
Result<std::string> usable_branch(store::Store& store, store::ContextKey context);

// What `Repository::find_commit` finds.
Result<store::StoredCommit> resolve(store::Store& store, store::ContextKey context, std::string_view reference);

Result<CommitInfo> describe(const store::StoredCommit& commit);

}  // namespace latewood::engine
