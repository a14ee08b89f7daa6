#include "engine/branch/contents.h"

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "canon/json_cursor.h"
#include "canon/json_reader.h"
#include "canon/json_string.h"
#include "canon/json_writer.h"
#include "tree/edit/draft.h"
#include "tree/node_header.h"
#include "tree/node_pool.h"

namespace latewood::engine {
namespace {

using tree::NodeClass;
using tree::Tree;

// Most payloads are strings; they are checked without being parsed.
bool is_canonical_string(std::string_view json) {
  JsonCursor cursor{json};
  return take_canonical_json_string(cursor) && cursor.at_end();
}

}  // namespace

Error damaged(std::string_view what, const Error& error) {
  if (error.code != Code::InvalidArgument) return error;
  Error corruption = corrupt(std::string(what) + ": " + error.message);
  corruption.rule = error.rule;
  return corruption;
}

Result<const tree::Payload*> add_content(const tree::PayloadDigest& digest, const Result<std::string>& json,
                                         const Contents& contents, tree::NodePool& pool) {
  if (!json && json.error().rule == kPayloadPurged) return pool.add_purged(digest, contents.purged_bytes(digest));
  if (!json) return json.error();
  if (!is_canonical_string(*json)) {
    const auto value = parse_json(*json);
    if (!value) return damaged("content " + digest.hex(), value.error());
    if (canonical_json(*value) != *json) return corrupt("content " + digest.hex() + " is not canonical");
  }
  LW_TRY_ASSIGN(const tree::Payload* payload, pool.add_payload(*json));
  if (payload->digest() != digest) return corrupt("content " + digest.hex() + " has another digest");
  return payload;
}

Result<std::shared_ptr<const Tree>> frame_from(const std::array<std::string, 4>& headers, tree::NodePool& pool) {
  constexpr std::array<NodeClass, 4> kClasses = {NodeClass::Root, NodeClass::Sys, NodeClass::Seq, NodeClass::Ah};
  std::array<const tree::Node*, 4> nodes{};
  for (std::size_t i = 0; i < headers.size(); ++i) {
    auto header = tree::decode_header(headers[i]);
    if (!header) return damaged("the first state", header.error());
    nodes[i] = tree::add_node(pool, std::move(*header), nullptr);
    const bool is_empty = !header->has_content && nodes[i]->content_hash() == header->content_hash;
    if (!is_empty || nodes[i]->node_class() != kClasses[i]) {
      return corrupt("'" + std::string(nodes[i]->id()) + "' is not an empty " +
                     std::string(tree::name_of(kClasses[i])));
    }
  }
  Tree frame = tree::empty_tree(pool);
  frame.set_root(nodes[0]);
  frame.sys = tree::Ring(tree::Subtree(nodes[1]));
  frame.set_seq(nodes[2]);
  frame.ah = tree::Ring(tree::Subtree(nodes[3]));
  return std::make_shared<const Tree>(std::move(frame));
}

}  // namespace latewood::engine
