#include "working_diff.h"

#include <algorithm>
#include <utility>

namespace latewood::cli {
namespace {

bool is_region(const NodeView& node) { return node.node_type.starts_with('^'); }

Diff everything(const Context& context) {
  Diff diff;
  for (const NodeView& node : context.working()) {
    if (!is_region(node)) diff.added.push_back(node.id);
  }
  return diff;
}

bool only_ages(const NodeChange& change) { return change.fields.size() == 1 && change.fields.front().name == "ttl"; }

}  // namespace

Result<Diff> working_diff(const Context& context) {
  if (!context.latest()) return everything(context);
  auto diff = context.diff("@t0", "working");
  if (!diff) return diff;
  std::erase_if(diff->changed, only_ages);
  return diff;
}

bool is_empty(const Diff& diff) { return diff.added.empty() && diff.removed.empty() && diff.changed.empty(); }

}  // namespace latewood::cli
