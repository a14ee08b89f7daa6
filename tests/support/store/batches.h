// Batches to write into a store: plausible ones, and random ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "latewood/ext/store.h"
#include "support/random/random.h"

namespace latewood::test {

// Digests and ids that differ for different numbers.
Blake3Digest digest_of(std::string_view bytes);
CommitId commit_id_of(std::uint64_t number);

// `bytes` under its digest.
store::Blob blob_of(std::string bytes);

// Everything one commit of a turn writes: the header, a patch, two payloads, a state that is replaced.
store::WriteBatch turn_batch(store::ContextKey context, const std::string& branch,
                             const std::optional<CommitId>& parent, std::uint64_t cycle);

// The id that `turn_batch` gives its commit.
CommitId turn_id(store::ContextKey context, const std::string& branch, std::uint64_t cycle);

// A batch of any shape on one of few branches; many are refused.
store::WriteBatch random_batch(Random& random, store::ContextKey context);
store::Removal random_removal(Random& random, store::ContextKey context);

}  // namespace latewood::test
