// Suggestions for misspelt words. A pure function.
//
//   if (const auto word = nearest_word("comit", {"commit", "insert"})) std::cerr << "do you mean " << *word << "?\n";
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latewood {

// The candidate with the fewest typing errors to `word`. A typing error is one missing, added, wrong or swapped
// letter. nullopt if every candidate needs more than one error per three letters. The first of equally near ones.
std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace latewood
