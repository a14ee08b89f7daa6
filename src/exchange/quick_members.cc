#include "exchange/quick_members.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "canon/json_number.h"
#include "canon/json_string.h"

namespace latewood::exchange {
namespace {

bool take_integer(JsonCursor& cursor, std::int64_t& number) {
  const auto found = take_short_integer(cursor);
  if (found) number = *found;
  return found.has_value();
}

bool take_natural(JsonCursor& cursor, std::uint64_t& number) {
  if (cursor.next_is('-')) return false;
  const auto found = take_short_integer(cursor);
  if (found) number = static_cast<std::uint64_t>(*found);
  return found.has_value();
}

bool take_text(JsonCursor& cursor, std::string_view& text) {
  const auto found = take_plain_json_string(cursor);
  if (found) text = *found;
  return found.has_value();
}

bool take_id(JsonCursor& cursor, NodeDocument& node) {
  const auto id = take_plain_json_string(cursor);
  if (id) node.set_id(*id);
  return id.has_value();
}

bool take_type(JsonCursor& cursor, NodeDocument& node) {
  const auto type = take_plain_json_string(cursor);
  if (type) node.set_type(*type);
  return type.has_value();
}

bool take_optional_text(JsonCursor& cursor, std::optional<std::string_view>& text) {
  text = take_plain_json_string(cursor);
  return text.has_value();
}

// A short integer is within the bounds of a ttl.
bool take_ttl(JsonCursor& cursor, std::optional<std::int64_t>& ttl) {
  constexpr std::string_view kNull = "null";
  const std::string_view rest = cursor.text.substr(cursor.at);
  if (!rest.starts_with(kNull)) return (ttl = take_short_integer(cursor)).has_value();
  const bool ends = rest.size() > kNull.size() && (rest[kNull.size()] == ',' || rest[kNull.size()] == '}');
  if (ends) cursor.at += kNull.size();
  return ends;
}

bool take_value(JsonCursor& cursor, Member member, NodeDocument& node) {
  tree::NodeParts& fields = node.fields;
  switch (member) {
    case Member::Id: return take_id(cursor, node);
    case Member::NodeType: return take_type(cursor, node);
    case Member::Offset: return take_integer(cursor, fields.traits.offset);
    case Member::Priority: return take_integer(cursor, fields.traits.priority);
    case Member::CreatedAtNs: return take_integer(cursor, fields.created_at_ns);
    case Member::Cycle: return take_natural(cursor, fields.cycle);
    case Member::CreationIndex: return take_natural(cursor, fields.creation_index);
    case Member::Role: return take_optional_text(cursor, fields.traits.role);
    case Member::Kind: return take_optional_text(cursor, fields.traits.kind);
    case Member::Provenance: return take_optional_text(cursor, fields.traits.provenance);
    case Member::Key: return take_optional_text(cursor, fields.key);
    case Member::CreatedAtIso: return take_text(cursor, node.iso);
    case Member::Content: return (fields.content_json = take_canonical_json_string(cursor)).has_value();
    case Member::Ttl: return take_ttl(cursor, node.ttl);
    default: return false;
  }
}

}  // namespace

QuickMembers::Key::Key(std::string_view name) {
  const std::string text = "\"" + std::string(name) + "\":";
  const std::string ones(text.size(), '\xff');
  size = text.size();
  std::memcpy(words.data(), text.data(), size);
  std::memcpy(masks.data(), ones.data(), size);
}

inline bool QuickMembers::Key::starts(const char* text) const {
  std::uint64_t differing = 0;
  for (std::size_t i = 0; i < kWords; ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, text + i * sizeof(word), sizeof(word));
    differing |= (word & masks[i]) ^ words[i];
  }
  return differing == 0;
}

QuickMembers::QuickMembers() {
  for (std::size_t member = 0; member < kMembers; ++member) {
    keys_[member] = Key(name_of(static_cast<Member>(member)));
  }
  for (auto& sort : next_) sort.fill(Member::Id);
}

void QuickMembers::note(Member member, const NodeDocument& node) {
  if (member != Member::Children) expected(node) = member;
  last_ = static_cast<std::size_t>(member);
}

bool QuickMembers::take(JsonCursor& cursor, NodeDocument& node, bool is_first) {
  constexpr std::size_t kLongest = 1 + Key::kWords * sizeof(std::uint64_t);  // with a comma
  if (cursor.text.size() - cursor.at < kLongest) return false;
  const std::size_t start = cursor.at;
  if (!is_first && !cursor.take(',')) return false;
  const Member member = expected(node);
  const Key& key = keys_[static_cast<std::size_t>(member)];
  const bool is_it = key.starts(cursor.text.data() + cursor.at) && !node.has(member);
  if (is_it) cursor.at += key.size;
  if (!is_it || !take_value(cursor, member, node)) {
    cursor.at = start;
    return false;
  }
  node.note(member);
  last_ = static_cast<std::size_t>(member);
  if (member == Member::Id) ends_.take(cursor, node);
  return true;
}

}  // namespace latewood::exchange
