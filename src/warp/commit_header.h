// The header that names a commit. Layout: docs/format/commit_header.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/result.h"

namespace latewood::warp {

struct CommitHeader {
  std::vector<CommitId> parents;  // in the given order; none for the first commit
  StateRoot state_root;
  PatchDigest patch_digest;
  std::uint32_t policy_id = 0;  // the policy id of the patch
  friend bool operator==(const CommitHeader&, const CommitHeader&) = default;
};

// 78 bytes and 32 for every parent.
std::string encode_commit_header(const CommitHeader& header);
Result<CommitHeader> decode_commit_header(std::string_view bytes);

// BLAKE3 of the encoding.
CommitId commit_id(const CommitHeader& header);

}  // namespace latewood::warp
