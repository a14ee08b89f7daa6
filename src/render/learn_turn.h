// Renders one turn by itself, for the cache (render/parts/known_turn.h says what is known of it then).
#pragma once

#include "render/parts/known_turn.h"
#include "tree/tree.h"

namespace latewood::render {

struct Profile;

KnownTurn learn_turn(const tree::Ring& ring, const Profile& profile);
// The same for the canonical thread, in which nothing outside a turn changes the text of the turn.
KnownTurn learn_canonical_turn(const tree::Ring& ring);

// The piece of a turn alone: of a profile, or of the canonical thread if that is null. For `Outline::spell`.
Piece spell_turn(const tree::Ring& ring, const Profile* profile);

}  // namespace latewood::render
