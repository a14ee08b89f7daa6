#include "canon/json_reader.h"

#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/try.h"
#include "canon/json_cursor.h"
#include "canon/json_number.h"
#include "canon/json_string.h"
#include "canon/json_writer.h"

namespace latewood {
namespace {

struct PlacedMember {
  std::string key;
  Place place;  // the place of the key
  JsonValue value;
};
using PlacedMembers = std::span<PlacedMember>;

// The first key, in the order of the text, that stood there before. `members`
// are sorted by key, and those of the same key by place.
const PlacedMember* find_duplicate(PlacedMembers members) {
  const PlacedMember* found = nullptr;
  for (std::size_t i = 1; i < members.size(); ++i) {
    if (members[i - 1].key != members[i].key) continue;
    if (found == nullptr || members[i].place.offset < found->place.offset) found = &members[i];
  }
  return found;
}

Result<void> sort_members(PlacedMembers members) {
  // Canonical text has its keys in order, so most objects end here.
  const auto not_less = [](const PlacedMember& a, const PlacedMember& b) { return a.key >= b.key; };
  if (std::adjacent_find(members.begin(), members.end(), not_less) == members.end()) return {};
  std::sort(members.begin(), members.end(), [](const PlacedMember& a, const PlacedMember& b) {
    return std::tie(a.key, a.place.offset) < std::tie(b.key, b.place.offset);
  });
  const PlacedMember* duplicate = find_duplicate(members);
  if (duplicate == nullptr) return {};
  std::string key;
  append_json_string(key, duplicate->key);
  return Error{Code::InvalidArgument, "key " + excerpt(key) + " stands twice in one object", {}, duplicate->place};
}

class Reader {
 public:
  Reader(JsonCursor& cursor, const JsonLimits& limits) : cursor_(cursor), max_depth_(limits.max_depth) {}

  Result<JsonValue> value();

 private:
  Result<JsonValue> string();
  Result<JsonValue> word();
  Result<JsonValue> array();
  Result<JsonValue> object();
  // Adds one member to `members_`.
  Result<void> member();

  // Steps over an opening bracket.
  Result<void> open();
  bool take(char c) { return cursor_.take_next(c); }

  JsonCursor& cursor_;
  // The members read so far of all objects that are open, the innermost last. An
  // object takes its own when it closes and so knows their number.
  std::vector<PlacedMember> members_;
  const std::size_t max_depth_;
  std::size_t depth_ = 0;  // brackets that are open
};

Result<JsonValue> Reader::value() {
  cursor_.skip_space();
  if (cursor_.next_is('"')) return string();
  if (cursor_.next_is('{')) return object();
  if (cursor_.next_is('[')) return array();
  if (cursor_.next_is('-') || cursor_.next_is_digit()) return read_json_number(cursor_);
  return word();
}

Result<JsonValue> Reader::string() {
  LW_TRY_ASSIGN(std::string text, read_json_string(cursor_));
  return JsonValue(std::move(text));
}

Result<JsonValue> Reader::word() {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const std::size_t start = cursor_.at;
  while (!cursor_.at_end() && is_letter(cursor_.text[cursor_.at])) ++cursor_.at;
  const std::string_view word = cursor_.since(start);
  if (word == "null") return JsonValue();
  if (word == "true") return JsonValue(true);
  if (word == "false") return JsonValue(false);
  if (word.empty()) return cursor_.unexpected("a value");
  return cursor_.fault_since(start, excerpt(word) + " is no JSON value");
}

Result<JsonValue> Reader::array() {
  LW_TRY(open());
  JsonValue::Array items;
  if (!take(']')) {
    do {
      LW_TRY_ASSIGN(JsonValue item, value());
      items.push_back(std::move(item));
    } while (take(','));
    if (!take(']')) return cursor_.unexpected("',' or ']'");
  }
  --depth_;
  return JsonValue(std::move(items));
}

Result<JsonValue> Reader::object() {
  LW_TRY(open());
  const std::size_t first = members_.size();
  if (!take('}')) {
    do {
      LW_TRY(member());
    } while (take(','));
    if (!take('}')) return cursor_.unexpected("',' or '}'");
  }
  --depth_;
  const PlacedMembers members = PlacedMembers(members_).subspan(first);
  LW_TRY(sort_members(members));
  JsonValue::Object object;
  object.reserve(members.size());
  for (PlacedMember& each : members) object.push_back({std::move(each.key), std::move(each.value)});
  members_.resize(first);
  return JsonValue(std::move(object));
}

Result<void> Reader::member() {
  cursor_.skip_space();
  if (!cursor_.next_is('"')) return cursor_.unexpected("a key");
  const std::size_t start = cursor_.at;
  LW_TRY_ASSIGN(std::string key, read_json_string(cursor_));
  const Place place{start, cursor_.at - start};
  if (!take(':')) return cursor_.unexpected("':'");
  LW_TRY_ASSIGN(JsonValue member, value());
  members_.push_back({std::move(key), place, std::move(member)});
  return {};
}

Result<void> Reader::open() {
  const std::size_t start = cursor_.at++;
  if (depth_ == max_depth_) {
    Error fault = cursor_.fault_since(start, "nesting is deeper than " + std::to_string(max_depth_));
    fault.rule = kNestingTooDeep;
    return fault;
  }
  ++depth_;
  return {};
}

}  // namespace

Result<JsonValue> read_json_value(JsonCursor& cursor, const JsonLimits& limits) {
  return Reader(cursor, limits).value();
}

Result<void> check_no_byte_order_mark(std::string_view text) {
  if (!text.starts_with("\xef\xbb\xbf")) return {};
  return Error{Code::InvalidArgument, "the text starts with a byte order mark", {}, Place{0, 3}};
}

Result<JsonValue> parse_json(std::string_view text, const JsonLimits& limits) {
  LW_TRY(check_no_byte_order_mark(text));
  JsonCursor cursor{text};
  LW_TRY_ASSIGN(JsonValue document, read_json_value(cursor, limits));
  cursor.skip_space();
  if (!cursor.at_end()) return cursor.unexpected("the end of the text");
  if (cursor.lone_surrogate) return *std::move(cursor.lone_surrogate);
  return document;
}

}  // namespace latewood
