#include "canon/content_hash.h"

#include <string>

#include "canon/json_writer.h"
#include "canon/sha256.h"

namespace latewood {
namespace {

bool is_hashed(std::string_view name) {
  return (name.starts_with("content_") || name.starts_with("data_")) && name != "content_hash";
}

}  // namespace

// The keys are written in their order: what is hashed of the attributes stands between
// `content` and `kind`, and is sorted already.
std::string hashed_json(const HashedContent& hashed) {
  std::string json = "{\"content\":";
  json.append(hashed.content_json.value_or("\"\""));
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
  return json;
}

Sha256Digest content_hash(const HashedContent& hashed) { return sha256_of(hashed_json(hashed)); }

}  // namespace latewood
