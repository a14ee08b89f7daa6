// Whether a content is said in the system's name: in `^sys`, or by a block of a turn that speaks for the system
// (tree/edit/system_text.h). Erasing such a content changes what a provider reads as the system's word.
#pragma once

#include <string>
#include <vector>

#include "latewood/digest.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::engine {

// In any snapshot of a branch or tag of these contexts, or in edits that wait for a commit. What cannot be read says
// nothing here: `fsck` tells of it, and erasing must not wait for it.
Result<bool> is_said_by_system(Repository& repository, const std::vector<std::string>& contexts,
                               const Blake3Digest& payload);

}  // namespace latewood::engine
