// Hints for the error about an unknown name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace latewood::selector {

// Whether `a` becomes `b` by one letter that is missing, added or wrong, or by two
// neighbours that are swapped. Equal texts are not one slip apart.
bool is_one_slip_apart(std::string_view a, std::string_view b);

// "^sqe: did you mean ^seq?" if `name` is one slip apart from a known name, else "^foo: known
// are ^root ^sys ^seq ^ah". `mark` is what stands before such a name.
std::string hint_for(std::string_view mark, std::string_view name, const std::vector<std::string_view>& known);

// "unknown root ^sqe: did you mean ^seq?"
template <class Words>
std::string unknown_word(std::string_view what, std::string_view mark, std::string_view name, const Words& words) {
  std::vector<std::string_view> known;
  for (const auto& word : words) known.push_back(word.text);
  return "unknown " + std::string(what) + " " + hint_for(mark, name, known);
}

}  // namespace latewood::selector
