// The differences between moments of a history, as values.
//
//   const Diff diff = context.diff("@t-1", "@t0").value();
//   for (const NodeChange& node : diff.changed) {
//     for (const FieldChange& field : node.fields) std::cout << node.id << ": " << field.name << '\n';
//   }
//
// A node is the same node in two snapshots if it has the same id in both. Everything here is a plain value that owns
// its members. `older` is always the earlier moment and `newer` the later one; in the JSON of the specification the
// newer side is called `from` and the older side `to`, and `to_json` writes it so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/json_value.h"

namespace latewood {

// ---- two snapshots ----

// The two values of a member: as a NodeView shows them, null for a member that is absent.
struct FieldDelta {
  JsonValue newer;
  JsonValue older;
  friend bool operator==(const FieldDelta&, const FieldDelta&) = default;
};

struct FieldChange {
  std::string name;                 // "ttl", "content_hash", ..., or an attribute
  std::optional<FieldDelta> delta;  // nullopt if one of the values is an array or object
  friend bool operator==(const FieldChange&, const FieldChange&) = default;
};

struct NodeChange {
  std::string id;
  // In one fixed order: ttl, priority, content_hash, parent, offset, nodeType, role, kind, cycle, created_at_ns,
  // created_at_iso, creation_index, provenance, removable, key, pins (the holders), then attributes by name. Never
  // empty.
  std::vector<FieldChange> fields;
  // How the content differs, as compact JSON (docs/format/content_diff.md). Only in a range result that was asked for
  // it, and only if `content_hash` is among the fields; default: nullopt.
  std::optional<std::string> content_diff = {};
  friend bool operator==(const NodeChange&, const NodeChange&) = default;
};

struct Diff {
  std::vector<std::string> added;    // in the document order of the newer snapshot
  std::vector<std::string> removed;  // sorted by id
  std::vector<NodeChange> changed;   // in the document order of the newer snapshot
  friend bool operator==(const Diff&, const Diff&) = default;
};

// {"added":[id..],"removed":[id..],"changed":[{"id":..,"fields":[name..]}..]}, and no other key.
std::string to_json(const Diff& diff);

// ---- the same in more detail ----

// Children that a parent got or lost: added, removed, or moved from or to another parent.
struct ChildrenChange {
  std::string parent;
  std::vector<std::string> ids;
  friend bool operator==(const ChildrenChange&, const ChildrenChange&) = default;
};

struct ParentChange {
  std::string id;
  std::string older_parent_id;
  std::string newer_parent_id;
  friend bool operator==(const ParentChange&, const ParentChange&) = default;
};

// A removed and an added node with the same content: probably one node that moved, since a node that changes its region
// gets a new id.
struct MovedNode {
  std::string older_id;
  std::string newer_id;
  friend bool operator==(const MovedNode&, const MovedNode&) = default;
};

struct DiffDetail {
  Diff components;
  std::vector<ChildrenChange> children_added;    // sorted by parent; ids in the newer document order
  std::vector<ChildrenChange> children_removed;  // sorted by parent; ids sorted
  std::vector<ParentChange> parent_changed;      // in the newer document order
  std::vector<MovedNode> moved;                  // in the newer document order of `newer_id`
  friend bool operator==(const DiffDetail&, const DiffDetail&) = default;
};

// {"components_added":..,"components_removed":..,"components_modified":[{"id","fields"}..],
// "children_added":{parent:[id..]..},"children_removed":..,
// "parent_changed":[{"id","previous_parent_id","new_parent_id"}..],"moved":[{"from_id","to_id"}..]}, where `from_id` is
// the older id.
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

// The differences between two neighbours of the range.
struct DiffBlock {
  SnapshotRef newer;
  SnapshotRef older;
  Diff diff;
  DiffStats stats;  // before a limit cut the lists
  friend bool operator==(const DiffBlock&, const DiffBlock&) = default;
};

struct RangeLimits {
  std::optional<std::int64_t> max_snapshots;             // as given; nullopt: none
  std::optional<std::int64_t> max_changes_per_snapshot;  // as given; nullopt: none
  bool truncated = false;                                // whether a limit cut something
  friend bool operator==(const RangeLimits&, const RangeLimits&) = default;
};

// A failure of one part that leaves a usable result.
struct ResultError {
  std::string code;  // a name of errors.h
  std::string message;
  bool fatal = false;
  friend bool operator==(const ResultError&, const ResultError&) = default;
};

// The answer to a selector with a range of moments.
struct RangeDiffLatestResult {
  std::string query;                   // as it was written
  std::vector<SnapshotRef> snapshots;  // newest first
  std::vector<DiffBlock> diffs;        // between neighbours, newest first: one fewer than snapshots
  std::optional<RangeLimits> limits;   // nullopt: no limit was given
  std::vector<std::string> warnings;
  std::vector<ResultError> errors;
  friend bool operator==(const RangeDiffLatestResult&, const RangeDiffLatestResult&) = default;
};

// Compact, ASCII, members in the order of the specification; `warnings` and `errors` only if there are some.
std::string to_json(const RangeDiffLatestResult& result);

}  // namespace latewood
