#include "engine/query/one_tree.h"

#include <algorithm>
#include <string>

#include "base/rules.h"

namespace latewood::engine {
namespace {

// The place of the snapshot reference in the text of a selector.
latewood::Place reference_in(const std::string& text) {
  const std::size_t begin = std::min(text.find('@'), text.size());
  const std::size_t end = std::min(text.find_first_of(" \t\r\n^.#[:*", begin + 1), text.size());
  return {begin, end - begin};
}

}  // namespace

Result<void> check_no_snapshot(const Selector& selector, std::string_view where) {
  if (!selector.has_snapshot()) return {};
  Error error = broken(kSelectorInvalid, "a selector " + std::string(where) + " must not name a snapshot");
  error.place = reference_in(selector.text());
  return error;
}

Result<void> check_writable(const Selector& selector) {
  if (!selector.has_snapshot()) return {};
  Error error = broken(kSnapshotReadonly, "'" + selector.text() + "' names a snapshot, and snapshots never change");
  error.place = reference_in(selector.text());
  return error;
}

}  // namespace latewood::engine
