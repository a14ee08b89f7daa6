// Writes a payload that arrives in pieces. Holds at most one chunk of it in memory.
//
//   PayloadWriter writer(store);
//   LW_TRY(writer.append(piece));  // once for each piece
//   LW_TRY(writer.finish(digest, Purged::Refuse));
//
// A writer that fails removes the chunks it has written and cannot be used again. If a writer is never finished, or the
// process dies, the upload stays in the store until a collection that removes uploads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/ext/store.h"

namespace latewood::store {

class PayloadWriter {
 public:
  // `store` must outlive the writer.
  explicit PayloadWriter(Store& store) : store_(store) {}

  Result<void> append(std::string_view piece);
  // Every process can read the payload when this has returned.
  Result<void> finish(const Blake3Digest& digest, Purged purged);

  std::uint64_t size() const { return size_; }

 private:
  Result<void> flush();
  Result<void> gave_up(Result<void> failure);

  Store& store_;
  std::optional<std::uint64_t> upload_;
  std::string chunk_;
  std::uint64_t chunks_ = 0;
  std::uint64_t size_ = 0;
};

// Loads the whole payload into memory.
Result<std::string> load_payload(Store& store, const Blake3Digest& digest);

}  // namespace latewood::store
