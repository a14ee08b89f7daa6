#include "engine/stored/commit_batch.h"

#include <utility>

#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "engine/record/outgoing_commit.h"
#include "engine/stored/checkpoint_writer.h"
#include "store/batch_rules.h"
#include "store/payload_writer.h"

namespace latewood::engine {
namespace {

// Returns true if the store has an intact copy of the payload. If the copy is damaged, the caller writes a new one over
// it.
Result<bool> is_there(const Blake3Digest& digest, store::Store& store, store::Purged purged) {
  const auto found = store.find_payload(digest);
  if (!found && found.error().code == Code::Corruption) return false;
  LW_TRY(found);
  if (!*found) return false;
  if ((*found)->state == store::PayloadState::Purged) {
    // Refuse before the first byte is written: purged content must not be in the store again, not even for a moment.
    if (purged == store::Purged::Refuse) return store::purged_payload(digest);
    return false;
  }
  const auto read = store.read_payload(digest, [](std::string_view) -> Result<void> { return {}; });
  const bool is_gone = !read && (read.error().code == Code::Corruption || read.error().code == Code::NotFound);
  if (is_gone) return false;
  LW_TRY(read);
  return true;
}

Result<void> add_payload(const tree::Payload& payload, store::Store& store, store::WriteBatch& batch) {
  const Blake3Digest digest{payload.digest().bytes};
  // A purged payload shows a placeholder. The placeholder must not be stored under the digest of the content.
  if (payload.is_purged()) {
    batch.tombstones.push_back(digest);
    return {};
  }
  if (payload.json().size() <= store::kChunkBytes) {
    batch.payloads.push_back({digest, std::string(payload.json())});
    return {};
  }
  LW_TRY_ASSIGN(const bool known, is_there(digest, store, batch.purged));
  if (!known) {
    store::PayloadWriter writer(store);
    LW_TRY(writer.append(payload.json()));
    LW_TRY(writer.finish(digest, batch.purged));
  }
  batch.needs.push_back(digest);
  return {};
}

}  // namespace

Result<void> add_commit(const OutgoingCommit& commit, store::Store& store, store::WriteBatch& batch,
                        CheckpointAddition& addition) {
  batch.pages = std::move(addition.pages);
  if (addition.needed) batch.needed_pages.push_back(*addition.needed);
  for (const tree::Payload* payload : commit.payloads) LW_TRY(add_payload(*payload, store, batch));
  store::NewCommit added;
  added.id = commit.id;
  added.cycle = commit.cycle;
  added.header = commit.header;
  added.note = commit.note;
  added.patch = join_patch({commit.patch, commit.extras, addition.root()});
  added.dictionary = addition.sample;
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
  error.message = "patch record: " + error.message;
  return error;
}

}  // namespace latewood::engine
