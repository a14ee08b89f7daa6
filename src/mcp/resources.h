// Resources: parts of snapshots under addresses.
//
//   latewood://{context}/{moment}/thread     the messages of the canonical thread
//   latewood://{context}/{moment}/tree       the tree
//   latewood://{context}/{moment}/log        the commits from there on, newest first
//   latewood://{context}/{moment}/node/{id}  one node
//
// A moment is what every operation takes: @t0, @t-1, @c42, a branch, a tag, a commit id. Parts are percent-encoded.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "latewood/json_value.h"
#include "latewood/result.h"
#include "latewood/session.h"

namespace latewood::mcp {

struct Address {
  std::string context;
  std::string moment;
  std::string part;  // "thread", "tree", "log", "node"
  std::string id;    // the id of a node; else empty
};

// nullopt for an address that no template gives.
std::optional<Address> parse_address(std::string_view uri);
std::string address_text(const Address& address);

// The templates whose operations the table has.
JsonValue::Array resource_templates();

struct ResourcePage {
  JsonValue::Array resources;
  std::string next;  // the cursor of the page that follows; empty: there is none
};
// The newest snapshots of each context. `cursor` is empty or the `next` of the page before. E_ARGUMENT_INVALID if there
// is no context of that cursor.
Result<ResourcePage> list_resources(Session& session, const std::string& cursor);

// The text of a resource.
Result<std::string> read_resource(Session& session, const Address& address);

}  // namespace latewood::mcp
