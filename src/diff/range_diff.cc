#include "diff/range_diff.h"

#include <algorithm>
#include <string>
#include <utility>

#include "diff/id_diff.h"
#include "tree/id_scope.h"

namespace latewood::diff {
namespace {

using history::ResolvedSnapshot;

TreeSide side_of(const ResolvedSnapshot& snapshot) {
  const history::SnapshotData& data = *snapshot.data;
  return {data.tree, data.cycle(), [&data](std::string_view id) { return tree::find_place(data.tree, id, *data.ids); }};
}

// Leaves room for `most` items at most, and takes them off it.
template <class Items>
bool cut(Items& items, std::uint64_t& most) {
  const bool is_cut = items.size() > most;
  if (is_cut) items.resize(static_cast<std::size_t>(most));
  most -= items.size();
  return is_cut;
}

bool cut_changes(TreeChanges& changes, std::uint64_t most) {
  const bool added = cut(changes.added, most);
  const bool removed = cut(changes.removed, most);
  const bool changed = cut(changes.changed, most);
  return added || removed || changed;
}

bool has_other_content(const NodeChange& change) {
  return std::any_of(change.fields.begin(), change.fields.end(),
                     [](const FieldChange& field) { return field.name == "content_hash"; });
}

ContentSide content_at(const ResolvedSnapshot& snapshot, const tree::Place& place) {
  const tree::Payload* payload = node_at(snapshot.data->tree, place).payload();
  return {payload == nullptr ? std::nullopt : std::optional(payload->json()), snapshot.ref.label};
}

void attach_contents(Diff& diff, const TreeChanges& changes, const ResolvedSnapshot& newer,
                     const ResolvedSnapshot& older, const ContentDiffOptions& options) {
  for (std::size_t i = 0; i < diff.changed.size(); ++i) {
    NodeChange& change = diff.changed[i];
    if (!has_other_content(change)) continue;
    const ChangedPlace& place = changes.changed[i];
    change.content_diff.emplace();
    append_content_diff(*change.content_diff, content_diff(change.id, content_at(newer, place.newer),
                                                           content_at(older, place.older), options));
  }
}

DiffFilter filter_for(const ResolvedSnapshot& newer, const ResolvedSnapshot& older, const SnapshotFilter& filter) {
  return {[&filter, &newer](const tree::Place& place) { return filter(*newer.data, place); },
          [&filter, &older](const tree::Place& place) { return filter(*older.data, place); }};
}

}  // namespace

RangeBlocks range_diff(const std::vector<ResolvedSnapshot>& snapshots, const SnapshotFilter& filter,
                       const RangeOptions& options) {
  RangeBlocks range;
  for (std::size_t i = 0; i + 1 < snapshots.size(); ++i) {
    const ResolvedSnapshot& newer = snapshots[i];
    const ResolvedSnapshot& older = snapshots[i + 1];
    TreeChanges changes = filtered(tree_changes(side_of(newer), side_of(older)), filter_for(newer, older, filter));
    DiffBlock block{newer.ref, older.ref, {}, {changes.added.size(), changes.removed.size(), changes.changed.size()}};
    if (options.max_changes && cut_changes(changes, *options.max_changes)) range.truncated = true;
    block.diff = described(changes, side_of(newer), side_of(older));
    if (options.content) attach_contents(block.diff, changes, newer, older, *options.content);
    range.blocks.push_back(std::move(block));
  }
  return range;
}

}  // namespace latewood::diff
