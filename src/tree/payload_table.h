// Payloads by digest, each kept once. Patches, stores and bundles have only the digest of a content. So this table
// finds two contents with one digest, by comparing the texts; it refuses the second one.
//
// Imported contents are added without a digest and are compared by their text. Their digests are computed when the next
// content with a digest is added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "canon/quick_table.h"
#include "latewood/result.h"
#include "tree/memory/arena.h"
#include "tree/memory/word_table.h"
#include "tree/node.h"

namespace latewood::tree {

// Conflict (E_HASH_COLLISION) if `json`, which has the same digest as `known`, is a different text.
Result<void> check_collision(const Payload& known, std::string_view json);

class PayloadTable {
 public:
  using DigestOf = PayloadDigest (*)(std::optional<std::string_view> json);

  // Tests pass a weaker digest to provoke collisions.
  explicit PayloadTable(DigestOf digest_of = payload_digest);

  // Returns the payload of `json`; copies the text if it is new. The payload stays at its address as long as the table.
  // Purged content that is added again is stored from now on; nodes that had it before stay without it. Conflict
  // (E_HASH_COLLISION) if another text has the same digest.
  Result<const Payload*> add(std::string_view json);

  // As `add`, without a digest: it is computed at its first use. The next `add`, and every later one, reports a
  // collision.
  Result<const Payload*> add_late(std::string_view json);

  // Adds a purged payload. `bytes` is the size of its text; 0: unknown. `find` prefers a payload with text.
  const Payload* add_purged(const PayloadDigest& digest, std::uint64_t bytes = 0);

  // Null if no payload has this digest.
  const Payload* find(const PayloadDigest& digest) const;

 private:
  // Null if no payload with text has this digest.
  const Payload* find_text(const PayloadDigest& digest) const;
  const Payload* find_purged(const PayloadDigest& digest) const;
  const Payload* keep(const Payload* payload);
  // Computes the digests of all late payloads and adds these to the table.
  Result<void> take_in_late();
  std::byte* memory_for(std::string_view json);

  DigestOf digest_of_;
  Arena memory_{alignof(Payload)};
  WordTable payloads_;                // addresses by digest; at most two per digest: with text, and purged
  std::vector<const Payload*> late_;  // payloads that are not in the table yet, each text once
  QuickTable late_texts_;             // text -> index in `late_`
};

}  // namespace latewood::tree
