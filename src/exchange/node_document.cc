#include "exchange/node_document.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_number.h"
#include "canon/json_reader.h"
#include "canon/json_string.h"
#include "canon/json_writer.h"
#include "canon/quick_hash.h"
#include "tree/placement.h"

namespace latewood::exchange {
namespace {

constexpr std::array<std::string_view, kMembers> kNames = {"children",
                                                           "content",
                                                           "content_hash",
                                                           "created_at_iso",
                                                           "created_at_ns",
                                                           "creation_index",
                                                           "cycle",
                                                           "id",
                                                           "key",
                                                           "kind",
                                                           "nodeType",
                                                           "offset",
                                                           "parent",
                                                           "parent_id",
                                                           "payload_digest",
                                                           "priority",
                                                           "provenance",
                                                           "purged",
                                                           "removable",
                                                           "role",
                                                           "ttl"};

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

// "offset \"x\" is not an integer", at the value.
Error unfit(const JsonCursor& cursor, std::size_t start, std::string_view name, std::string_view wanted) {
  const std::string found = excerpt(cursor.since(start));
  return cursor.fault_since(start, std::string(name) + " " + found + " is not " + std::string(wanted));
}

using Texts = std::deque<std::string>;

// A required text.
Result<std::string_view> read_view(JsonCursor& cursor, std::string_view name, Texts& texts) {
  cursor.skip_space();
  if (const auto plain = take_plain_json_string(cursor)) return *plain;
  LW_TRY_ASSIGN(std::string text, read_text(cursor, name));
  return std::string_view(texts.emplace_back(std::move(text)));
}

// Null counts as absent for optional members (E-11).
Result<std::optional<std::string_view>> read_optional_view(JsonCursor& cursor, Member member, Texts& texts) {
  cursor.skip_space();
  if (const auto plain = take_plain_json_string(cursor)) return plain;
  const std::size_t start = cursor.at;
  LW_TRY_ASSIGN(JsonValue value, read_json_value(cursor));
  if (value.is_null()) return std::optional<std::string_view>();
  const std::string* text = value.as_string();
  if (text == nullptr) return unfit(cursor, start, name_of(member), "a string");
  return std::optional<std::string_view>(texts.emplace_back(*text));
}

Result<std::optional<bool>> read_truth(JsonCursor& cursor, Member member) {
  cursor.skip_space();
  const std::size_t start = cursor.at;
  LW_TRY_ASSIGN(const JsonValue value, read_json_value(cursor));
  if (value.is_null()) return std::optional<bool>();
  const bool* truth = value.as_bool();
  if (truth == nullptr) return unfit(cursor, start, name_of(member), "true or false");
  return std::optional<bool>(*truth);
}

// An integer or null. A fraction is refused here, a negative one is not (D-13, E-15).
Result<void> read_ttl(JsonCursor& cursor, NodeDocument& node) {
  cursor.skip_space();
  const std::size_t start = cursor.at;
  LW_TRY_ASSIGN(const JsonValue value, read_json_value(cursor));
  if (value.is_null()) return {};
  const std::int64_t* cycles = value.as_integer();
  // Far enough from the bounds of 64 bits to be added to any cycle.
  constexpr std::int64_t kMost = std::int64_t{1} << 62;
  if (cycles == nullptr || *cycles > kMost || *cycles < -kMost) {
    Error error = unfit(cursor, start, "ttl", "a number of cycles");
    error.rule = kTtlInvalid;
    return error;
  }
  node.ttl = *cycles;
  return {};
}

// Refuses a fraction, which is not a place; null counts as absent (E-11).
Result<std::int64_t> read_offset(JsonCursor& cursor) {
  cursor.skip_space();
  const std::size_t start = cursor.at;
  if (const auto number = take_short_integer(cursor)) return *number;
  LW_TRY_ASSIGN(const JsonValue value, read_json_value(cursor));
  if (const std::int64_t* number = value.as_integer()) return *number;
  Error error = unfit(cursor, start, name_of(Member::Offset), "an integer of 64 bits");
  if (!value.is_null()) error.rule = kPlacementInvalid;
  return error;
}

Result<void> read_content(JsonCursor& cursor, NodeDocument& node, Texts& texts) {
  cursor.skip_space();
  if (const auto canonical = take_canonical_json_string(cursor)) {
    node.fields.content_json = canonical;
    return {};
  }
  std::string json;
  if (cursor.next_is('"')) {
    LW_TRY_ASSIGN(const std::string text, read_json_string(cursor));
    append_json_string(json, text);
  } else {
    LW_TRY_ASSIGN(const JsonValue content, read_json_value(cursor));
    json = canonical_json(content);
  }
  node.fields.content_json = texts.emplace_back(std::move(json));
  return {};
}

}  // namespace

void NodeDocument::set_id(std::string_view id) {
  fields.id = id;
  quick_id = quick_hash(id);
  is_id_sound = tree::check_id(id).has_value();
}

void NodeDocument::set_type(std::string_view type) {
  fields.traits.type = type;
  node_class = tree::class_of(type);
}

std::string_view name_of(Member member) { return kNames[static_cast<std::size_t>(member)]; }

std::optional<Member> find_member(std::string_view name) {
  // A linear search: few names have the same length, so few are compared.
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Member>(found - kNames.begin());
}

Result<std::int64_t> read_integer(JsonCursor& cursor, std::string_view name, std::int64_t least) {
  cursor.skip_space();
  const std::size_t start = cursor.at;
  if (const auto number = take_short_integer(cursor)) {
    if (*number < least) return unfit(cursor, start, name, "at least " + std::to_string(least));
    return *number;
  }
  LW_TRY_ASSIGN(const JsonValue value, read_json_value(cursor));
  const std::int64_t* number = value.as_integer();
  if (number == nullptr) return unfit(cursor, start, name, "an integer of 64 bits");
  if (*number < least) return unfit(cursor, start, name, "at least " + std::to_string(least));
  return *number;
}

Result<std::string> read_text(JsonCursor& cursor, std::string_view name) {
  cursor.skip_space();
  if (const auto plain = take_plain_json_string(cursor)) return std::string(*plain);
  const std::size_t start = cursor.at;
  if (cursor.next_is('"')) return read_json_string(cursor);
  LW_TRY(read_json_value(cursor));
  return unfit(cursor, start, name, "a string");
}

Result<void> read_member(JsonCursor& cursor, Member member, NodeDocument& node, Texts& texts) {
  tree::NodeParts& fields = node.fields;
  const auto integer = [&](std::int64_t least) { return read_integer(cursor, name_of(member), least); };
  const auto text = [&] { return read_view(cursor, name_of(member), texts); };
  const auto optional_text = [&] { return read_optional_view(cursor, member, texts); };
  switch (member) {
    case Member::Id: {
      LW_TRY_ASSIGN(const std::string_view id, text());
      node.set_id(id);
      return {};
    }
    case Member::NodeType: {
      LW_TRY_ASSIGN(const std::string_view type, text());
      node.set_type(type);
      return {};
    }
    case Member::Offset: {
      LW_TRY_ASSIGN(fields.traits.offset, read_offset(cursor));
      return {};
    }
    case Member::Priority: {
      LW_TRY_ASSIGN(fields.traits.priority, integer(kLeast));
      return {};
    }
    case Member::CreatedAtNs: {
      LW_TRY_ASSIGN(fields.created_at_ns, integer(kLeast));
      return {};
    }
    case Member::Cycle: {
      LW_TRY_ASSIGN(const std::int64_t cycle, integer(0));
      fields.cycle = static_cast<std::uint64_t>(cycle);
      return {};
    }
    case Member::CreationIndex: {
      LW_TRY_ASSIGN(const std::int64_t index, integer(0));
      fields.creation_index = static_cast<std::uint64_t>(index);
      return {};
    }
    case Member::Role: {
      LW_TRY_ASSIGN(fields.traits.role, optional_text());
      return {};
    }
    case Member::Kind: {
      LW_TRY_ASSIGN(fields.traits.kind, optional_text());
      return {};
    }
    case Member::Provenance: {
      LW_TRY_ASSIGN(fields.traits.provenance, optional_text());
      return {};
    }
    case Member::Key: {
      LW_TRY_ASSIGN(fields.key, optional_text());
      return {};
    }
    case Member::Parent:
    case Member::ParentId: {
      LW_TRY_ASSIGN(node.parent_id, optional_text());
      return {};
    }
    case Member::CreatedAtIso: {
      LW_TRY_ASSIGN(node.iso, text());
      return {};
    }
    case Member::ContentHash: {
      LW_TRY_ASSIGN(const auto claimed, optional_text());
      node.content_hash = claimed.value_or("");
      return {};
    }
    case Member::PayloadDigest: {
      LW_TRY_ASSIGN(const auto claimed, optional_text());
      node.payload_digest = claimed.value_or("");
      return {};
    }
    case Member::Purged: {
      LW_TRY_ASSIGN(const std::optional<bool> purged, read_truth(cursor, member));
      node.is_purged = purged.value_or(false);
      return {};
    }
    case Member::Removable: {
      LW_TRY_ASSIGN(fields.removable, read_truth(cursor, member));
      return {};
    }
    case Member::Content: return read_content(cursor, node, texts);
    case Member::Ttl: return read_ttl(cursor, node);
    case Member::Children: break;
  }
  return {};
}

}  // namespace latewood::exchange
