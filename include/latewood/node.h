// What people put into a context, and what they see of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/digest.h"
#include "latewood/json_value.h"

namespace latewood {

// A node to be: everything the caller decides. Stamps, cycle and, if absent, the id
// are issued by the context.
struct Component {
  std::optional<std::string> id = {};          // unique, never used before; default: derived
  std::string node_type = "cb";                // `cb`, or a namespaced type such as `cb:summary`
  std::int64_t offset = 0;                     // < 0 before the core, 0 core, > 0 after it
  std::optional<std::int64_t> ttl = {};        // cycles it is seen; default: for ever
  std::int64_t priority = 0;                   // the lowest is pruned first
  std::optional<std::string> role = {};        // user, assistant, tool, system, other
  std::optional<std::string> kind = {};        // text, call, result, ...; default: text where the content is text
  std::optional<JsonValue> content = {};       // text or any JSON
  std::optional<bool> removable = {};          // a container that goes when it is emptied
  std::optional<std::string> key = {};         // for overlap demotion: the newest of a key is the shallowest
  std::optional<std::string> provenance = {};  // default: the actor
  std::vector<JsonMember> attributes = {};     // `data_*`, `content_*` or `prefix:name`
  friend bool operator==(const Component&, const Component&) = default;
};

// What takes the place of a block. What is not given is taken from the block it replaces, the cycles that it
// has left included.
struct Replacement {
  std::optional<JsonValue> content = {};  // nothing: no content
  // By name: of a block that keeps its id, one that is not given stays as it is, and null takes one away.
  std::vector<JsonMember> attributes = {};
  std::optional<std::string> role = {};
  std::optional<std::string> kind = {};
  std::optional<std::int64_t> ttl = {};  // cycles from now
  bool persistent = false;               // no ttl, whatever the block has; not together with `ttl`
  std::optional<std::int64_t> priority = {};
  std::optional<std::int64_t> offset = {};
  std::optional<std::string> node_type = {};
  friend bool operator==(const Replacement&, const Replacement&) = default;
};

// Somebody who holds on to a node: as long as one does, it is neither expired nor pruned.
struct Pin {
  std::string id;
  std::string holder = {};  // a name; may be empty
  friend auto operator<=>(const Pin&, const Pin&) = default;
};

// A node as one snapshot shows it.
struct NodeView {
  std::string id;
  std::string node_type;
  std::int64_t offset = 0;
  std::optional<std::int64_t> ttl;  // cycles left
  std::int64_t priority = 0;
  std::uint64_t cycle = 0;  // of the commit that introduced it
  std::int64_t created_at_ns = 0;
  std::string created_at_iso;
  std::uint64_t creation_index = 0;
  std::optional<std::string> role;
  std::optional<std::string> kind;
  std::optional<JsonValue> content;
  std::optional<Blake3Digest> purged;  // the digest of content that was erased for good; then `content` is nothing
  std::optional<bool> removable;
  std::optional<std::string> key;
  std::optional<std::string> provenance;
  std::vector<JsonMember> attributes;    // sorted by name
  Sha256Digest content_hash;             // always computed; of purged content the one that was kept
  std::optional<std::string> parent_id;  // nothing for the root
  std::vector<std::string> pins = {};    // who holds it, sorted; empty: it is not pinned
  friend bool operator==(const NodeView&, const NodeView&) = default;
};

}  // namespace latewood
