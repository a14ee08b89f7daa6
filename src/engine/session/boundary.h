// The boundary: the snapshot of a cycle renders to exactly the bytes that the attempt of the cycle sent (D-12).
#pragma once

#include <optional>
#include <string>

#include "latewood/attempt.h"
#include "latewood/render.h"
#include "latewood/result.h"
#include "render/cache/piece_cache.h"
#include "tree/tree.h"

namespace latewood::engine {

// Renders the tree as the request of an attempt: with the profile, or as the canonical thread if there is none.
Result<std::string> render_request(const tree::Tree& tree, const std::optional<ProfileName>& profile,
                                   const RenderOptions& options, render::PieceCache& renders);

// E_BOUNDARY_MISMATCH if the tree does not render to the bytes of the attempt.
Result<void> check_boundary(const tree::Tree& tree, const Attempt& attempt, render::PieceCache& renders);

}  // namespace latewood::engine
