// Finds out whether a content is system text: in `^sys`, or in a block of a turn that speaks for the system
// (tree/edit/system_text.h). Erasing such content changes the system text that a vendor receives.
#pragma once

#include <string>
#include <vector>

#include "latewood/digest.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::engine {

// Returns true if the content is system text in a snapshot of a branch or tag of these contexts, or in an uncommitted
// edit. Skips damaged history: `fsck` reports it, and it must not prevent a purge.
Result<bool> is_system_text(Repository& repository, const std::vector<std::string>& contexts,
                            const Blake3Digest& payload);

}  // namespace latewood::engine
