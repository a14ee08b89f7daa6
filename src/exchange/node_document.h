// A node as written in a document: its members and their values. Nothing is completed or compared with other nodes
// here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "canon/json_cursor.h"
#include "latewood/result.h"
#include "tree/node_pool.h"

namespace latewood::exchange {

// The members with a defined meaning (D-08), sorted by name. Any other member is a custom attribute.
enum class Member : std::uint8_t {
  Children,
  Content,
  ContentHash,
  CreatedAtIso,
  CreatedAtNs,
  CreationIndex,
  Cycle,
  Id,
  Key,
  Kind,
  NodeType,
  Offset,
  Parent,
  ParentId,
  PayloadDigest,
  Priority,
  Provenance,
  Purged,
  Removable,
  Role,
  Ttl,
};
inline constexpr std::size_t kMembers = 21;

std::string_view name_of(Member member);
// nullopt if `name` is a custom attribute.
std::optional<Member> find_member(std::string_view name);

// Texts are views of the document, which must outlive this, or of `NodeDocuments::texts`.
struct NodeDocument {
  // The given members. The expiry is left out, since it depends on the cycle.
  tree::NodeParts fields;
  std::optional<std::int64_t> ttl;
  std::optional<std::string_view> parent_id;  // the parent that the node names
  std::string_view iso;                       // `created_at_iso` as it is written
  std::string_view content_hash;              // as the node itself claims, in whatever form
  std::string_view payload_digest;            // the same
  Place place;                                // in the text
  std::uint32_t given = 0;                    // a bit for each member that was there
  std::uint32_t parent = 0;                   // index of the node it stands in
  std::uint32_t content = 0;                  // if it has some, which of `NodeDocuments::payloads`
  std::uint64_t quick_id = 0;                 // the `quick_hash` of its id
  bool is_id_sound = false;                   // `tree::check_id` says so
  bool is_purged = false;                     // the content was purged
  tree::NodeClass node_class = {};            // the class of its type; for a node without a type, set by the completion

  // These functions compute the facts for the rules while the texts are read: reading them again would take longer than
  // all of the rules.
  void set_id(std::string_view id);
  void set_type(std::string_view type);

  bool has(Member member) const { return (given >> static_cast<unsigned>(member) & 1U) != 0; }
  void note(Member member) { given |= 1U << static_cast<unsigned>(member); }
};

// The nodes of a document, and the texts and contents that they refer to.
struct NodeDocuments {
  std::vector<NodeDocument> list;
  std::deque<std::string> texts;           // texts whose JSON has escapes
  std::deque<tree::PurgedContent> purged;  // the digests of purged contents
  std::vector<const tree::Payload*> payloads;
};

// Reads the value of a member other than `children`. Refuses, at the place of the value: wrong types, null for a
// required value (E-11), integers beyond 64 bits (E-14). An offset that is not an integer is E_PLACEMENT_INVALID
// . `content_hash` and `payload_digest` are used only if the content was purged; otherwise they are computed.
// Texts with escapes are stored in `texts`.
Result<void> read_member(JsonCursor& cursor, Member member, NodeDocument& node, std::deque<std::string>& texts);

// An integer from `least` to the largest of 64 bits.
Result<std::int64_t> read_integer(JsonCursor& cursor, std::string_view name, std::int64_t least);

// A string; null and other types are refused.
Result<std::string> read_text(JsonCursor& cursor, std::string_view name);

}  // namespace latewood::exchange
