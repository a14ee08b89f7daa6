// `@*`: the matches of a selector in all snapshots of a line (D-36).
#pragma once

#include <string>
#include <vector>

#include "history/timeline.h"
#include "latewood/result.h"
#include "selector/language/ast.h"
#include "selector/matcher.h"

namespace latewood::engine {

// Each id once: snapshots from the newest to the oldest, document order inside each, where it
// comes up first.
//
// If a node's match depends only on its own turn or region, an older snapshot is asked only
// about the turns in which it differs from the one after it. Selectors that count turns are
// asked of every snapshot.
Result<std::vector<std::string>> select_every_moment(const selector::Query& query, const selector::Plan& plan,
                                                     const history::Timeline& line);

}  // namespace latewood::engine
