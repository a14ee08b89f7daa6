// The word that was probably meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::cli {

// The candidate that takes the fewest slips to reach from `word`, a slip being a letter
// that is missing, added, wrong or swapped with its neighbour. Nothing if all take more
// than one slip per three letters. Of equally near ones the first.
std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace latewood::cli
