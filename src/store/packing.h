// Content as it is stored: compressed with zstd where that pays, else as it is.
//
//   packed = u8(0) bytes                      as it is
//          | u8(1) frame                      a zstd frame
//          | u8(2) digest frame               a zstd frame against the page `digest` as dictionary
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/digest.h"
#include "latewood/result.h"

namespace latewood::store {

// A page to compress against. It keeps what zstd makes of it, so whoever packs many records against one
// page keeps its dictionary. Any thread may use it.
class Dictionary {
 public:
  Dictionary(const Blake3Digest& digest, std::string bytes);
  ~Dictionary();
  Dictionary(const Dictionary&) = delete;
  Dictionary& operator=(const Dictionary&) = delete;

  const Blake3Digest& digest() const { return digest_; }
  std::string_view bytes() const { return bytes_; }

 private:
  friend std::string pack_against(std::string_view bytes, const Dictionary& dictionary);

  struct Digested;
  const Digested* digested() const;

  Blake3Digest digest_;
  std::string bytes_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<const Digested> digested_;
};

// What bytes look like. Records are digests and numbers for the most part, of which compressing well
// makes no more than compressing fast.
enum class Content : std::uint8_t { Text, Records };

std::string pack(std::string_view bytes, Content content = Content::Text);
std::string pack_against(std::string_view bytes, const Dictionary& dictionary);

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
