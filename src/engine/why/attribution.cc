// The causes of the changes of a commit (DEBUG-06). The commit's report names the nodes that it removed and deferred,
// the trees show what it sealed, and all other changes were edits.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "diff/tree_changes.h"
#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "latewood/trace.h"
#include "tree/id_scope.h"

namespace latewood {
namespace {

using diff::ChangedPlace;
using diff::TreeSide;
using history::SnapshotData;
using tree::Node;
using tree::Place;
using tree::Region;

ChangeCause cause_of(Cause cause) {
  switch (cause) {
    case Cause::Ttl: return ChangeCause::Ttl;
    case Cause::Cascade: return ChangeCause::Cascade;
    case Cause::Prune: return ChangeCause::Prune;
    case Cause::Delete: return ChangeCause::Edit;
  }
  return ChangeCause::Ttl;
}

class Attribution {
 public:
  Attribution(const CommitReport& report, const TreeSide& newer, const TreeSide& older)
      : newer_(newer),
        older_(older),
        turn_id_(report.turn_id),
        deferred_(report.deferred.begin(), report.deferred.end()) {
    for (const Departure& departure : report.departures) departed_[departure.id] = cause_of(departure.cause);
  }

  // The cause of an added node: sealing for the turn and the core that the commit made, otherwise an edit.
  ChangeCause of_added(const Place& place) const {
    const bool is_container = node_at(newer_.tree, place).node_class() == tree::NodeClass::Turn ||
                              node_at(newer_.tree, place).node_class() == tree::NodeClass::Core;
    return is_container && is_in_sealed_turn(place) ? ChangeCause::Seal : ChangeCause::Edit;
  }

  ChangeCause of_removed(const Place& place) const {
    const auto departed = departed_.find(node_at(older_.tree, place).id());
    return departed == departed_.end() ? ChangeCause::Edit : departed->second;
  }

  std::vector<FieldChange> fields_of(const ChangedPlace& place) const {
    return changed_fields(seen_at(newer_, place.newer), seen_at(older_, place.older));
  }

  ChangeCause of_changed(const ChangedPlace& place, const std::vector<FieldChange>& fields) const {
    const Node& after = node_at(newer_.tree, place.newer);
    const Node& before = node_at(older_.tree, place.older);
    const auto only = [&fields](std::initializer_list<std::string_view> names) {
      return std::all_of(fields.begin(), fields.end(), [&names](const FieldChange& field) {
        return std::find(names.begin(), names.end(), field.name) != names.end();
      });
    };
    const bool counted_down = after.expiry() == before.expiry() || deferred_.contains(after.id());
    if (counted_down && only({"ttl"})) return ChangeCause::Ttl;
    const bool was_sealed = place.older.region == Region::Ah && is_in_sealed_turn(place.newer);
    if (was_sealed && counted_down && only({"ttl", "parent"})) return ChangeCause::Seal;
    return ChangeCause::Edit;
  }

 private:
  bool is_in_sealed_turn(const Place& place) const {
    return place.region == Region::Seq && newer_.tree.rings[place.ring]->container().id() == turn_id_;
  }

  const TreeSide& newer_;
  const TreeSide& older_;
  std::string turn_id_;
  std::set<std::string, std::less<>> deferred_;
  std::map<std::string, ChangeCause, std::less<>> departed_;
};

}  // namespace

std::string_view to_string(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::Added: return "added";
    case ChangeKind::Removed: return "removed";
    case ChangeKind::Changed: return "changed";
  }
  return "added";
}

std::string_view to_string(ChangeCause cause) {
  switch (cause) {
    case ChangeCause::Ttl: return "ttl";
    case ChangeCause::Cascade: return "cascade";
    case ChangeCause::Prune: return "prune";
    case ChangeCause::Seal: return "seal";
    case ChangeCause::Edit: return "edit";
  }
  return "edit";
}

Result<std::vector<AttributedChange>> attributed_changes(const Snapshot& snapshot) {
  const SnapshotData& data = engine::Access::data(snapshot);
  const auto finder_in = [&data](const tree::Tree& tree) {
    return [&data, &tree](std::string_view id) { return tree::find_place(tree, id, *data.ids); };
  };
  const TreeSide newer{data.tree, data.cycle(), finder_in(data.tree)};
  const tree::Tree& before = data.parent.near() == nullptr ? data.older() : data.before().tree;
  const TreeSide older{before, before.cycle, finder_in(before)};
  const Attribution attribution(data.report(), newer, older);
  const diff::TreeChanges changes = diff::tree_changes(newer, older);
  std::vector<AttributedChange> list;
  const auto add = [&list](const TreeSide& side, const tree::Place& place, ChangeKind kind, ChangeCause cause) {
    list.push_back({std::string(node_at(side.tree, place).id()), kind, cause, {}});
  };
  // If the commit before was collected, only nodes of this cycle are known to be added by this commit.
  const bool is_oldest = data.before().is_collected();
  for (const tree::Place& place : changes.added) {
    if (is_oldest && node_at(newer.tree, place).cycle() != data.cycle()) continue;
    add(newer, place, ChangeKind::Added, attribution.of_added(place));
  }
  for (const tree::Place& place : changes.removed)
    add(older, place, ChangeKind::Removed, attribution.of_removed(place));
  // The report still has the removed nodes.
  for (const Departure& departure : is_oldest ? data.report().departures : std::vector<Departure>()) {
    list.push_back({departure.id, ChangeKind::Removed, cause_of(departure.cause), {}});
  }
  for (const ChangedPlace& place : changes.changed) {
    std::vector<FieldChange> fields = attribution.fields_of(place);
    add(newer, place.newer, ChangeKind::Changed, attribution.of_changed(place, fields));
    list.back().fields = std::move(fields);
  }
  return engine::Access::checked<std::vector<AttributedChange>>(snapshot, std::move(list));
}

}  // namespace latewood
