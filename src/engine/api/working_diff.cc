#include "latewood/working_diff.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "latewood/errors.h"

namespace latewood {
namespace {

// The ids of the working state that the selector matches; nullopt without a selector.
Result<std::optional<std::set<std::string>>> matches(const Context& context, const std::optional<std::string>& text) {
  if (!text) return std::optional<std::set<std::string>>();
  const auto selector = Selector::parse(*text);
  if (!selector) return selector.error();
  if (selector->has_snapshot()) {
    const std::size_t begin = text->find('@');
    const std::size_t length = std::min(text->find(' ', begin), text->size()) - begin;
    return Error{Code::InvalidArgument, "the selector of a diff cannot name a snapshot",
                 std::string(errors::kSelectorInvalid), Place{begin, length}};
  }
  SelectOptions options;
  options.working = true;
  const auto found = context.select(*selector, options);
  if (!found) return found.error();
  const auto& ids = std::get<std::vector<std::string>>(*found);
  return std::optional(std::set<std::string>(ids.begin(), ids.end()));
}

}  // namespace

bool only_ages(const NodeChange& change) { return change.fields.size() == 1 && change.fields.front().name == "ttl"; }

std::uint64_t count_edited(const Context& context, const Diff& edits) {
  std::set<std::string> made;
  const auto nodes = context.working();
  for (const NodeView& node : nodes ? *nodes : std::vector<NodeView>()) {
    if ((node.node_type == "mc" || node.node_type == "mt") && !node.content) made.insert(node.id);
  }
  const auto is_edited = [&](const std::string& id) { return !made.contains(id); };
  const auto added = std::count_if(edits.added.begin(), edits.added.end(), is_edited);
  return static_cast<std::uint64_t>(added) + edits.removed.size() + edits.changed.size();
}

Result<Diff> working_diff(const Context& context) {
  if (!context.latest()) {
    auto first = first_edits(context, std::nullopt);
    if (!first) return first.error();
    return std::move(first->components);
  }
  auto diff = context.diff("@t0", "working");
  if (!diff) return diff;
  std::erase_if(diff->changed, only_ages);
  return diff;
}

Result<DiffDetail> first_edits(const Context& context, const std::optional<std::string>& selector) {
  const auto kept = matches(context, selector);
  if (!kept) return kept.error();
  const auto nodes = context.working();
  if (!nodes) return nodes.error();
  DiffDetail detail;
  std::map<std::string, std::vector<std::string>> children;
  for (const NodeView& node : *nodes) {
    if (node.node_type.starts_with('^') || (*kept && !(*kept)->contains(node.id))) continue;
    detail.components.added.push_back(node.id);
    if (node.parent_id) children[*node.parent_id].push_back(node.id);
  }
  for (auto& [parent, ids] : children) detail.children_added.push_back({parent, std::move(ids)});
  return detail;
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

}  // namespace latewood
