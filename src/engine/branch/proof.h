// Who proves a commit that is restored.
#pragma once

#include <cstdint>

namespace latewood::engine {

// The place of two checks over the trees before and after a commit: that the patch is the one a commit would write
// (`warp::prove_patch`), and that the state has the root of its header (`warp::advance_root`).
enum class Proof : std::uint8_t {
  Here,      // while the commit is restored
  ByCaller,  // later, by the caller
};

}  // namespace latewood::engine
