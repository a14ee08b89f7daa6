// `@*`: the matches of a selector in all snapshots of a line (D-36).
#pragma once

#include <string>
#include <vector>

#include "history/timeline.h"
#include "latewood/result.h"
#include "selector/language/ast.h"
#include "selector/matcher.h"

namespace latewood::engine {

// The ids of all matches, each once, in the order of the first match: from the newest snapshot to the oldest, inside a
// snapshot in document order.
//
// Cost: if a match depends only on the node's own turn or region, of an older snapshot only the turns that differ from
// the next newer one are read. Selectors that count turns are run on every snapshot.
Result<std::vector<std::string>> select_every_moment(const selector::Query& query, const selector::Plan& plan,
                                                     const history::Timeline& line);

}  // namespace latewood::engine
