#include "store/payload_writer.h"

#include <algorithm>
#include <utility>

#include "base/try.h"

namespace latewood::store {

Result<void> PayloadWriter::append(std::string_view piece) {
  while (!piece.empty()) {
    const std::string_view fits = piece.substr(0, kChunkBytes - chunk_.size());
    chunk_ += fits;
    size_ += fits.size();
    piece.remove_prefix(fits.size());
    if (chunk_.size() == kChunkBytes) LW_TRY(flush());
  }
  return {};
}

Result<void> PayloadWriter::flush() {
  if (!upload_) {
    LW_TRY_ASSIGN(upload_, store_.begin_upload());
  }
  auto written = store_.write_chunk(*upload_, chunks_, chunk_);
  if (!written) return gave_up(std::move(written));
  ++chunks_;
  chunk_.clear();
  return {};
}

Result<void> PayloadWriter::finish(const Blake3Digest& digest, Purged purged) {
  if (!chunk_.empty()) LW_TRY(flush());
  if (!upload_) {
    LW_TRY_ASSIGN(upload_, store_.begin_upload());
  }
  auto finished = store_.finish_upload(*upload_, digest, size_, purged);
  return finished ? finished : gave_up(std::move(finished));
}

// Removes the upload of a failed writer: purged content must not stay in the store as an upload.
Result<void> PayloadWriter::gave_up(Result<void> failure) {
  Removal removal;
  removal.uploads.push_back(*upload_);
  ignore(store_.remove(removal), "the failure before it matters more");
  return failure;
}

Result<std::string> load_payload(Store& store, const Blake3Digest& digest) {
  std::string bytes;
  LW_TRY(store.read_payload(digest, [&](std::string_view piece) -> Result<void> {
    bytes += piece;
    return {};
  }));
  return bytes;
}

}  // namespace latewood::store
