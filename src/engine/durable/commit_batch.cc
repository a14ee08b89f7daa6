#include "engine/durable/commit_batch.h"

#include <utility>

#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "store/batch_rules.h"
#include "store/payload_writer.h"

namespace latewood::engine {
namespace {

Result<void> add_payload(const tree::Payload& payload, store::Store& store, store::WriteBatch& batch) {
  const Blake3Digest digest{payload.digest().bytes};
  // What is shown in its place is not the content: nobody may find it under the digest.
  if (payload.is_purged()) {
    batch.tombstones.push_back(digest);
    return {};
  }
  if (payload.json().size() <= store::kChunkBytes) {
    batch.payloads.push_back({digest, std::string(payload.json())});
    return {};
  }
  LW_TRY_ASSIGN(const auto present, store.find_payload(digest));
  const bool is_there = present && present->state == store::PayloadState::Present;
  // Before any of it is written: what was purged must not lie in the store once more, not even for a while.
  if (present && !is_there && batch.purged == store::Purged::Refuse) return store::purged_payload(digest);
  if (!is_there) {
    store::PayloadWriter writer(store);
    LW_TRY(writer.append(payload.json()));
    LW_TRY(writer.finish(digest, batch.purged));
  }
  batch.needs.push_back(digest);
  return {};
}

}  // namespace

Result<void> add_commit(const CommitRecord& commit, store::Store& store, store::WriteBatch& batch,
                        CheckpointWriter::Addition& addition) {
  batch.pages = std::move(addition.pages);
  if (addition.needed) batch.needed_pages.push_back(*addition.needed);
  for (const tree::Payload* payload : commit.payloads) LW_TRY(add_payload(*payload, store, batch));
  store::NewCommit added;
  added.id = commit.id;
  added.cycle = commit.cycle;
  added.header = commit.header;
  added.note = commit.note;
  added.patch = join_patch({commit.patch, commit.extras, addition.root()});
  added.dictionary = addition.dictionary;
  added.receipt = commit.receipt;
  added.admission = commit.admission;
  batch.commits.push_back(std::move(added));
  return {};
}

std::string join_patch(const PatchAndExtras& both) {
  BinaryWriter out;
  out.sized(both.patch);
  out.sized(both.extras);
  if (both.checkpoint) out.id(*both.checkpoint);
  return out.take();
}

Result<PatchAndExtras> split_patch(std::string_view bytes) {
  const auto split = [bytes]() -> Result<PatchAndExtras> {
    BinaryReader in(bytes);
    PatchAndExtras both;
    LW_TRY_ASSIGN(both.patch, in.sized());
    LW_TRY_ASSIGN(both.extras, in.sized());
    if (in.left() > 0) {
      LW_TRY_ASSIGN(both.checkpoint, in.id<Blake3Digest>());
    }
    LW_TRY(in.expect_end());
    return both;
  };
  auto both = split();
  if (both) return both;
  Error error = std::move(both).error();
  error.code = Code::Corruption;
  error.message = "the record of a patch: " + error.message;
  return error;
}

}  // namespace latewood::engine
