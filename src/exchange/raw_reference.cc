// The reference serialization of a document as given: the specification's algorithm on its nodes. Completes
// nothing, and checks only the requirements of the algorithm.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "latewood/hash.h"

namespace latewood {
namespace {

constexpr std::array<const char*, 11> kMembers = {"id",       "nodeType", "offset",        "ttl",
                                                  "priority", "cycle",    "created_at_ns", "created_at_iso",
                                                  "content",  "role",     "kind"};

Error unfit(std::string message) { return {Code::InvalidArgument, std::move(message), {}, {}}; }

// The sort key of siblings; a missing member is 0 or the empty text. All 64-bit integers and doubles have one common
// order.
struct SortKey {
  std::array<long double, 3> numbers{};
  std::string id;
  friend auto operator<=>(const SortKey&, const SortKey&) = default;
};

Result<SortKey> key_of(const JsonValue& node) {
  constexpr std::array<const char*, 3> kNumbers = {"offset", "created_at_ns", "creation_index"};
  SortKey key;
  for (std::size_t i = 0; i < kNumbers.size(); ++i) {
    const JsonValue* number = node.find(kNumbers[i]);
    if (number == nullptr) continue;
    const bool is_number = number->as_integer() != nullptr || number->as_double() != nullptr;
    if (!is_number) return unfit(std::string(kNumbers[i]) + " " + canonical_json(*number) + " is no number to sort by");
    key.numbers[i] = number->as_integer() != nullptr ? static_cast<long double>(*number->as_integer())
                                                     : static_cast<long double>(*number->as_double());
  }
  const JsonValue* id = node.find("id");
  if (id == nullptr) return key;
  if (id->as_string() == nullptr) return unfit("id " + canonical_json(*id) + " is no text to sort by");
  key.id = *id->as_string();
  return key;
}

Result<JsonValue> normalized(const JsonValue& node);

Result<JsonValue> normalized_children(const JsonValue& children) {
  if (children.as_array() == nullptr) return unfit("children is no array");
  std::vector<std::pair<SortKey, const JsonValue*>> sorted;
  const bool is_sorted = children.as_array()->size() < 2;  // a single child needs no valid key
  for (const JsonValue& child : *children.as_array()) {
    SortKey key;
    if (!is_sorted) {
      LW_TRY_ASSIGN(key, key_of(child));
    }
    sorted.emplace_back(std::move(key), &child);
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  JsonValue::Array list;
  for (const auto& [key, child] : sorted) {
    LW_TRY_ASSIGN(JsonValue each, normalized(*child));
    list.push_back(std::move(each));
  }
  return JsonValue(std::move(list));
}

// Recursion is bounded by the nesting limit of the JSON reader.
Result<JsonValue> normalized(const JsonValue& node) {
  if (node.as_object() == nullptr) return unfit("a node is an object");
  std::vector<JsonMember> members;
  for (const char* name : kMembers) {
    if (const JsonValue* value = node.find(name)) members.push_back({name, *value});
  }
  if (const JsonValue* children = node.find("children")) {
    LW_TRY_ASSIGN(JsonValue list, normalized_children(*children));
    members.push_back({"children", std::move(list)});
  }
  return make_object(std::move(members));
}

}  // namespace

Result<std::string> serialize_document(std::string_view document) {
  LW_TRY_ASSIGN(const JsonValue parsed, parse_json(document));
  const JsonValue* snapshot = &parsed;
  if (const JsonValue* snapshots = parsed.find("snapshots")) {
    const JsonValue::Array* list = snapshots->as_array();
    if (list == nullptr || list->empty()) return unfit("there is no snapshot in it");
    snapshot = &list->back();
  }
  const JsonValue* root = snapshot->find("root");
  LW_TRY_ASSIGN(const JsonValue normal, normalized(root == nullptr ? *snapshot : *root));
  return canonical_json(normal);
}

}  // namespace latewood
