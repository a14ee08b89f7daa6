// A difference of two texts in the unified format, as GNU `patch` applies it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace latewood::diff {

// The labels after `---` and `+++`. Control characters are written as JSON escapes (E-40), so that a label stays on its
// line.
struct UnifiedLabels {
  std::string older;
  std::string newer;
};

// Empty exactly if the texts are equal. A line ends with its line feed and with
// nothing else; carriage returns are part of their line. Hunks give both numbers of a
// range, even where it is one line: `@@ -3,1 +3,2 @@`. A `context_lines` below 0 counts
// as 0; one beyond the texts gives a single hunk with everything.
std::string unified_diff(std::string_view older, std::string_view newer, const UnifiedLabels& labels,
                         std::int64_t context_lines = 3);

}  // namespace latewood::diff
