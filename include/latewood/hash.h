// Hashes of documents, without a context.
#pragma once

#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/json_value.h"
#include "latewood/result.h"
#include "latewood/warning.h"

namespace latewood {

struct ContentHash {
  Sha256Digest digest;
  std::string warning;  // why the content counts as invalid and hashes as nothing; empty if it does not
};

// The specification's `content_hash` of a node written as JSON: over `content`, `kind`, `role`
// and the attributes `content_*` and `data_*`. What cannot be written canonically (a lone
// surrogate, NaN or an infinity, nesting past the limit) gives the SHA-256 of no bytes and a
// warning, which `warn`, if there is one, is told too (W_CONTENT_INVALID). A document that is not JSON otherwise, not
// UTF-8 or not an object is refused.
Result<ContentHash> content_hash_of_json(std::string_view node, const WarningSink& warn = {});

// The reference serialization of the specification, of a document as it stands: nothing is completed or checked, so
// that it also tells what another runtime would have written for an incomplete tree. A snapshot, a bare root, or the
// newest snapshot of a history. Refused is what is no JSON, and what siblings cannot be sorted by.
Result<std::string> serialize_document(std::string_view document);

// What a content is stored under: BLAKE3 of a byte 1 and its canonical JSON.
Blake3Digest payload_digest(const JsonValue& content);

}  // namespace latewood
