// A debugger's map between the entries of a diff, nodes, and the bytes of requests: given one of the three it tells the
// other two, in both snapshots, for every profile, and what made the change.
//
//   const auto map = RequestMap::make(*context.back(1), *context.latest(), {.profile = "anthropic"});
//   map->node("cb:x");                  // its places in both requests, what differs, which commit and why
//   map->at(MapSide::Newer, 1200);      // the node that this byte of the newer request is of
//   map->entries();                     // every entry of the diff, each with its places
//
// Every byte of a request is of one node: what no block says (brackets, names of members, what a profile adds) is of
// the root. So the place of `at` is always among the places of its node.
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
  None,  // the node, and its bytes, are the same in both
  Ttl,   // as in `ChangeCause`, for a node that differs
  Cascade,
  Prune,
  Seal,
  Edit,
  Marker,   // the node is the same, but a marker came or went that redacts, replaces or covers it
  Repair,   // the node is the same, but other bytes stand for it: the profile repaired it in another way
  Branch,   // it differs, and the two are on different lines of history
  Unknown,  // it differs, and the commit that did it was collected
};

// "none", "ttl", "cascade", "prune", "seal", "edit", "marker", "repair", "branch", "unknown".
std::string_view to_string(MapCause cause);

struct MapPlace {
  std::optional<std::uint64_t> unit;  // among the units, from 0; nothing: bytes of the root
  ByteRange bytes;
  friend bool operator==(const MapPlace&, const MapPlace&) = default;
};

// A node in one of the snapshots and its request.
struct MappedSide {
  bool exists = false;               // it is in the snapshot
  std::vector<MapPlace> places;      // in the order of their bytes; empty: it is not rendered
  std::vector<std::string> instead;  // markers whose bytes stand in its place
  std::vector<RepairKind> repairs;   // that are about it
  friend bool operator==(const MappedSide&, const MappedSide&) = default;
};

struct MapCommit {
  std::uint64_t cycle = 0;
  CommitId commit_id;
  friend bool operator==(const MapCommit&, const MapCommit&) = default;
};

struct MappedNode {
  std::string id;
  std::optional<ChangeKind> change;  // its entry in the diff; nothing: it has none
  std::vector<std::string> fields;   // of a changed node, in the order of a diff
  MapCause cause = MapCause::None;
  std::optional<MapCommit> commit;  // that made the change
  MappedSide newer;
  MappedSide older;
  friend bool operator==(const MappedNode&, const MappedNode&) = default;
};

struct MappedByte {
  MapSide side = MapSide::Newer;
  std::uint64_t offset = 0;
  MapPlace place;  // that holds it
  MappedNode node;
  friend bool operator==(const MappedByte&, const MappedByte&) = default;
};

class RequestMap {
 public:
  // Without an older snapshot everything is added. Fails where one of the two cannot be rendered, but for one that says
  // nothing: its request is empty.
  static Result<RequestMap> make(const std::optional<Snapshot>& older, const Snapshot& newer,
                                 const MapOptions& options = {});
  // Between a snapshot and the one before it, as far as that is kept.
  static Result<RequestMap> of_commit(const Snapshot& newer, const MapOptions& options = {});

  // E_NODE_NOT_FOUND if neither snapshot has it.
  Result<MappedNode> node(std::string_view id) const;
  // E_OPTION_INVALID if the request has no such byte.
  Result<MappedByte> at(MapSide side, std::uint64_t offset) const;
  // Added, removed, changed, each in the order of the diff.
  Result<std::vector<MappedNode>> entries() const;

  // The bytes of a request.
  const std::string& request(MapSide side) const;
  // Nothing: there is no older one.
  const std::optional<Snapshot>& snapshot(MapSide side) const;

 private:
  struct Data;
  explicit RequestMap(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;
};

// Compact, ASCII, every member always there; docs/cli.md has them.
std::string to_json(const MappedNode& node);
std::string to_json(const MappedByte& byte);

}  // namespace latewood
