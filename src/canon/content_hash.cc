#include "canon/content_hash.h"

#include <algorithm>
#include <utility>

#include "canon/json_writer.h"
#include "canon/sha256.h"

namespace latewood {
namespace {

using Field = std::pair<std::string_view, std::string>;  // key and canonical JSON

std::string quoted(const std::optional<std::string_view>& text) {
  std::string json;
  append_json_string(json, text.value_or(""));
  return json;
}

bool is_hashed(std::string_view name) {
  return (name.starts_with("content_") || name.starts_with("data_")) && name != "content_hash";
}

}  // namespace

Sha256Digest content_hash(const HashedContent& hashed) {
  std::vector<Field> fields;
  fields.emplace_back("content", hashed.content_json.value_or("\"\""));
  if (hashed.attributes != nullptr) {
    for (const JsonMember& attribute : *hashed.attributes) {
      if (is_hashed(attribute.key)) fields.emplace_back(attribute.key, canonical_json(attribute.value));
    }
  }
  fields.emplace_back("kind", quoted(hashed.kind));
  fields.emplace_back("role", quoted(hashed.role));
  std::sort(fields.begin(), fields.end(), [](const Field& a, const Field& b) { return a.first < b.first; });
  std::string json = "{";
  for (const auto& [key, value] : fields) {
    if (json.size() > 1) json.push_back(',');
    append_json_string(json, key);
    json.append(":").append(value);
  }
  json.push_back('}');
  return sha256_of(json);
}

}  // namespace latewood
