// Nodes as canonical JSON, in the two forms of the specification.
#pragma once

#include <cstdint>
#include <string>

#include "exchange/chunked_output.h"
#include "tree/tree.h"

namespace latewood::exchange {

enum class NodeForm : std::uint8_t {
  Export,     // every stored member (D-46)
  Reference,  // exactly the members of the reference serialization
};

// Writes the tree as one nested object, children in canonical order. `children` is always written for root, regions,
// turns and cores, and for blocks that have any (E-07). An implicit core is not written (D-01).
Result<void> write_tree(ChunkedOutput& out, const tree::Tree& tree, NodeForm form);

}  // namespace latewood::exchange
