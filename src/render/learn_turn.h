// Renders one turn by itself for the cache (render/parts/known_turn.h).
#pragma once

#include "render/parts/known_turn.h"
#include "tree/tree.h"

namespace latewood::render {

struct Profile;

KnownTurn learn_turn(const tree::Ring& ring, const Profile& profile);
// Renders one turn for the canonical thread, in which the text of a turn depends on the turn only.
KnownTurn learn_canonical_turn(const tree::Ring& ring);

// The piece of one turn, for `Outline::spell`. `profile` null: the canonical thread.
Piece spell_turn(const tree::Ring& ring, const Profile* profile);

}  // namespace latewood::render
