#include "operations/json/covers.h"

#include <string>
#include <vector>

#include "base/try.h"
#include "latewood/diff.h"
#include "latewood/selector.h"

namespace latewood::operations {

std::size_t covered_by(const NodeView& node) {
  for (const JsonMember& attribute : node.attributes) {
    if (attribute.key != "data_covers") continue;
    const JsonValue::Array* ids = attribute.value.as_array();
    return ids == nullptr ? 1 : ids->size();
  }
  return 0;
}

Result<std::uint64_t> newly_covered(const Snapshot& snapshot, const std::optional<Snapshot>& before) {
  LW_TRY_ASSIGN(const Selector summaries, Selector::parse(".cb[data_covers]"));
  std::vector<std::string> added;
  if (before) {
    LW_TRY_ASSIGN(const Diff diff, before->diff(snapshot, &summaries));
    added = diff.added;
  } else {
    LW_TRY_ASSIGN(added, snapshot.select(summaries));
  }
  std::uint64_t covered = 0;
  for (const std::string& id : added) {
    LW_TRY_ASSIGN(const NodeView node, snapshot.node(id));
    covered += covered_by(node);
  }
  return covered;
}

}  // namespace latewood::operations
