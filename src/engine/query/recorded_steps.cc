#include "engine/query/recorded_steps.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "diff/tree_changes.h"
#include "engine/query/node_view.h"
#include "tree/edit/marker.h"

namespace latewood::engine {
namespace {

using tree::Node;
using tree::NodeClass;
using tree::Place;
using tree::Region;
using tree::Tree;

diff::TreeSide side_of_step(const Tree& tree) {
  return {tree, tree.cycle, [](std::string_view) { return std::optional<Place>(); }};
}

// The members with which the block was inserted. The id is given, so that references to it stay right.
Component component_of(const NodeView& node) {
  Component component;
  component.role = node.role;
  component.kind = node.kind;
  component.content = node.content;
  component.id = node.id;
  component.ttl = node.ttl;
  component.offset = node.offset;
  component.priority = node.priority;
  component.node_type = node.node_type;
  component.removable = node.removable;
  component.key = node.key;
  component.provenance = node.provenance;
  component.attributes = node.attributes;
  return component;
}

class StepReader {
 public:
  StepReader(const Tree& older, const history::SnapshotData& newer)
      : older_(older), newer_(newer.tree), report_(newer.report()) {}

  RecordedStep run() {
    const diff::TreeChanges changes = diff::tree_changes(side_of_step(newer_), side_of_step(older_));
    std::set<std::string_view> removed;
    for (const Place& place : changes.removed) removed.insert(node_at(older_, place).id());
    for (const Departure& left : report_.departures) {
      if (left.cause == Cause::Delete && left.with.empty()) step_.deleted.push_back(left.id);
      // What came and was pruned within one commit is in no snapshot. What expired at once changed nothing else.
      if (left.cause != Cause::Ttl && !removed.contains(left.id)) ++step_.left_out;
    }
    for (const diff::ChangedPlace& place : changes.changed) read_changed(place);
    std::vector<Place> added = changes.added;
    std::sort(added.begin(), added.end(), [this](const Place& a, const Place& b) {
      return node_at(newer_, a).creation_index() < node_at(newer_, b).creation_index();
    });
    for (const Place& place : added) read_added(place);
    read_pins();
    return std::move(step_);
  }

 private:
  void read_changed(const diff::ChangedPlace& place) {
    const Node& after = node_at(newer_, place.newer);
    const Node& before = node_at(older_, place.older);
    const bool is_same = &after == &before || after.payload() == before.payload();
    if (is_same && after.extra() == before.extra()) return;  // only its ttl counted down
    if (place.newer.region != Region::Sys || is_same) {
      ++step_.left_out;
      return;
    }
    Replacement replacement;
    replacement.content = view_at(newer_, place.newer, newer_.cycle).content;
    step_.replaced.push_back({std::string(after.id()), std::move(replacement)});
  }

  void read_added(const Place& place) {
    const Node& node = node_at(newer_, place);
    const bool is_newest = place.region == Region::Seq && place.ring + 1 == newer_.rings.size();
    if (node.node_class() == NodeClass::Turn) {
      const auto ttl = view_at(newer_, place, newer_.cycle).ttl;
      if (is_newest) step_.ttl = ttl;
      if (!is_newest) ++step_.left_out;  // a turn that was inserted into history
      return;
    }
    if (node.node_class() == NodeClass::Core) {
      if (node.payload() != nullptr) ++step_.left_out;
      return;
    }
    if (node.node_class() != NodeClass::Block || place.region == Region::Frame) return;
    // Of a turn that was inserted into history: the turn was counted.
    if (node.cycle() != newer_.cycle && !is_newest) return;
    RecordedInsert insert{component_of(view_at(newer_, place, newer_.cycle)), std::nullopt, {}};
    const auto above = tree::parent_of(newer_, place);
    const Node& parent = node_at(newer_, *above);
    if (place.region == Region::Sys && above->at == 0) {
      insert.depth = -1;
    } else if (is_newest && parent.node_class() != NodeClass::Block) {
      insert.depth = 0;
    } else {
      insert.parent = std::string(parent.id());
    }
    step_.inserted.push_back(std::move(insert));
  }

  void read_pins() {
    const tree::Pins& before = older_.pins();
    const tree::Pins& after = newer_.pins();
    std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(step_.pinned));
    std::set_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(step_.unpinned));
  }

  const Tree& older_;
  const Tree& newer_;
  const CommitReport report_;
  RecordedStep step_;
};

}  // namespace

RecordedStep recorded_step(const history::SnapshotData* older, const history::SnapshotData& newer) {
  if (older != nullptr) return StepReader(older->tree, newer).run();
  const auto genesis = newer.details != nullptr ? newer.details->genesis : nullptr;
  return StepReader(genesis != nullptr ? *genesis : newer.tree, newer).run();
}

}  // namespace latewood::engine
