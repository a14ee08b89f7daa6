// Nodes as values: what a caller puts into a context, and what a context shows.
//
//   const Component leaflet = {.role = "user", .content = "Leaflet 12", .id = "cb:leaflet", .ttl = 2};
//   const Replacement corrected = {.content = "Leaflet 13"};
//
// Everything here is a plain value that owns its members: it can be copied, kept and passed between threads, and does
// not change when its context does. Costs: a copy of a NodeView copies its content. What is checked, and how it fails,
// stands at the calls that take these values (context.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/digest.h"
#include "latewood/json_value.h"

namespace latewood {

// A node to insert. The context issues its stamps, its cycle, and its id if none is given.
struct Component {
  std::optional<std::string> role = {};   // user, assistant, tool, system, other or prefix:name; default: none
  std::optional<std::string> kind = {};   // text, call, result, ...; default: text if the content is text
  std::optional<JsonValue> content = {};  // text or any JSON; default: none
  std::optional<std::string> id = {};     // unique in the history, never used before; default: issued
  std::optional<std::int64_t> ttl = {};   // in how many snapshots it is, at least 1; default: no limit
  std::int64_t offset = 0;                // below 0 before the core of its turn, above 0 after it; default: 0, in it
  std::int64_t priority = 0;              // the lowest is pruned first; default: 0
  std::string node_type = "cb";           // default: `cb`; else a type with a prefix, such as `cb:summary`
  std::optional<bool> removable = {};     // a container that leaves when it is emptied; default: by the policy
  std::optional<std::string> key = {};    // the newest of several nodes with one key is the shallowest; default: none
  std::optional<std::string> provenance = {};  // where it came from; default: the actor of the context
  std::vector<JsonMember> attributes = {};     // named `data_*`, `content_*` or `prefix:name`; default: none
  friend bool operator==(const Component&, const Component&) = default;
};

// New content of a block. A member that is not given is taken from the block, its remaining ttl included.
struct Replacement {
  std::optional<JsonValue> content = {};  // default: no content
  // By name, null removes one. Default: those of a block that keeps its id; none for a new `cb:replacement`.
  std::vector<JsonMember> attributes = {};
  std::optional<std::string> role = {};       // default: that of the block
  std::optional<std::string> kind = {};       // default: that of the block
  std::optional<std::int64_t> ttl = {};       // cycles from now; default: what the block has left
  bool persistent = false;                    // no ttl, whatever the block has; excludes `ttl`; default: false
  std::optional<std::int64_t> priority = {};  // default: that of the block
  std::optional<std::int64_t> offset = {};    // default: that of the block
  std::optional<std::string> node_type = {};  // default: that of the block
  friend bool operator==(const Replacement&, const Replacement&) = default;
};

// One hold on a node. A node with at least one pin is neither expired nor pruned.
struct Pin {
  std::string id;           // id of the node
  std::string holder = {};  // a name; may be empty
  friend auto operator<=>(const Pin&, const Pin&) = default;
};

// A node as one snapshot or the working state shows it.
struct NodeView {
  std::string id;
  std::string node_type;
  std::int64_t offset = 0;
  std::optional<std::int64_t> ttl;  // cycles left, this snapshot included; nullopt: no limit
  std::int64_t priority = 0;
  std::uint64_t cycle = 0;  // cycle of the commit that introduced it
  std::int64_t created_at_ns = 0;
  std::string created_at_iso;
  std::uint64_t creation_index = 0;
  std::optional<std::string> role;
  std::optional<std::string> kind;
  std::optional<JsonValue> content;    // nullopt: the node has none, or `purged` is set
  std::optional<Blake3Digest> purged;  // the payload digest of content that was purged
  std::optional<bool> removable;
  std::optional<std::string> key;
  std::optional<std::string> provenance;
  std::vector<JsonMember> attributes;    // sorted by name
  Sha256Digest content_hash;             // computed for every node; of purged content the one that was stored
  std::optional<std::string> parent_id;  // nullopt for the root
  std::vector<std::string> pins = {};    // names of its holders, sorted; empty: not pinned
  friend bool operator==(const NodeView&, const NodeView&) = default;
};

}  // namespace latewood
