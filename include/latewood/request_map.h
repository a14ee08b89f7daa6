// A map between the entries of a diff, nodes, and the bytes of two requests: from one of the three it finds the other
// two, for every profile, with the cause of the change.
//
//   const RequestMap map = RequestMap::of_commit(context.latest().value(), {.profile = "anthropic"}).value();
//   const MappedNode node = map.node("cb:x").value();              // its places in both requests, commit and cause
//   const MappedByte byte = map.at(MapSide::Newer, 1200).value();  // the node that this byte belongs to
//   for (const MappedNode& entry : map.entries().value()) {
//     std::cout << entry.id << ' ' << to_string(entry.cause) << '\n';
//   }
//
// Every byte of a request belongs to one node: bytes that no block has (brackets, names of members, additions of the
// profile) belong to the root. So the place that `at` returns is always one of the places of its node.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/render.h"
#include "latewood/result.h"
#include "latewood/snapshot.h"
#include "latewood/trace.h"

namespace latewood {

struct MapOptions {
  std::string profile = {};   // default: the canonical thread
  RenderOptions render = {};  // default: the effective view
};

enum class MapSide : std::uint8_t { Older, Newer };

enum class MapCause : std::uint8_t {
  None,     // node and bytes are the same in both
  Ttl,      // the node differs: as in `ChangeCause`
  Cascade,  // as in `ChangeCause`
  Prune,    // as in `ChangeCause`
  Seal,     // as in `ChangeCause`
  Edit,     // as in `ChangeCause`
  Marker,   // the node is the same; a marker that redacts, replaces or covers it was added or removed
  Repair,   // the node is the same; the profile repaired it in another way
  Branch,   // the node differs, and the two are on different lines of history
  Unknown,  // the node differs, and the commit that changed it was collected
};

// "none", "ttl", "cascade", "prune", "seal", "edit", "marker", "repair", "branch", "unknown".
std::string_view to_string(MapCause cause);

struct MapPlace {
  std::optional<std::uint64_t> unit;  // among the units, from 0; nullopt: bytes of the root
  ByteRange bytes;
  friend bool operator==(const MapPlace&, const MapPlace&) = default;
};

// A node in one of the snapshots and its request.
struct MappedSide {
  bool exists = false;               // whether the snapshot has it
  std::vector<MapPlace> places;      // in the order of their bytes; empty: not rendered
  std::vector<std::string> instead;  // markers that are rendered in its place
  std::vector<RepairKind> repairs;   // about this node
  friend bool operator==(const MappedSide&, const MappedSide&) = default;
};

struct MapCommit {
  std::uint64_t cycle = 0;
  CommitId commit_id;
  friend bool operator==(const MapCommit&, const MapCommit&) = default;
};

struct MappedNode {
  std::string id;
  std::optional<ChangeKind> change;  // the entry in the diff; nullopt: none
  std::vector<std::string> fields;   // changed fields, in the order of a diff
  MapCause cause = MapCause::None;
  std::optional<MapCommit> commit;  // the commit of the change; nullopt: none, or unknown
  MappedSide newer;
  MappedSide older;
  friend bool operator==(const MappedNode&, const MappedNode&) = default;
};

struct MappedByte {
  MapSide side = MapSide::Newer;
  std::uint64_t offset = 0;
  MapPlace place;  // the place that contains it
  MappedNode node;
  friend bool operator==(const MappedByte&, const MappedByte&) = default;
};

// Ownership: a map holds both snapshots and both requests; copies share them. Immutable, for any number of threads.
// Cost: rendering both snapshots and listing their nodes once; each question then costs about its answer.
class RequestMap {
 public:
  // Without an older snapshot every node is added. Fails like `Snapshot::render`; a snapshot without any message has an
  // empty request.
  static Result<RequestMap> make(const std::optional<Snapshot>& older, const Snapshot& newer,
                                 const MapOptions& options = {});
  // Between a snapshot and the one before it; without an older side if that was collected or does not exist.
  static Result<RequestMap> of_commit(const Snapshot& newer, const MapOptions& options = {});

  // E_NODE_NOT_FOUND if neither snapshot has it.
  Result<MappedNode> node(std::string_view id) const;
  // E_OPTION_INVALID if the request has no such byte.
  Result<MappedByte> at(MapSide side, std::uint64_t offset) const;
  // Added, removed, changed, each in the order of the diff.
  Result<std::vector<MappedNode>> entries() const;

  // The bytes of a request. The reference is valid as long as this map or a copy of it exists.
  const std::string& request(MapSide side) const;
  // The snapshot of a side; nullopt if the map has no older side. Valid as long as `request`.
  const std::optional<Snapshot>& snapshot(MapSide side) const;

 private:
  struct Data;
  explicit RequestMap(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;
};

// Compact, ASCII, with every member; docs/cli.md lists them.
std::string to_json(const MappedNode& node);
std::string to_json(const MappedByte& byte);

}  // namespace latewood
