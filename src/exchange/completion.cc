#include "exchange/completion.h"

#include <algorithm>
#include <array>

#include "base/rules.h"
#include "base/try.h"

namespace latewood::exchange {
namespace {

using tree::NodeClass;

// Root and regions in the order of their stamps, which are their places here (D-02).
struct Frame {
  NodeClass node_class;
  const char* type;
  const char* id;
};
constexpr std::array<Frame, 4> kFrame = {{{NodeClass::Root, "^root", "root"},
                                          {NodeClass::Sys, "^sys", "sys"},
                                          {NodeClass::Seq, "^seq", "seq"},
                                          {NodeClass::Ah, "^ah", "ah"}}};

constexpr std::array<Member, 9> kHeaders = {Member::Id,          Member::NodeType,     Member::Offset,
                                            Member::Ttl,         Member::Priority,     Member::Cycle,
                                            Member::CreatedAtNs, Member::CreatedAtIso, Member::CreationIndex};

Error incomplete(const NodeDocument& node, std::string message) {
  if (!node.fields.id.empty()) message = "'" + std::string(node.fields.id) + "': " + message;
  return {Code::InvalidArgument, std::move(message), {}, node.place};
}

Result<void> check_complete(const NodeDocument& node) {
  for (const Member header : kHeaders) {
    if (!node.has(header)) return incomplete(node, "the header " + std::string(name_of(header)) + " is missing");
  }
  return {};
}

const Frame* frame_of(NodeClass node_class) {
  const auto found =
      std::find_if(kFrame.begin(), kFrame.end(), [&](const Frame& frame) { return frame.node_class == node_class; });
  return found == kFrame.end() ? nullptr : &*found;
}

// a region that left would leave no tree.
Error never_expires(const NodeDocument& node, const Frame& frame) {
  const std::string ttl = std::to_string(*node.ttl);
  return {Code::InvalidArgument, std::string(frame.type) + " does not expire and has the ttl " + ttl,
          std::string(kTtlInvalid), node.place};
}

// The constants win over what the document says (E-08); the id is the document's.
void set_constants(NodeDocument& node, const Frame& frame) {
  const auto stamp = static_cast<std::uint64_t>(&frame - kFrame.data());
  if (!node.has(Member::Id)) node.set_id(frame.id);
  node.note(Member::Id);
  node.ttl.reset();
  node.fields.traits.offset = 0;
  node.fields.traits.priority = 0;
  node.fields.cycle = 0;
  node.fields.created_at_ns = static_cast<std::int64_t>(stamp);
  node.fields.creation_index = stamp;
}

// What is left of purged content are its two digests, so both must be there.
Result<void> keep_digests(NodeDocument& node, std::deque<tree::PurgedContent>& purged) {
  if (node.has(Member::Content)) return incomplete(node, "purged content, and there is content");
  const auto payload = tree::PayloadDigest::from_hex(node.payload_digest);
  const auto content_hash = Sha256Digest::from_hex(node.content_hash);
  if (!payload || !content_hash) {
    return incomplete(node, "purged content needs content_hash and payload_digest, 64 hexadecimal digits each");
  }
  node.fields.purged = &purged.emplace_back(tree::PurgedContent{*payload, *content_hash});
  return {};
}

Result<void> complete_node(NodeDocument& node, std::size_t position, std::uint64_t cycle) {
  if (!node.has(Member::NodeType)) node.set_type(position == 0 ? "^root" : "cb");
  if (const Frame* frame = frame_of(node.node_class)) {
    if (node.ttl) return never_expires(node, *frame);
    set_constants(node, *frame);
    return {};
  }
  if (!node.has(Member::Id)) return incomplete(node, "a node without an id");
  if (!node.has(Member::Cycle)) node.fields.cycle = cycle;
  if (!node.has(Member::CreationIndex)) node.fields.creation_index = position;
  if (node.ttl) node.fields.expiry = static_cast<std::int64_t>(cycle) + *node.ttl;
  return {};
}

// Which classes there are, a bit for each.
unsigned bit_of(NodeClass node_class) { return 1U << static_cast<unsigned>(node_class); }

Result<void> add_missing_regions(std::vector<NodeDocument>& nodes, unsigned given, Completeness completeness) {
  for (const Frame& frame : kFrame) {
    if (frame.node_class == NodeClass::Root || (given & bit_of(frame.node_class)) != 0) continue;
    if (completeness == Completeness::Strict) {
      return incomplete(nodes[0], "the region " + std::string(frame.type) + " is missing");
    }
    NodeDocument& region = nodes.emplace_back();
    region.place = nodes[0].place;
    region.set_type(frame.type);
    set_constants(region, frame);
  }
  return {};
}

}  // namespace

Result<void> complete(NodeDocuments& documents, std::uint64_t cycle, Completeness completeness) {
  std::vector<NodeDocument>& nodes = documents.list;
  const NodeDocument& root = nodes.front();
  if (root.has(Member::NodeType) && root.fields.traits.type != kFrame[0].type) {
    Error error = broken(kPlacementInvalid, "the root is of type '" + excerpt(root.fields.traits.type) + "'");
    error.place = root.place;
    return error;
  }
  unsigned given = 0;
  for (std::size_t position = 0; position < nodes.size(); ++position) {
    if (completeness == Completeness::Strict) LW_TRY(check_complete(nodes[position]));
    if (nodes[position].is_purged) LW_TRY(keep_digests(nodes[position], documents.purged));
    LW_TRY(complete_node(nodes[position], position, cycle));
    given |= bit_of(nodes[position].node_class);
  }
  return add_missing_regions(nodes, given, completeness);
}

}  // namespace latewood::exchange
