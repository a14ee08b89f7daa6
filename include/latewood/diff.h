// What differs between moments of a history, as values. Nodes are told apart by their ids:
// a node is the same node in two snapshots if it has the same id there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/json_value.h"

namespace latewood {

// ---- two snapshots ----

// One member of a node that is not the same in both. Values are what people see: the
// remaining ttl, the id of the parent, null for what is absent.
struct FieldDelta {
  JsonValue from;  // in the newer snapshot
  JsonValue to;    // in the older one
  friend bool operator==(const FieldDelta&, const FieldDelta&) = default;
};

struct FieldChange {
  std::string name;                 // "ttl", "content_hash", ..., or a custom attribute
  std::optional<FieldDelta> delta;  // nothing if one of the values is an array or object
  friend bool operator==(const FieldChange&, const FieldChange&) = default;
};

struct NodeChange {
  std::string id;
  // In one fixed order: ttl, priority, content_hash, parent, offset, nodeType, role, kind,
  // cycle, created_at_ns, created_at_iso, creation_index, provenance, removable, key, pins (who
  // holds it), then custom attributes by name. Never empty.
  std::vector<FieldChange> fields;
  // How the content differs, as compact JSON; docs/format/content_diff.md has its form. Only in a
  // range result that was asked for it, and only if `content_hash` is among the fields.
  std::optional<std::string> content_diff = {};
  friend bool operator==(const NodeChange&, const NodeChange&) = default;
};

struct Diff {
  std::vector<std::string> added;    // in the newer snapshot's document order
  std::vector<std::string> removed;  // sorted by id
  std::vector<NodeChange> changed;   // in the newer snapshot's document order
  friend bool operator==(const Diff&, const Diff&) = default;
};

// {"added":[id..],"removed":[id..],"changed":[{"id":..,"fields":[name..]}..]}, and no other key.
std::string to_json(const Diff& diff);

// ---- the same in more detail ----

// Children that came to a parent or left it: by addition, removal, or another parent.
struct ChildrenChange {
  std::string parent;
  std::vector<std::string> ids;
  friend bool operator==(const ChildrenChange&, const ChildrenChange&) = default;
};

struct ParentChange {
  std::string id;
  std::string previous_parent_id;
  std::string new_parent_id;
  friend bool operator==(const ParentChange&, const ParentChange&) = default;
};

// A node that left and one that came with the same content: probably the same thing in
// another place, since a node that changes its region gets a new id.
struct MovedNode {
  std::string from_id;
  std::string to_id;
  friend bool operator==(const MovedNode&, const MovedNode&) = default;
};

struct DiffDetail {
  Diff components;
  std::vector<ChildrenChange> children_added;    // sorted by parent; ids in the newer document order
  std::vector<ChildrenChange> children_removed;  // sorted by parent; ids sorted
  std::vector<ParentChange> parent_changed;      // in the newer document order
  std::vector<MovedNode> moved;                  // in the newer document order of `to_id`
  friend bool operator==(const DiffDetail&, const DiffDetail&) = default;
};

// {"components_added":..,"components_removed":..,"components_modified":[{"id","fields"}..],
// "children_added":{parent:[id..]..},"children_removed":..,"parent_changed":[..],"moved":[..]}
std::string to_json(const DiffDetail& detail);

// ---- a range of snapshots ----

struct SnapshotRef {
  char kind = 't';         // 't' counts commits back, 'c' names a cycle
  std::int64_t value = 0;  // -3 in @t-3, 42 in @c42
  std::string label;       // "@t-3"
  std::uint64_t cycle = 0;
  friend bool operator==(const SnapshotRef&, const SnapshotRef&) = default;
};

struct DiffStats {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t changed = 0;
  friend bool operator==(const DiffStats&, const DiffStats&) = default;
};

struct DiffBlock {
  SnapshotRef from;  // the newer one
  SnapshotRef to;    // the one before it
  Diff diff;
  DiffStats stats;  // before anything was cut
  friend bool operator==(const DiffBlock&, const DiffBlock&) = default;
};

struct RangeLimits {
  std::optional<std::int64_t> max_snapshots;
  std::optional<std::int64_t> max_changes_per_snapshot;
  bool truncated = false;
  friend bool operator==(const RangeLimits&, const RangeLimits&) = default;
};

// A failure that leaves a result to be had.
struct ResultError {
  std::string code;
  std::string message;
  bool fatal = false;
  friend bool operator==(const ResultError&, const ResultError&) = default;
};

// What a selector with a range of moments gives.
struct RangeDiffLatestResult {
  std::string query;                   // as it was written
  std::vector<SnapshotRef> snapshots;  // newest first
  std::vector<DiffBlock> diffs;        // neighbours, newest first: one fewer than snapshots
  std::optional<RangeLimits> limits;   // if a limit was given
  std::vector<std::string> warnings;
  std::vector<ResultError> errors;
  friend bool operator==(const RangeDiffLatestResult&, const RangeDiffLatestResult&) = default;
};

// Compact, ASCII, members in the specification's order; `warnings` and `errors` only if there
// are some.
std::string to_json(const RangeDiffLatestResult& result);

}  // namespace latewood
