// The canonical bytes of a node: every persistent member, once. They are the atom
// of the node in the graph, so the state root covers them.
// Layout: docs/format/node_header.md.
#pragma once

#include <cstddef>
#include <string_view>

#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "latewood/result.h"
#include "tree/node.h"
#include "tree/node_pool.h"

namespace latewood::tree {

// Writes into `traits` what the headers of its nodes have in common. Whoever keeps traits calls it
// once; without it the headers of their nodes are wrong.
void complete_header_parts(Traits& traits);

// Inlined, since long histories are encoded node by node: fixed members, the id with its length, and texts.
inline std::size_t header_size(const Node& node) {
  constexpr std::size_t kFixedBytes = 1 + 1 + 6 * 8 + 2 * 32;
  return kFixedBytes + 4 + node.id().size() + node.traits().header_texts.size();
}
void encode_header(BinaryCursor& out, const Node& node);

// A header that was read: everything a node has but its content.
struct DecodedHeader {
  NodeParts parts;  // without content; views of the bytes that were read
  bool has_content = false;
  PayloadDigest payload;      // of the content
  Sha256Digest content_hash;  // as the header claims; that of the node tells whether it is right
};

// Reads exactly what `encode_header` writes: another version, a flag without its member, a text
// that is not UTF-8, attributes that are not canonical, an id nobody may have are refused with
// their place. The second form also refuses bytes behind the header.
Result<DecodedHeader> decode_header(BinaryReader& in);
Result<DecodedHeader> decode_header(std::string_view bytes);

// The node that has the header and this content; null: none. The content_hash of purged content is the header's word,
// any other is computed: whoever does not trust the header compares them.
const Node* add_node(NodePool& pool, DecodedHeader&& header, const Payload* payload);

}  // namespace latewood::tree
