// Maps the nodes of a diff to bytes of requests, and bytes back to nodes (S002 section 4.4).
#include "latewood/request_map.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "render/provider_thread.h"
#include "tree/edit/marker.h"

namespace latewood {
namespace {

using engine::Access;
using history::SnapshotData;

// One snapshot with its request and the indexes over both.
struct Side {
  std::optional<Snapshot> snapshot;
  std::string bytes = {};
  std::vector<Unit> units = {};
  std::vector<MapPlace> frame = {};  // bytes outside of all units
  std::vector<Repair> repairs = {};
  std::map<std::string, std::vector<std::size_t>, std::less<>> units_of = {};    // by node id
  std::map<std::string, std::vector<std::string>, std::less<>> markers_of = {};  // by the id of the marked node
  std::map<std::string, std::optional<std::string>, std::less<>> nodes = {};     // node ids, with the parent's id
  std::string root = {};
  bool is_canonical = false;  // the canonical thread: markers stand beside what they mark
};

Result<void> render(Side& side, const MapOptions& options) {
  const SnapshotData& data = Access::data(*side.snapshot);
  if (options.profile.empty()) {
    side.is_canonical = true;
    render::MappedThread thread = render::mapped_provider_thread(data.tree, &Access::renders(*side.snapshot));
    side.bytes = std::move(thread.bytes);
    side.units = std::move(thread.units);
    return Access::check_read(*side.snapshot);
  }
  auto rendered = side.snapshot->render(options.profile, options.render);
  if (!rendered && rendered.error().rule == kRenderEmpty) return {};
  LW_TRY_ASSIGN(const Rendered request, std::move(rendered));
  side.bytes = request.bytes;
  side.units.assign(request.units.begin(), request.units.end());
  side.repairs = request.repairs;
  return {};
}

// Sets `frame` to the byte ranges between the units.
void note_frame(Side& side) {
  std::uint64_t at = 0;
  const auto add = [&](std::uint64_t end) {
    if (at < end) side.frame.push_back({std::nullopt, {at, end}});
  };
  for (const Unit& unit : side.units) {
    add(unit.bytes.begin);
    at = unit.bytes.end;
  }
  add(side.bytes.size());
}

Result<void> note_nodes(Side& side) {
  LW_TRY_ASSIGN(const std::vector<NodeView> nodes, side.snapshot->nodes());
  for (const NodeView& node : nodes) {
    if (!node.parent_id) side.root = node.id;
    side.nodes.emplace(node.id, node.parent_id);
    for (const std::string_view named : tree::ids_to_mark(node.node_type, node.attributes)) {
      side.markers_of[std::string(named)].push_back(node.id);
    }
  }
  return {};
}

Result<Side> side_of(std::optional<Snapshot> snapshot, const MapOptions& options) {
  Side side{std::move(snapshot)};
  if (!side.snapshot) return side;
  LW_TRY(render(side, options));
  LW_TRY(note_nodes(side));
  note_frame(side);
  for (std::size_t i = 0; i < side.units.size(); ++i) side.units_of[side.units[i].id].push_back(i);
  return side;
}

// The markers that name the node or one of its ancestors.
std::set<std::string> markers_above(const Side& side, std::string_view id) {
  std::set<std::string> markers;
  for (auto node = side.nodes.find(id); node != side.nodes.end();) {
    const auto named = side.markers_of.find(node->first);
    if (named != side.markers_of.end()) markers.insert(named->second.begin(), named->second.end());
    if (!node->second) break;
    node = side.nodes.find(*node->second);
  }
  markers.erase(std::string(id));
  return markers;
}

MappedSide mapped(const Side& side, std::string_view id) {
  MappedSide found;
  found.exists = side.nodes.contains(id);
  if (const auto units = side.units_of.find(id); units != side.units_of.end()) {
    for (const std::size_t unit : units->second) found.places.push_back({unit, side.units[unit].bytes});
  }
  if (found.exists && id == side.root) {
    found.places.insert(found.places.end(), side.frame.begin(), side.frame.end());
  }
  const bool may_be_hidden = !side.is_canonical && !side.units_of.contains(id);
  for (const std::string& marker : may_be_hidden ? markers_above(side, id) : std::set<std::string>()) {
    if (side.units_of.contains(marker)) found.instead.push_back(marker);
  }
  for (const Repair& repair : side.repairs) {
    if (repair.id == id) found.repairs.push_back(repair.kind);
  }
  return found;
}

std::string bytes_of(const Side& side, const MappedSide& found) {
  std::string bytes;
  for (const MapPlace& place : found.places) {
    bytes.append(side.bytes, static_cast<std::size_t>(place.bytes.begin),
                 static_cast<std::size_t>(place.bytes.end - place.bytes.begin));
  }
  return bytes;
}

MapCause cause_of(ChangeCause cause) {
  switch (cause) {
    case ChangeCause::Ttl: return MapCause::Ttl;
    case ChangeCause::Cascade: return MapCause::Cascade;
    case ChangeCause::Prune: return MapCause::Prune;
    case ChangeCause::Seal: return MapCause::Seal;
    case ChangeCause::Edit: return MapCause::Edit;
  }
  return MapCause::Edit;
}

bool is_on_line(const SnapshotData& older, const SnapshotData& newer) {
  if (older.position > newer.position) return false;
  return history::ancestor(newer, newer.position - older.position).commit_id() == older.commit_id();
}

// The last commit that changed a node, and the cause.
struct LastChange {
  MapCause cause = MapCause::Edit;
  MapCommit commit;
};
using LastChanges = std::map<std::string, LastChange, std::less<>>;

// The last change of each node in the commits after `older` up to `newer`. Clears `is_whole` if one of these commits
// was collected.
Result<LastChanges> last_changes_between(const Side& older, const Side& newer, bool& is_whole) {
  LastChanges last_changes;
  const SnapshotData& last = Access::data(*newer.snapshot);
  const std::uint64_t first = older.snapshot ? Access::data(*older.snapshot).position + 1 : 0;
  for (std::uint64_t at = first; at <= last.position; ++at) {
    const SnapshotData& data = history::ancestor(last, last.position - at);
    if (data.is_collected()) {
      is_whole = false;
      continue;
    }
    LW_TRY_ASSIGN(const auto changes, attributed_changes(Access::other_snapshot(*newer.snapshot, data)));
    for (const AttributedChange& change : changes) {
      last_changes[change.id] = {cause_of(change.cause), {data.cycle(), data.commit_id()}};
    }
  }
  return last_changes;
}

}  // namespace

struct RequestMap::Data {
  Side older;
  Side newer;
  Diff diff = {};
  std::map<std::string, ChangeKind, std::less<>> changes = {};
  std::map<std::string, std::vector<std::string>, std::less<>> fields = {};
  LastChanges last_changes = {};
  bool is_one_line = true;
  bool is_whole = true;

  const Side& side(MapSide which) const { return which == MapSide::Newer ? newer : older; }
  Result<void> compare();
  MappedNode node(std::string_view id) const;
  void explain(MappedNode& node) const;
  void explain_bytes(MappedNode& node) const;
};

Result<void> RequestMap::Data::compare() {
  const SnapshotData& last = Access::data(*newer.snapshot);
  is_one_line = !older.snapshot || is_on_line(Access::data(*older.snapshot), last);
  if (older.snapshot) {
    // `Snapshot::diff` returns the diff up to the later snapshot on one line, and up to its argument across lines.
    LW_TRY_ASSIGN(diff, is_one_line ? newer.snapshot->diff(*older.snapshot) : older.snapshot->diff(*newer.snapshot));
  } else {
    LW_TRY_ASSIGN(const std::vector<NodeView> nodes, newer.snapshot->nodes());
    for (const NodeView& each : nodes) diff.added.push_back(each.id);
  }
  for (const std::string& id : diff.added) changes[id] = ChangeKind::Added;
  for (const std::string& id : diff.removed) changes[id] = ChangeKind::Removed;
  for (const NodeChange& change : diff.changed) {
    changes[change.id] = ChangeKind::Changed;
    for (const FieldChange& field : change.fields) fields[change.id].push_back(field.name);
  }
  if (is_one_line) {
    LW_TRY_ASSIGN(last_changes, last_changes_between(older, newer, is_whole));
  }
  return {};
}

MappedNode RequestMap::Data::node(std::string_view id) const {
  MappedNode found;
  found.id = id;
  found.newer = mapped(newer, id);
  found.older = mapped(older, id);
  if (const auto change = changes.find(id); change != changes.end()) found.change = change->second;
  if (const auto names = fields.find(id); names != fields.end()) found.fields = names->second;
  if (found.change) {
    explain(found);
  } else {
    explain_bytes(found);
  }
  return found;
}

void RequestMap::Data::explain(MappedNode& node) const {
  const auto last_change = last_changes.find(node.id);
  if (!is_one_line) {
    node.cause = MapCause::Branch;
  } else if (last_change != last_changes.end()) {
    node.cause = last_change->second.cause;
    node.commit = last_change->second.commit;
  } else {
    // Root and regions exist before the first commit.
    node.cause = is_whole ? MapCause::Edit : MapCause::Unknown;
  }
}

// Explains different bytes of a node that is the same in both snapshots.
void RequestMap::Data::explain_bytes(MappedNode& node) const {
  const bool is_same =
      bytes_of(newer, node.newer) == bytes_of(older, node.older) && node.newer.instead == node.older.instead;
  if (is_same || node.id == newer.root) return;
  const std::set<std::string> after = markers_above(newer, node.id);
  const std::set<std::string> before = markers_above(older, node.id);
  node.cause = MapCause::Repair;
  if (after == before) return;
  node.cause = is_one_line ? MapCause::Marker : MapCause::Branch;
  for (const auto* side : {&after, &before}) {
    for (const std::string& marker : *side) {
      const auto last_change = last_changes.find(marker);
      if (changes.contains(marker) && last_change != last_changes.end()) node.commit = last_change->second.commit;
    }
  }
}

Result<RequestMap> RequestMap::make(const std::optional<Snapshot>& older, const Snapshot& newer,
                                    const MapOptions& options) {
  // On one line the snapshot at the higher position is the newer one, whatever the order of the arguments.
  const bool is_reversed = older && Access::data(*older).position > Access::data(newer).position &&
                           is_on_line(Access::data(newer), Access::data(*older));
  if (is_reversed) return make(newer, *older, options);
  auto data = std::make_shared<Data>();
  LW_TRY_ASSIGN(data->newer, side_of(newer, options));
  LW_TRY_ASSIGN(data->older, side_of(older, options));
  LW_TRY(data->compare());
  return RequestMap(std::move(data));
}

Result<RequestMap> RequestMap::of_commit(const Snapshot& newer, const MapOptions& options) {
  const SnapshotData& data = Access::data(newer);
  const bool is_first = data.parent.near() == nullptr || data.before().is_collected();
  return make(is_first ? std::nullopt : std::optional(Access::other_snapshot(newer, data.before())), newer, options);
}

Result<MappedNode> RequestMap::node(std::string_view id) const {
  if (!data_->newer.nodes.contains(id) && !data_->older.nodes.contains(id)) {
    return broken(kNodeNotFound, "neither snapshot has a node '" + std::string(id) + "'", Code::NotFound);
  }
  return data_->node(id);
}

Result<MappedByte> RequestMap::at(MapSide which, std::uint64_t offset) const {
  const Side& side = data_->side(which);
  if (offset >= side.bytes.size()) {
    return broken(kOptionInvalid, "there is no byte " + std::to_string(offset) + " in a request of " +
                                      std::to_string(side.bytes.size()) + " bytes");
  }
  const auto ends_before = [](const Unit& unit, std::uint64_t byte) { return unit.bytes.end <= byte; };
  const auto unit = std::lower_bound(side.units.begin(), side.units.end(), offset, ends_before);
  if (unit != side.units.end() && unit->bytes.begin <= offset) {
    const auto index = static_cast<std::uint64_t>(unit - side.units.begin());
    return MappedByte{which, offset, {index, unit->bytes}, data_->node(unit->id)};
  }
  const auto between = std::find_if(side.frame.begin(), side.frame.end(),
                                    [offset](const MapPlace& place) { return offset < place.bytes.end; });
  return MappedByte{which, offset, *between, data_->node(side.root)};
}

Result<std::vector<MappedNode>> RequestMap::entries() const {
  std::vector<MappedNode> all;
  for (const std::string& id : data_->diff.added) all.push_back(data_->node(id));
  for (const std::string& id : data_->diff.removed) all.push_back(data_->node(id));
  for (const NodeChange& change : data_->diff.changed) all.push_back(data_->node(change.id));
  return all;
}

const std::string& RequestMap::request(MapSide side) const { return data_->side(side).bytes; }

const std::optional<Snapshot>& RequestMap::snapshot(MapSide side) const { return data_->side(side).snapshot; }

}  // namespace latewood
