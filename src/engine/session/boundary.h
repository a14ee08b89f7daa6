// The boundary: what an attempt sent is what the snapshot of its cycle says (D-12).
#pragma once

#include <optional>
#include <string>

#include "latewood/attempt.h"
#include "latewood/render.h"
#include "latewood/result.h"
#include "render/cache/piece_cache.h"
#include "tree/tree.h"

namespace latewood::engine {

// What an attempt sends: the canonical thread, or what a profile makes of the tree.
Result<std::string> sent_bytes(const tree::Tree& tree, const std::optional<ProfileName>& profile,
                               const RenderOptions& options, render::PieceCache& renders);

// E_BOUNDARY_MISMATCH if the tree does not render to the bytes of the attempt.
Result<void> check_sent(const tree::Tree& tree, const Attempt& attempt, render::PieceCache& renders);

}  // namespace latewood::engine
