// Packs values for a store: compressed if that pays, else plain.
//
//   packed = u8(0) bytes                      plain
//          | u8(1) frame                      a zstd frame
//          | u8(2) digest frame               a zstd frame against the page `digest`; read, but not written any more
//          | u8(7) delta                      a delta without a sample
//          | u8(8) digest delta               a delta with the page `digest` as its sample
//
// Long texts and pages become frames, which are shorter. Short texts and records become deltas: for these a frame is
// not shorter and takes longer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/result.h"
#include "store/delta.h"

namespace latewood::store {

// A page prepared as a dictionary. Reuse it for many records. Any thread may use it.
class Dictionary {
 public:
  Dictionary(const Blake3Digest& digest, std::string_view bytes) : digest_(digest), sample_(bytes) {}

  const Blake3Digest& digest() const { return digest_; }
  std::string_view bytes() const { return sample_.bytes(); }
  const DeltaSample& sample() const { return sample_; }

 private:
  Blake3Digest digest_;
  DeltaSample sample_;
};

// The kind of bytes. Records are mostly digests and numbers, for which strong compression gains nothing over fast
// compression.
enum class Content : std::uint8_t { Text, Records };

std::string pack(std::string_view bytes, Content content = Content::Text);
std::string pack_against(std::string_view bytes, const Dictionary& dictionary);
// Packs as a frame or plain, never as a delta: for files that other versions read, and for values of many records.
std::string pack_as_frame(std::string_view bytes, Content content = Content::Text);

// Returns true if packed values may begin with this byte. Payloads in chunks begin with other bytes.
bool is_packed_form(std::uint8_t form);

// The dictionary that `packed` needs, if any.
Result<std::optional<Blake3Digest>> dictionary_of(std::string_view packed);

// The inverse of `pack`. `dictionary` are the bytes of the page that `dictionary_of` names.
// InvalidArgument if `pack` cannot have written the bytes.
Result<std::string> unpack(std::string_view packed, std::string_view dictionary = {});

// Like `unpack`, for values of at most one chunk that were packed without a dictionary. Refuses a longer value before
// memory is allocated for it.
Result<std::string> unpack_chunk(std::string_view packed);

// The number of bytes that `unpack` returns. Does not unpack.
Result<std::uint64_t> unpacked_size(std::string_view packed);

}  // namespace latewood::store
