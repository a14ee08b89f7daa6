// The view of a thread, and the ties between turns that its markers make.
#pragma once

#include "render/parts/find_node.h"
#include "render/parts/thread_start.h"
#include "render/parts/turn_view.h"
#include "render/thread.h"
#include "tree/tree.h"

namespace latewood::render {

// The view of the turns after the settled ones. It has the markers of all turns.
TurnView look_at(const tree::Tree& tree, const FindNode& find, const Dialect& dialect, View view, KnownTurns known,
                 const SettledPart& settled);

// Adds the ties of markers in turns that are not settled, and reopens the settled turns that these markers change.
void tie_markers(Thread& thread, const TurnView& view, const tree::Tree& tree, const FindNode& find,
                 const SettledPart& settled);

}  // namespace latewood::render
