// The `content_hash` of a node that is a document of its own.
#include <optional>
#include <string>

#include "base/try.h"
#include "canon/content_hash.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "canon/sha256.h"
#include "latewood/hash.h"
#include "tree/node.h"

namespace latewood {
namespace {

// Null counts as absent for role and kind, not for content (D-48).
Result<std::optional<std::string_view>> find_text(const JsonValue& node, std::string_view name) {
  const JsonValue* member = node.find(name);
  if (member == nullptr || member->is_null()) return std::optional<std::string_view>();
  const std::string* text = member->as_string();
  if (text == nullptr) return Error{Code::InvalidArgument, std::string(name) + " is not a string", {}, {}};
  return std::optional<std::string_view>(*text);
}

// Faults that make content invalid rather than the document (D-50, E-12): some writers of JSON
// know numbers that are none.
bool is_invalid_content(std::string_view document, const Error& error) {
  if (error.rule == kLoneSurrogate || error.rule == kNestingTooDeep) return true;
  const std::string_view rest = error.place ? document.substr(error.place->offset) : std::string_view();
  return rest.starts_with("NaN") || rest.starts_with("Infinity");
}

}  // namespace

Result<ContentHash> content_hash_of_json(std::string_view document) {
  const auto parsed = parse_json(document);
  if (!parsed && is_invalid_content(document, parsed.error()))
    return ContentHash{sha256_of(""), parsed.error().message};
  if (!parsed) return parsed.error();
  const JsonValue& node = *parsed;
  if (node.as_object() == nullptr) return Error{Code::InvalidArgument, "a node is an object", {}, {}};
  HashedContent hashed;
  std::string content;
  if (const JsonValue* given = node.find("content")) {
    content = canonical_json(*given);
    hashed.content_json = content;
  }
  LW_TRY_ASSIGN(hashed.kind, find_text(node, "kind"));
  LW_TRY_ASSIGN(hashed.role, find_text(node, "role"));
  hashed.attributes = node.as_object();
  return ContentHash{content_hash(hashed), {}};
}

Blake3Digest payload_digest(const JsonValue& content) { return {tree::payload_digest(canonical_json(content)).bytes}; }

}  // namespace latewood
