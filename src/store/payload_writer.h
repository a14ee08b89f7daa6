// Writes a payload that arrives in pieces, without ever holding more than one chunk of it.
//
//   PayloadWriter writer(store);
//   LW_TRY(writer.append(piece));  // as often as there are pieces
//   LW_TRY(writer.finish(digest, Purged::Refuse));
//
// A writer that fails removes what it has written and can do no more. One that is not finished leaves an upload
// behind until a collection takes uploads along.
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
  // The payload is there for all to see when this returns.
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

// The whole payload in memory.
Result<std::string> load_payload(Store& store, const Blake3Digest& digest);

}  // namespace latewood::store
