// The diff with what happened to parents and children, and which nodes probably moved (D-41).
#pragma once

#include "diff/id_diff.h"

namespace latewood::diff {

DiffDetail detail_diff(const TreeSide& newer, const TreeSide& older, const DiffFilter& filter = {});

}  // namespace latewood::diff
