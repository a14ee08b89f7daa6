#include "engine/one_tree.h"

#include <algorithm>
#include <string>

#include "base/rules.h"

namespace latewood::engine {

Result<void> check_no_snapshot(const Selector& selector, std::string_view where) {
  if (!selector.has_snapshot()) return {};
  const std::string& text = selector.text();
  const std::size_t begin = std::min(text.find('@'), text.size());
  const std::size_t end = std::min(text.find_first_of(" \t\r\n^.#[:*", begin + 1), text.size());
  Error error = broken(kSelectorInvalid, "a selector " + std::string(where) + " names no snapshot");
  error.place = Place{begin, end - begin};
  return error;
}

}  // namespace latewood::engine
