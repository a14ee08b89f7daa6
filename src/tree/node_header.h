// The header: the canonical bytes of a node, with every persistent member once. It is the node's atom in the graph, so
// the state root covers it. Layout: docs/format/node_header.md.
#pragma once

#include <cstddef>
#include <string_view>

#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "latewood/result.h"
#include "tree/node.h"
#include "tree/node_pool.h"

namespace latewood::tree {

// Sets the common parts of the headers in `traits`. Must be called once before nodes with these traits are encoded.
void complete_header_parts(Traits& traits);

// The size of a header: fixed members, the id with its length, and texts. Inlined, because encoding a long history
// calls it for every node.
inline std::size_t header_size(const Node& node) {
  constexpr std::size_t kFixedBytes = 1 + 1 + 6 * 8 + 2 * 32;
  return kFixedBytes + 4 + node.id().size() + node.traits().header_texts.size();
}
void encode_header(BinaryCursor& out, const Node& node);

// A decoded header: every member of a node except its content.
struct DecodedHeader {
  NodeParts parts;  // without content; views of the bytes that were read
  bool has_content = false;
  PayloadDigest payload;      // the digest of the content
  Sha256Digest content_hash;  // as the header claims; that of the node tells whether it is right
};

// Decodes a header. Accepts only bytes that `encode_header` writes. Refuses, with the place: another version, a flag
// without its member, text that is not UTF-8, attributes that are not canonical, an invalid id. The second form also
// refuses bytes after the header.
Result<DecodedHeader> decode_header(BinaryReader& in);
Result<DecodedHeader> decode_header(std::string_view bytes);

// Adds the node with this header and content to the pool; `payload` null: no content. The content_hash of purged
// content is taken from the header, any other is computed: compare it if the header is not trusted.
const Node* add_node(NodePool& pool, DecodedHeader&& header, const Payload* payload);

}  // namespace latewood::tree
