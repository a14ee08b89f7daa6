#include "selector/language/unknown_word.h"

#include <algorithm>

#include "canon/json_cursor.h"

namespace latewood::selector {

bool is_one_slip_apart(std::string_view a, std::string_view b) {
  // Removes the common beginning and end. The rest must be the slip.
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  const bool is_swap = a.size() == 2 && b.size() == 2 && a[0] == b[1] && a[1] == b[0];
  return is_swap || a.size() + b.size() == 1 || (a.size() == 1 && b.size() == 1);
}

std::string hint_for(std::string_view mark, std::string_view name, const std::vector<std::string_view>& known) {
  std::string hint = std::string(mark) + excerpt(name) + ": ";
  const auto near =
      std::find_if(known.begin(), known.end(), [name](std::string_view word) { return is_one_slip_apart(name, word); });
  if (near != known.end()) return hint.append("did you mean ").append(mark).append(*near).append("?");
  hint.append("known are");
  for (const std::string_view word : known) hint.append(" ").append(mark).append(word);
  return hint;
}

}  // namespace latewood::selector
