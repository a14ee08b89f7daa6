#include "diff/detail_diff.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace latewood::diff {
namespace {

using tree::Node;
using tree::Place;

using Children = std::map<std::string, std::vector<std::string>>;

void add_child(Children& children, const SeenNode& child) {
  if (child.parent == nullptr) return;
  children[std::string(child.parent->id())].emplace_back(child.node->id());
}

std::vector<ChildrenChange> listed(Children children) {
  std::vector<ChildrenChange> list;
  for (auto& [parent, ids] : children) list.push_back({parent, std::move(ids)});
  return list;
}

bool has_other_parent(const SeenNode& newer, const SeenNode& older) {
  return newer.parent != nullptr && older.parent != nullptr && newer.parent->id() != older.parent->id();
}

// A child that changed its parent left the old one and came to the new one.
void describe_children(DiffDetail& detail, const TreeChanges& changes, const TreeSide& newer, const TreeSide& older) {
  Children came;
  Children left;
  std::vector<Place> arrivals = changes.added;
  for (const ChangedPlace& changed : changes.changed) {
    const SeenNode after = seen_at(newer, changed.newer);
    const SeenNode before = seen_at(older, changed.older);
    if (!has_other_parent(after, before)) continue;
    arrivals.push_back(changed.newer);
    add_child(left, before);
    detail.parent_changed.push_back(
        {std::string(after.node->id()), std::string(before.parent->id()), std::string(after.parent->id())});
  }
  std::sort(arrivals.begin(), arrivals.end(), document_less);
  for (const Place& place : arrivals) add_child(came, seen_at(newer, place));
  for (const Place& place : changes.removed) add_child(left, seen_at(older, place));
  for (auto& [parent, ids] : left) std::sort(ids.begin(), ids.end());
  detail.children_added = listed(std::move(came));
  detail.children_removed = listed(std::move(left));
}

// The content hash and the class of a node: nodes with equal values are candidates for a move.
using Likeness = std::pair<Sha256Digest, tree::NodeClass>;

// The nodes with content, by what they look like.
std::map<Likeness, std::vector<Place>> by_likeness(const TreeSide& side, const std::vector<Place>& places) {
  std::map<Likeness, std::vector<Place>> groups;
  for (const Place& place : places) {
    const Node& node = node_at(side.tree, place);
    if (node.payload() != nullptr) groups[{node.content_hash(), node.node_class()}].push_back(place);
  }
  return groups;
}

// Only a pair without a rival is a move: one node went and one came that look the same. All
// changes count as rivals, also those that the filter hides.
std::vector<std::pair<Place, Place>> moves_in(const TreeChanges& all, const TreeSide& newer, const TreeSide& older) {
  std::vector<std::pair<Place, Place>> moves;
  const auto went = by_likeness(older, all.removed);
  for (const auto& [likeness, came] : by_likeness(newer, all.added)) {
    const auto same = went.find(likeness);
    const bool is_pair = same != went.end() && same->second.size() == 1 && came.size() == 1;
    if (is_pair) moves.emplace_back(same->second.front(), came.front());
  }
  std::sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) { return document_less(a.second, b.second); });
  return moves;
}

std::vector<MovedNode> reported_moves(const std::vector<std::pair<Place, Place>>& moves, const Diff& reported,
                                      const TreeSide& newer, const TreeSide& older) {
  const std::set<std::string_view> added(reported.added.begin(), reported.added.end());
  const std::set<std::string_view> removed(reported.removed.begin(), reported.removed.end());
  std::vector<MovedNode> list;
  for (const auto& [before, after] : moves) {
    const std::string_view older_id = node_at(older.tree, before).id();
    const std::string_view newer_id = node_at(newer.tree, after).id();
    if (!removed.contains(older_id) || !added.contains(newer_id)) continue;
    list.push_back({std::string(older_id), std::string(newer_id)});
  }
  return list;
}

}  // namespace

DiffDetail detail_diff(const TreeSide& newer, const TreeSide& older, const DiffFilter& filter) {
  const TreeChanges all = tree_changes(newer, older);
  const TreeChanges reported = filtered(all, filter);
  DiffDetail detail;
  detail.components = described(reported, newer, older);
  describe_children(detail, reported, newer, older);
  detail.moved = reported_moves(moves_in(all, newer, older), detail.components, newer, older);
  return detail;
}

}  // namespace latewood::diff
