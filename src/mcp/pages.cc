#include "mcp/pages.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/blake3.h"
#include "latewood/json_text.h"
#include "latewood/json_value.h"

namespace latewood::mcp {
namespace {

// The bytes of the member `page` besides the text or the elements.
constexpr std::size_t kRoomOfPage = 256;
constexpr std::size_t kDigestDigits = 16;

// i120-DIGEST: from the element 120 of the list; t65536-DIGEST: from the byte 65536 of the text.
struct Cursor {
  char kind = 't';
  std::size_t from = 0;
};

std::string digest_of(std::string_view whole) { return blake3_of(whole).hex().substr(0, kDigestDigits); }

std::string cursor_text(Cursor cursor, std::string_view whole) {
  return cursor.kind + std::to_string(cursor.from) + "-" + digest_of(whole);
}

Result<Cursor> parse_cursor(std::string_view text, std::string_view whole) {
  Cursor cursor;
  const std::size_t dash = text.find('-');
  const bool has_parts = dash != std::string_view::npos && (text[0] == 'i' || text[0] == 't');
  if (!has_parts) return broken(kArgumentInvalid, "/cursor: this is no cursor of an answer");
  cursor.kind = text[0];
  const std::string_view digits = text.substr(1, dash - 1);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), cursor.from);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) {
    return broken(kArgumentInvalid, "/cursor: this is no cursor of an answer");
  }
  if (text.substr(dash + 1) != digest_of(whole)) {
    Error error = broken(kArgumentInvalid, "/cursor: the result is not the one that the cursor belongs to");
    error.hint = "call again without `cursor`; a `moment` that is a commit id does not change while others commit";
    return error;
  }
  return cursor;
}

JsonValue count_json(std::size_t count) { return {static_cast<std::int64_t>(count)}; }

// ---- parts of a list ----

// The list that has the bulk of a result, and the length of the text of each element.
struct Bulk {
  std::string member;
  const JsonValue::Array* items = nullptr;
  std::vector<std::size_t> lengths = {};
  std::size_t length = 0;  // number of all elements
};

std::optional<Bulk> find_bulk(const JsonValue& result) {
  std::optional<Bulk> bulk;
  for (const JsonMember& member : *result.as_object()) {
    if (member.value.as_array() == nullptr) continue;
    Bulk found{.member = member.key, .items = member.value.as_array()};
    for (const JsonValue& item : *found.items) {
      found.lengths.push_back(json_text_of(item).size() + 1);  // with its comma
      found.length += found.lengths.back();
    }
    if (!bulk || found.length > bulk->length) bulk = std::move(found);
  }
  return bulk;
}

// The bytes that a page has for elements; 0 if the rest of the result leaves no room for the longest of them.
std::size_t room_for_items(const Bulk& bulk, std::size_t whole, std::size_t most_bytes) {
  const std::size_t rest = whole - std::min(whole, bulk.length) + kRoomOfPage;
  if (bulk.lengths.empty() || rest >= most_bytes) return 0;
  const std::size_t room = most_bytes - rest;
  return *std::max_element(bulk.lengths.begin(), bulk.lengths.end()) <= room ? room : 0;
}

std::string page_of_items(const JsonValue& result, const Bulk& bulk, std::size_t from, std::size_t room,
                          std::string_view whole) {
  const std::size_t count = bulk.items->size();
  std::size_t end = from;
  for (std::size_t taken = 0; end < count && taken + bulk.lengths[end] <= room; ++end) taken += bulk.lengths[end];
  std::vector<JsonMember> page = {{"list", bulk.member}, {"from", count_json(from)}, {"left", count_json(count - end)}};
  if (end < count) page.push_back({"cursor", cursor_text({'i', end}, whole)});
  std::vector<JsonMember> members = *result.as_object();
  for (JsonMember& member : members) {
    if (member.key != bulk.member) continue;
    member.value = JsonValue::Array(bulk.items->begin() + static_cast<std::ptrdiff_t>(from),
                                    bulk.items->begin() + static_cast<std::ptrdiff_t>(end));
  }
  members.push_back({"page", make_object(std::move(page))});
  return json_text_of(make_object(std::move(members)));
}

// ---- parts of the text ----

// The end of the longest part from `from` on whose text as a JSON string has at most `room` bytes. No part begins or
// ends inside an escape.
std::size_t end_of_part(std::string_view whole, std::size_t from, std::size_t room) {
  std::size_t end = from;
  std::size_t written = 0;
  while (end < whole.size()) {
    const bool is_escape = whole[end] == '\\';
    const std::size_t length = is_escape ? (whole.substr(end, 2) == "\\u" ? 6 : 2) : 1;
    const std::string_view token = whole.substr(end, length);
    const auto escaped = static_cast<std::size_t>(
        std::count_if(token.begin(), token.end(), [](char c) { return c == '"' || c == '\\'; }));
    if (written + token.size() + escaped > room) break;
    written += token.size() + escaped;
    end += token.size();
  }
  return end;
}

std::string page_of_text(std::string_view whole, std::size_t from, std::size_t most_bytes) {
  const std::size_t end = end_of_part(whole, from, most_bytes - kRoomOfPage);
  std::vector<JsonMember> page = {{"text", std::string(whole.substr(from, end - from))},
                                  {"from", count_json(from)},
                                  {"left", count_json(whole.size() - end)}};
  if (end < whole.size()) page.push_back({"cursor", cursor_text({'t', end}, whole)});
  return json_text_of(make_object({{"page", make_object(std::move(page))}}));
}

}  // namespace

std::vector<operations::Member> page_arguments() {
  return {operations::optional("cursor", operations::text("the `cursor` of the page before this one, with otherwise "
                                                          "the same arguments; default: the first page")),
          operations::optional("max_bytes", operations::integer("the most bytes of JSON that the answer has; what "
                                                                "does not fit follows by `cursor`; default: 65536",
                                                                kFewestBytes, kMostBytes))};
}

operations::Schema page_schema() {
  return operations::object(
      {operations::optional("cursor", operations::text("for the page that follows; absent in the last one")),
       operations::required("from", operations::integer("elements of the list, or bytes of the text, before it", 0)),
       operations::required("left", operations::integer("elements or bytes that follow it", 0)),
       operations::optional("list", operations::text("the member of which this page has a part")),
       operations::optional("text", operations::text("a part of the JSON text of the result; the texts of all pages "
                                                     "in order are the whole"))},
      "only in an answer that is not the whole result");
}

Result<std::string> page_of(std::string_view whole, std::string_view cursor, std::size_t most_bytes) {
  if (cursor.empty() && whole.size() <= most_bytes) return std::string(whole);
  Cursor place{.kind = '?'};
  if (!cursor.empty()) {
    LW_TRY_ASSIGN(place, parse_cursor(cursor, whole));
  }
  if (place.kind == 't') {
    if (place.from > whole.size()) return broken(kArgumentInvalid, "/cursor: it is behind the end of the result");
    return page_of_text(whole, place.from, most_bytes);
  }
  LW_TRY_ASSIGN(const JsonValue result, parse_json_text(whole));
  const auto bulk = find_bulk(result);
  const std::size_t room = bulk ? room_for_items(*bulk, whole.size(), most_bytes) : 0;
  if (room > 0 && place.from <= bulk->items->size()) return page_of_items(result, *bulk, place.from, room, whole);
  if (place.kind == '?') return page_of_text(whole, 0, most_bytes);
  return broken(kArgumentInvalid, "/max_bytes: too few for the list that the cursor is in; give as many as before");
}

}  // namespace latewood::mcp
