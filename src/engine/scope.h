// Trees as the matcher wants them: with a cycle, and a way to find ids.
#pragma once

#include "engine/branch.h"
#include "history/snapshot_data.h"
#include "selector/matcher.h"

namespace latewood::engine {

// The snapshot must outlive the scope.
inline selector::Scope scope_of(const history::SnapshotData& snapshot) {
  return {snapshot.tree, snapshot.cycle(),
          [&snapshot](std::string_view id) { return tree::find_place(snapshot.tree, id, *snapshot.ids); }};
}

// The working state, as the commit to come would date it. Valid until the next edit.
inline selector::Scope scope_of_working(const Branch& branch) {
  return {branch.working(), branch.working().cycle + 1,
          [&branch](std::string_view id) { return branch.find_working(id); }};
}

}  // namespace latewood::engine
