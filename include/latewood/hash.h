// Hashes of documents, without a context. Pure functions: any thread may call them.
//
//   const ContentHash hash = content_hash_of_json(R"({"role":"user","content":"Hello"})").value();
//   std::cout << hash.digest.hex() << ' ' << payload_digest("Hello").hex() << '\n';
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
  std::string warning;  // why the content is invalid and hashed as no bytes; empty: it is valid
};

// The specification's `content_hash` of a node written as JSON: over `content`, `kind`, `role` and the attributes
// `content_*` and `data_*`. A content that has no canonical form (a lone surrogate, NaN, an infinity, too deep nesting)
// gives the SHA-256 of no bytes and a warning, which `warn` receives too (W_CONTENT_INVALID; default: dropped).
// InvalidArgument for a document that is not JSON in any other way, not UTF-8, or not an object.
Result<ContentHash> content_hash_of_json(std::string_view node, const WarningSink& warn = {});

// The reference serialization of the specification of a document as it is: nothing is completed or checked, so it also
// shows what another runtime would write for an incomplete tree. Accepts a snapshot, a bare root, or a history, whose
// newest snapshot it takes. InvalidArgument for a document that is not JSON, or whose siblings cannot be sorted.
Result<std::string> serialize_document(std::string_view document);

// The payload digest of a content: BLAKE3 of a byte 1 and its canonical JSON.
Blake3Digest payload_digest(const JsonValue& content);

}  // namespace latewood
