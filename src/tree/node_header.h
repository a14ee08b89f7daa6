// The canonical bytes of a node: every persistent member, once. They are the atom
// of the node in the graph, so the state root covers them.
// Layout: docs/format/node_header.md.
#pragma once

#include <cstddef>

#include "canon/binary_writer.h"
#include "tree/node.h"

namespace latewood::tree {

std::size_t header_size(const Node& node);
void encode_header(BinaryCursor& out, const Node& node);

}  // namespace latewood::tree
