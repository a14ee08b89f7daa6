// The values of records, before they are sealed. docs/format/store.md, section 4.
//
//   ref, tag  = [id] u64(cycle)             a ref's id is a column of its own
//   commit    = u32(length) header i64(host_time) u32(length) actor u32(length) message u8(flags)
//               flags: 1 with a receipt, 2 with an admission
//   payload   = packed                      up to kChunkBytes; its forms have other numbers than those below
//             | u8(3) u64(size) u64(chunks) in chunks
//             | u8(4) u64(size)             purged
//             | u8(5)                       an upload that is not finished
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"

namespace latewood::store {

std::string encode_cycle(std::uint64_t cycle);
Result<std::uint64_t> decode_cycle(std::string_view value);

std::string encode_head(const Head& head);
Result<Head> decode_head(std::string_view value);

std::string encode_commit(const NewCommit& commit);
// Sets the header, the note and the flags of `commit`.
Result<void> decode_commit(std::string_view value, StoredCommit& commit);

enum class PayloadForm : std::uint8_t { Packed, Chunked, Purged, Uploading, GivenUp };

struct PayloadValue {
  PayloadForm form = PayloadForm::Packed;
  std::string_view packed;   // for Packed
  std::uint64_t size = 0;    // for Chunked and Purged
  std::uint64_t chunks = 0;  // for Chunked
};

// `packed` must be a result of `pack`.
std::string encode_payload(const PayloadValue& value);
// The result refers to `value`.
Result<PayloadValue> decode_payload(std::string_view value);

// The number of chunks for `size` bytes.
std::uint64_t chunks_of(std::uint64_t size);

}  // namespace latewood::store
