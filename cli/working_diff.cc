#include "working_diff.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace latewood::cli {
namespace {

bool is_region(const NodeView& node) { return node.node_type.starts_with('^'); }

Result<Diff> everything(const Context& context) {
  const auto nodes = context.working();
  if (!nodes) return nodes.error();
  Diff diff;
  for (const NodeView& node : *nodes) {
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

PinEdits pin_edits(const Context& context) {
  const auto latest = context.latest();
  const std::vector<Pin> before = latest ? latest->pin_holders() : std::vector<Pin>();
  const std::vector<Pin> now = context.working_pin_holders();
  PinEdits edits;
  std::set_difference(now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(edits.pinned));
  std::set_difference(before.begin(), before.end(), now.begin(), now.end(), std::back_inserter(edits.unpinned));
  return edits;
}

}  // namespace latewood::cli
