// The import and the reading side of documents, short and slow: every rule as a loop over parsed JSON. It shares
// nothing with the real reader but the JSON parser, and both must agree on every product.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/node.h"

namespace latewood::test {

// One snapshot of a document, as products of the specification show it.
struct PlainImported {
  std::uint64_t cycle = 0;
  std::vector<NodeView> nodes;  // in document order
  std::string exported;         // `export_snapshot`
  std::string serialized;       // `serialize_snapshot`
  std::string thread;           // the canonical provider thread
};

// The snapshots of a document that is a ForeignDocument and is accepted, oldest first.
std::vector<PlainImported> plain_import(std::string_view document);

}  // namespace latewood::test
