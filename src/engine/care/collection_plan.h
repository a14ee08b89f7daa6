// The plan of a garbage collection: the records to write first and the records to remove. In this room a "state" is a
// snapshot stored as a whole (docs/format/state_page.md), with which a shortened history begins.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/care/needs.h"
#include "engine/stored/retention.h"
#include "latewood/caretaking.h"
#include "latewood/ext/store.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::engine {

// The names in a context that keep its records.
struct PlannedNames {
  KeptNames kept;
  std::set<std::string> states;  // names of the context's states, and of those that the run writes
};

// A state that the run writes, so that a history can begin with its commit.
struct PlannedState {
  store::ContextKey context{};
  CommitId commit;
  store::StateExpectation state;    // its name, and the digest of its first page
  std::vector<Blake3Digest> pages;  // all of its pages; their bytes are in `CollectionPlan::state_pages`
};

// A patch that is removed only while `expected` holds: the state stands in its place, or no state of that name exists.
struct PlannedPatch {
  store::ContextKey context{};
  std::uint64_t sequence = 0;  // of the commit
  std::optional<store::ContextState> expected;
};

struct CollectionPlan {
  // ---- conditions ----
  std::uint64_t planned_at = 0;              // sequence of the newest commit when the planning began
  std::optional<store::CommitPlace> anchor;  // that commit; sequences are valid only while the store has it there
  std::uint64_t last_commit = 0;             // sequence of the newest commit that the plan takes into account
  std::vector<std::uint64_t> collected;      // sequences of commits that keep nothing but their headers, ascending
  // The counts of restored commits, then all states. Contents and pages are removed only while these are unchanged.
  std::vector<store::StateList> expected_lists;

  // ---- steps, in the order of the run ----
  std::vector<PlannedState> states;                 // to write
  std::map<Blake3Digest, std::string> state_pages;  // bytes of the pages of `states`; empty in a dry run
  std::vector<store::WriteBatch> unfinished;        // removes the marks of unfinished imports
  std::vector<PlannedPatch> replaced_patches;       // patches of the commits of `states`
  std::vector<PlannedPatch> patches;                // the other patches, newest first
  std::vector<store::WriteBatch> outdated_states;   // removes the states of collected commits
  std::vector<std::uint64_t> receipts;              // of collected commits
  std::vector<std::uint64_t> admissions;            // of collected commits, except the newest before a history
  std::vector<Blake3Digest> roots;                  // root pages of checkpoints
  std::vector<Blake3Digest> pages;                  // the other pages
  std::vector<Blake3Digest> payloads;
  std::vector<std::uint64_t> uploads;

  // ---- for the planning and the report ----
  Needs needs;
  std::map<store::ContextKey, PlannedNames> names;
  CollectReport report;
};

// Plans a collection: removes every record that no kept snapshot needs. Writes nothing. Conflict if another process
// collects at the same time.
Result<CollectionPlan> plan_collection(store::Store& store, const CollectOptions& options, const Progress& progress);

}  // namespace latewood::engine
