// What garbage collection removes, and why the rest stays.
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

// What keeps snapshots of a context.
struct PlannedNames {
  KeptNames kept;
  std::set<std::string> states;  // those that hold snapshots, and those that this run writes
};

// A patch that goes as long as the state is so: it stands in its place, or nobody began to put one there.
struct PlannedPatch {
  store::ContextKey context{};
  std::uint64_t sequence = 0;  // of the commit
  std::optional<store::ContextState> expected;
};

// What is to go, in this order, and why the rest stays.
struct CollectionPlan {
  std::uint64_t planned_at = 0;              // the newest commit then, and
  std::optional<store::CommitPlace> anchor;  // the same: as long as it is there, sequences mean what they did
  std::uint64_t last_commit = 0;             // the newest that was taken into account
  std::vector<std::uint64_t> collected;      // of what nothing is needed, ascending
  // That must stay as they are for contents and pages to go: first what came back, then snapshots that are kept whole.
  std::vector<store::StateList> lists;
  std::vector<store::WriteBatch> unfinished;  // histories that somebody began to write
  std::vector<PlannedPatch> first;            // of commits that were kept whole
  std::vector<PlannedPatch> patches;          // the others, newest first, and
  std::vector<std::uint64_t> receipts;        // of commits that go, and
  std::vector<std::uint64_t> admissions;      // theirs, but for the newest before a history begins
  std::vector<store::WriteBatch> forgotten;   // states that nobody opens any more
  std::vector<Blake3Digest> roots;            // pages that begin a checkpoint, and
  std::vector<Blake3Digest> pages;            // the others
  std::vector<Blake3Digest> payloads;
  std::vector<std::uint64_t> uploads;
  Needs needs;
  std::map<store::ContextKey, PlannedNames> names;
  CollectReport report;
};

// Derived from what stays. Writes the states that histories will be opened from, unless it is a dry run: a state beside
// its commit's patch does no harm.
Result<CollectionPlan> plan_collection(store::Store& store, const CollectOptions& options, const Progress& progress);

}  // namespace latewood::engine
