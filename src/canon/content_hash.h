// The specification's `content_hash`: SHA-256 over the canonical JSON of a node's content, kind, role and custom
// attributes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/json_value.h"

namespace latewood {

// The hashed members. An absent member hashes as the empty string. Of the attributes, only `content_*` and `data_*` are
// hashed, except `content_hash`.
struct HashedContent {
  std::optional<std::string_view> content_json;  // canonical JSON text
  std::optional<std::string_view> kind;
  std::optional<std::string_view> role;
  const std::vector<JsonMember>* attributes = nullptr;  // sorted by key; null: none
};

// The text whose SHA-256 is the hash.
std::string hashed_json(const HashedContent& hashed);

Sha256Digest content_hash(const HashedContent& hashed);

}  // namespace latewood
