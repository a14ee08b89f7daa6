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

// Conflict (E_HASH_COLLISION) if `json`, which has the digest of `known`, is another text.
Result<void> check_collision(const Payload& known, std::string_view json);

class PayloadTable {
 public:
  using DigestOf = PayloadDigest (*)(std::optional<std::string_view> json);

  // Tests give a weaker digest to see what a collision does.
  explicit PayloadTable(DigestOf digest_of = payload_digest);

  // The payload of `json`, with a copy of it if it is new. Stays at its address as long as the
  // table. Content that comes again after it was purged is kept from now on; nodes that had it
  // before stay without it. Conflict (E_HASH_COLLISION) if another text has its digest.
  Result<const Payload*> add(std::string_view json);

  // As `add`, without a digest: it is computed at its first use. The next `add`, and every later one, reports a
  // collision.
  Result<const Payload*> add_late(std::string_view json);

  // Adds a purged payload. `bytes` is the size of its text; 0: unknown. `find` prefers a payload with text.
  const Payload* add_purged(const PayloadDigest& digest, std::uint64_t bytes = 0);

  // Null if no payload has that digest.
  const Payload* find(const PayloadDigest& digest) const;

 private:
  // Null if there is none.
  const Payload* find_text(const PayloadDigest& digest) const;
  const Payload* find_purged(const PayloadDigest& digest) const;
  const Payload* keep(const Payload* payload);
  // Gives every late payload its place in the table.
  Result<void> take_in_late();
  std::byte* memory_for(std::string_view json);

  DigestOf digest_of_;
  Arena memory_{alignof(Payload)};
  WordTable payloads_;                // addresses, by digest; at most two for one: the text, and what purging left
  std::vector<const Payload*> late_;  // not in the table yet, each text once
  QuickTable late_texts_;             // places in `late_`
};

}  // namespace latewood::tree
