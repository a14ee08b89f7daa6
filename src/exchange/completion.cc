#include "exchange/completion.h"

#include <algorithm>
#include <array>

#include "base/iso_time.h"
#include "base/rules.h"
#include "base/try.h"

namespace latewood::exchange {
namespace {

using tree::NodeClass;

// Root and regions. The index of each is its constant stamp (D-02).
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

const Frame* frame_of(NodeClass node_class) {
  const auto found =
      std::find_if(kFrame.begin(), kFrame.end(), [&](const Frame& frame) { return frame.node_class == node_class; });
  return found == kFrame.end() ? nullptr : &*found;
}

// Sets the constant values of absent members; absent offset, priority and cycle are 0.
void set_constants(NodeDocument& node, const Frame& frame) {
  const auto stamp = static_cast<std::uint64_t>(&frame - kFrame.data());
  if (!node.has(Member::Id)) node.set_id(frame.id);
  if (!node.has(Member::CreatedAtNs)) node.fields.created_at_ns = static_cast<std::int64_t>(stamp);
  if (!node.has(Member::CreationIndex)) node.fields.creation_index = stamp;
}

// Keeps the two digests of purged content. Both must be in the document.
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
    set_constants(node, *frame);
    return {};
  }
  if (!node.has(Member::Id)) return incomplete(node, "a node without an id");
  if (!node.has(Member::Cycle)) node.fields.cycle = cycle;
  if (!node.has(Member::CreationIndex)) node.fields.creation_index = position;
  if (node.ttl) node.fields.expiry = static_cast<std::int64_t>(cycle) + *node.ttl;
  return {};
}

// Keeps a spelling of `created_at_iso` that names the same time as `created_at_ns`; drops one that names another time
//
Result<void> settle_iso(NodeDocument& node, std::uint64_t cycle, IsoTimeCheck& iso, const ImportNotes& notes) {
  const std::int64_t moment = node.fields.created_at_ns;
  if (!node.has(Member::CreatedAtIso) || iso.is_derived(node.iso, moment)) return {};
  const auto named = parse_iso_time(node.iso);
  if (named == moment) {
    node.fields.iso = node.iso;
    return {};
  }
  const std::string what = named ? "names another moment than created_at_ns" : "names no moment";
  return notes.warned(node, Member::CreatedAtIso, cycle, "created_at_iso '" + excerpt(node.iso) + "' " + what,
                      iso_time(moment));
}

// Notes the members that were completed; `given` are the members in the document.
Result<void> note_completed(const NodeDocument& node, std::uint32_t given, std::uint64_t cycle,
                            const ImportNotes& notes) {
  for (const Member header : kHeaders) {
    const bool is_given = (given >> static_cast<unsigned>(header) & 1U) != 0;
    if (!is_given) LW_TRY(notes.completed(node, header, cycle));
  }
  return {};
}

// Notes the members that are not exported again, since other members have the same information.
void note_dropped(const NodeDocument& node, std::uint64_t cycle, const ImportNotes& notes) {
  const auto drop = [&](Member member, const char* why) {
    if (node.has(member)) notes.dropped(node, member, cycle, std::string(name_of(member)) + " " + why);
  };
  drop(Member::Parent, "follows from where the node stands");
  drop(Member::ParentId, "follows from where the node stands");
  if (!node.is_purged) drop(Member::PayloadDigest, "follows from the content");
  if (!node.is_purged) drop(Member::Purged, "says nothing");
  const tree::NodeParts& fields = node.fields;
  constexpr const char* kNull = "is null, which is as good as absent";
  if (!fields.traits.role) drop(Member::Role, kNull);
  if (!fields.traits.kind) drop(Member::Kind, kNull);
  if (!fields.traits.provenance) drop(Member::Provenance, kNull);
  if (!fields.key) drop(Member::Key, kNull);
  if (!fields.removable) drop(Member::Removable, kNull);
}

// The bit of a node class in a set of classes.
unsigned bit_of(NodeClass node_class) { return 1U << static_cast<unsigned>(node_class); }

Result<void> add_missing_regions(std::vector<NodeDocument>& nodes, unsigned given, std::uint64_t cycle,
                                 const ImportNotes& notes) {
  for (const Frame& frame : kFrame) {
    if (frame.node_class == NodeClass::Root || (given & bit_of(frame.node_class)) != 0) continue;
    LW_TRY(notes.completed_region(nodes[0], frame.type, cycle));
    NodeDocument& region = nodes.emplace_back();
    region.place = nodes[0].place;
    region.set_type(frame.type);
    set_constants(region, frame);
  }
  return {};
}

}  // namespace

Result<void> complete(NodeDocuments& documents, std::uint64_t cycle, const ImportNotes& notes) {
  std::vector<NodeDocument>& nodes = documents.list;
  const NodeDocument& root = nodes.front();
  if (root.has(Member::NodeType) && root.fields.traits.type != kFrame[0].type) {
    Error error = broken(kPlacementInvalid, "the root is of type '" + excerpt(root.fields.traits.type) + "'");
    error.place = root.place;
    return error;
  }
  unsigned given = 0;
  IsoTimeCheck iso;
  for (std::size_t position = 0; position < nodes.size(); ++position) {
    NodeDocument& node = nodes[position];
    if (notes.is_strict()) LW_TRY(note_completed(node, node.given, cycle, notes));
    if (node.is_purged) LW_TRY(keep_digests(node, documents.purged));
    LW_TRY(complete_node(node, position, cycle));
    LW_TRY(settle_iso(node, cycle, iso, notes));
    given |= bit_of(node.node_class);
    if (!notes.is_asked() || notes.is_strict()) continue;
    LW_TRY(note_completed(node, node.given, cycle, notes));
    note_dropped(node, cycle, notes);
  }
  return add_missing_regions(nodes, given, cycle, notes);
}

}  // namespace latewood::exchange
