// Content as it is stored: shortened where that pays, else as it is.
//
//   packed = u8(0) bytes                      as it is
//          | u8(1) frame                      a zstd frame
//          | u8(2) digest frame               a zstd frame against the page `digest`; read, but not written any more
//          | u8(7) delta                      a delta without a sample
//          | u8(8) digest delta               a delta with the page `digest` as its sample
//
// Long texts and pages become frames, which are shorter. Short texts and records become deltas: a frame of theirs is no
// shorter and takes longer to make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/result.h"
#include "store/delta.h"

namespace latewood::store {

// A page to pack against. Whoever packs many records against one page keeps its dictionary. Any thread may use it.
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

// What bytes look like. Records are digests and numbers for the most part, of which compressing well
// makes no more than compressing fast.
enum class Content : std::uint8_t { Text, Records };

std::string pack(std::string_view bytes, Content content = Content::Text);
std::string pack_against(std::string_view bytes, const Dictionary& dictionary);
// Only as a frame or as it is: for files that other versions read, and where many records stand in one value.
std::string pack_as_frame(std::string_view bytes, Content content = Content::Text);

// Whether packed values begin with that byte. Payloads that are not in one piece have others.
bool is_packed_form(std::uint8_t form);

// The dictionary that `packed` needs, if any.
Result<std::optional<Blake3Digest>> dictionary_of(std::string_view packed);

// The inverse of `pack`. `dictionary` are the bytes of the page that `dictionary_of` names.
// InvalidArgument if the bytes are not what `pack` writes.
Result<std::string> unpack(std::string_view packed, std::string_view dictionary = {});

// The same of bytes that are one chunk at most, packed without a dictionary: what says that it is longer is refused
// before there is memory for it.
Result<std::string> unpack_chunk(std::string_view packed);

// How many bytes `unpack` gives, without unpacking.
Result<std::uint64_t> unpacked_size(std::string_view packed);

}  // namespace latewood::store
