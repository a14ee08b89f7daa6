#include "warp/commit_header.h"

#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "canon/blake3.h"

namespace latewood::warp {
namespace {

// The version is part of the hashed bytes: a header with more fields needs a new version and a new row in
// docs/format/commit_header.md, section 8.
constexpr std::uint16_t kHeaderVersion = 2;

void encode(BinaryWriter& out, const CommitHeader& header) {
  out.u16(kHeaderVersion);
  out.u64(header.parents.size());
  for (const CommitId& parent : header.parents) out.id(parent);
  out.id(header.state_root);
  out.id(header.patch_digest);
  out.u32(header.policy_id);
}

}  // namespace

std::string encode_commit_header(const CommitHeader& header) {
  BinaryWriter out;
  encode(out, header);
  return out.take();
}

Result<CommitHeader> decode_commit_header(std::string_view bytes) {
  BinaryReader in(bytes);
  CommitHeader header;
  LW_TRY_ASSIGN(const std::uint16_t version, in.u16());
  if (version != kHeaderVersion) {
    return Error{Code::Unsupported, "commit header version " + std::to_string(version), {}, Place{0, 2}};
  }
  LW_TRY_ASSIGN(const std::uint64_t parents, in.count(32));
  header.parents.resize(parents);
  for (CommitId& parent : header.parents) {
    LW_TRY_ASSIGN(parent, in.id<CommitId>());
  }
  LW_TRY_ASSIGN(header.state_root, in.id<StateRoot>());
  LW_TRY_ASSIGN(header.patch_digest, in.id<PatchDigest>());
  LW_TRY_ASSIGN(header.policy_id, in.u32());
  LW_TRY(in.expect_end());
  return header;
}

CommitId commit_id(const CommitHeader& header) {
  BinaryWriter out;
  encode(out, header);
  return {blake3_of(out.view()).bytes};
}

}  // namespace latewood::warp
