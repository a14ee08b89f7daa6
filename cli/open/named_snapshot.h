// One snapshot of a history, by its reference.
#pragma once

#include <string>

#include "cli/open/history.h"
#include "cli/open/leftovers.h"

namespace latewood::cli {

// Opens the history and calls `use` with the snapshot of `reference`, the newest one if it is empty. Reports the error
// if there is none. `use` returns the exit code.
template <class Use>
int with_snapshot(const Where& where, const std::string& reference, Use use) {
  if (auto named = refuse_beside_name(where, reference); !named) return report(named.error());
  return with_history(where, [&](History& history) {
    const std::string asked = reference.empty() ? "@t0" : reference;
    const auto snapshot = history.moment(asked);
    return snapshot ? use(*snapshot) : report_in(snapshot.error(), asked);
  });
}

}  // namespace latewood::cli
