// Computes the `content_hash` of a node given as a document.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "canon/content_hash.h"
#include "canon/json_check.h"
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

// The most faults of a document that are tolerated: NaN and infinite numbers, and lone surrogates, which some writers
// of JSON produce (D-50, E-12).
constexpr int kMostFaults = 64;

// Replaces such a fault by `filler`, a digit. Returns false for a fault of another kind.
bool fill_in(std::string& document, const Error& error, char filler) {
  if (!error.place) return false;
  const std::size_t at = error.place->offset;
  const std::string_view rest = std::string_view(document).substr(at);
  for (const std::string_view word : {"NaN", "Infinity"}) {
    if (!rest.starts_with(word)) continue;
    document.replace(at, word.size(), 1, filler);
    return true;
  }
  if (error.rule != kLoneSurrogate || !rest.starts_with("\\u") || rest.size() < 6) return false;
  document.replace(at, 6, std::string("\\u003") + filler);
  return true;
}

// Parses the document with `filler` in place of every such fault. Fails with the first fault of another kind.
Result<JsonValue> parse_filled(std::string document, char filler) {
  for (int faults = 0;; ++faults) {
    auto parsed = parse_json(document);
    if (parsed || faults == kMostFaults || !fill_in(document, parsed.error(), filler)) return parsed;
  }
}

Result<Sha256Digest> hash_of(const JsonValue& node) {
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
  return content_hash(hashed);
}

// Computes the hash if no fault is in a hashed member: then the hash does not depend on the filler.
Result<ContentHash> hash_despite(std::string_view document, const Error& fault) {
  LW_TRY_ASSIGN(const JsonValue one, parse_filled(std::string(document), '1'));
  LW_TRY_ASSIGN(const JsonValue other, parse_filled(std::string(document), '2'));
  LW_TRY_ASSIGN(const Sha256Digest digest, hash_of(one));
  LW_TRY_ASSIGN(const Sha256Digest same, hash_of(other));
  if (digest == same) return ContentHash{digest, {}};
  return ContentHash{sha256_of(""), fault.message};
}

// Replaces members that are nested too deep by `filler`.
JsonValue without_deep_members(const JsonValue& node, std::int64_t filler) {
  std::vector<JsonMember> members;
  for (const JsonMember& member : *node.as_object()) {
    const bool is_deep = !check_json(make_object({member}));
    members.push_back({member.key, is_deep ? JsonValue(filler) : member.value});
  }
  return make_object(std::move(members));
}

// Computes the hash if no too deeply nested value is in a hashed member. A second limit protects the stack.
Result<ContentHash> hash_of_deep(std::string_view document, const Error& fault) {
  constexpr std::size_t kMostDepth = 4096;
  const ContentHash none{sha256_of(""), fault.message};
  const auto parsed = parse_json(document, {kMostDepth});
  if (!parsed && parsed.error().rule == kNestingTooDeep) return none;
  if (!parsed) return parsed.error();
  if (parsed->as_object() == nullptr) return hash_of(*parsed).error();
  LW_TRY_ASSIGN(const Sha256Digest digest, hash_of(without_deep_members(*parsed, 1)));
  LW_TRY_ASSIGN(const Sha256Digest same, hash_of(without_deep_members(*parsed, 2)));
  return digest == same ? ContentHash{digest, {}} : none;
}

Result<ContentHash> hash_of_document(std::string_view document) {
  const auto parsed = parse_json(document);
  if (!parsed && parsed.error().rule == kNestingTooDeep) return hash_of_deep(document, parsed.error());
  if (!parsed) {
    auto despite = hash_despite(document, parsed.error());
    if (despite) return despite;
    // Report the fault of the original document, whose places are right.
    return parsed.error();
  }
  LW_TRY_ASSIGN(const Sha256Digest digest, hash_of(*parsed));
  return ContentHash{digest, {}};
}

}  // namespace

Result<ContentHash> content_hash_of_json(std::string_view document, const WarningSink& warn) {
  auto answer = hash_of_document(document);
  if (answer && !answer->warning.empty() && warn) {
    warn({WarningCode::ContentInvalid, "the content is invalid: " + answer->warning, {}, {}});
  }
  return answer;
}

Blake3Digest payload_digest(const JsonValue& content) { return {tree::payload_digest(canonical_json(content)).bytes}; }

}  // namespace latewood
