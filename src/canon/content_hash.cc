#include "canon/content_hash.h"

#include <string>

#include "canon/json_writer.h"
#include "canon/sha256.h"

namespace latewood {
namespace {

bool is_hashed(std::string_view name) {
  return (name.starts_with("content_") || name.starts_with("data_")) && name != "content_hash";
}

constexpr std::string_view kBefore = "{\"content\":";
constexpr std::string_view kNoContent = "\"\"";
// From here on copying the content costs more than hashing it in parts.
constexpr std::size_t kLong = 4096;

// Appends the members after the content. The hashed attributes are between `content` and `kind`, and are sorted
// already.
void append_rest(std::string& json, const HashedContent& hashed) {
  if (hashed.attributes != nullptr) {
    for (const JsonMember& attribute : *hashed.attributes) {
      if (!is_hashed(attribute.key)) continue;
      json.push_back(',');
      append_json_string(json, attribute.key);
      json.push_back(':');
      append_canonical_json(json, attribute.value);
    }
  }
  json.append(",\"kind\":");
  append_json_string(json, hashed.kind.value_or(""));
  json.append(",\"role\":");
  append_json_string(json, hashed.role.value_or(""));
  json.push_back('}');
}

}  // namespace

std::string hashed_json(const HashedContent& hashed) {
  std::string json(kBefore);
  json.append(hashed.content_json.value_or(kNoContent));
  append_rest(json, hashed);
  return json;
}

Sha256Digest content_hash(const HashedContent& hashed) {
  const std::string_view content = hashed.content_json.value_or(kNoContent);
  if (content.size() < kLong) return sha256_of(hashed_json(hashed));
  std::string rest;
  append_rest(rest, hashed);
  return sha256_of({kBefore, content, rest});
}

}  // namespace latewood
