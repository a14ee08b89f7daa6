#include "cli/text/diff/uncommitted.h"

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "latewood/working_diff.h"

namespace latewood::cli {
namespace {

using Ids = std::vector<std::string>;

// A selector that names its snapshot does not mean the working state.
bool asks_latest(const Selector& selector) { return !selector.has_snapshot(); }

Ids matches_in_working(const Context& context, const Selector& selector) {
  SelectOptions options;
  options.working = true;
  const auto found = context.select(selector, options);
  const Ids* ids = found ? std::get_if<Ids>(&*found) : nullptr;
  return ids == nullptr ? Ids() : *ids;
}

// The nodes with uncommitted edits. Other nodes may match differently after the next commit, such as `:depth(1)`;
// those do not count.
std::set<std::string> edited_nodes(const Context& context) {
  std::set<std::string> ids;
  const auto edits = working_diff(context);
  if (!edits) return ids;
  ids.insert(edits->added.begin(), edits->added.end());
  for (const NodeChange& change : edits->changed) ids.insert(change.id);
  return ids;
}

std::size_t count_missing(const Ids& ids, const std::set<std::string>& edited, const Result<Selection>& answer) {
  const Ids* seen = answer ? std::get_if<Ids>(&*answer) : nullptr;
  const std::set<std::string> known = seen == nullptr ? std::set<std::string>() : std::set(seen->begin(), seen->end());
  return static_cast<std::size_t>(std::count_if(
      ids.begin(), ids.end(), [&](const std::string& id) { return edited.contains(id) && !known.contains(id); }));
}

}  // namespace

void note_uncommitted(const Context& context, const Selector& selector, const Result<Selection>& answer) {
  if (!asks_latest(selector)) return;
  const std::set<std::string> edited = edited_nodes(context);
  if (edited.empty()) return;
  const std::size_t missing = count_missing(matches_in_working(context, selector), edited, answer);
  if (missing == 0) return;
  std::cout.flush();
  std::cerr << "note: " << missing << (missing == 1 ? " node that matches is" : " nodes that match are")
            << " not committed yet; --working shows " << (missing == 1 ? "it" : "them") << '\n';
}

void note_nothing_committed() {
  std::cout.flush();
  std::cerr << "note: nothing is committed yet\n";
}

}  // namespace latewood::cli
