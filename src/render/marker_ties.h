// The view in which a thread shows its turns, and which turns depend on one another because of its markers.
#pragma once

#include "render/parts/find_node.h"
#include "render/parts/thread_start.h"
#include "render/parts/turn_view.h"
#include "render/thread.h"
#include "tree/tree.h"

namespace latewood::render {

// Of the turns after the settled ones, with the markers of all.
TurnView look_at(const tree::Tree& tree, const FindNode& find, const Dialect& dialect, View view, KnownTurns known,
                 const SettledPart& settled);

// Notes the ties of markers that are not settled, and what they change of the settled turns.
void tie_markers(Thread& thread, const TurnView& view, const tree::Tree& tree, const FindNode& find,
                 const SettledPart& settled);

}  // namespace latewood::render
