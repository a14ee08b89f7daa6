#include "store/packing.h"

#include <memory>

#include <zstd.h>

#include "base/try.h"
#include "canon/binary_reader.h"

namespace latewood::store {
namespace {

enum Form : char { kPlain = 0, kZstd = 1, kZstdWithDictionary = 2 };

constexpr int kLevel = 3;
// Below this a frame's own header eats what it saves.
constexpr std::size_t kLeastToTry = 96;
// A frame must save an eighth, or every read would decompress for little.
constexpr std::size_t kLeastSaving = 8;
// No packed value is larger: payloads above `kChunkBytes` are cut, and the other records are built
// in memory by the engine.
constexpr std::uint64_t kMostUnpacked = std::uint64_t{1} << 31;

struct Free {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Making a context takes longer than compressing a small record, so each thread keeps its own.
// They hold working memory only: nothing of one record reaches the next.
ZSTD_CCtx* compressor() {
  thread_local const std::unique_ptr<ZSTD_CCtx, Free> context(ZSTD_createCCtx());
  return context.get();
}

ZSTD_DCtx* decompressor() {
  thread_local const std::unique_ptr<ZSTD_DCtx, Free> context(ZSTD_createDCtx());
  return context.get();
}

// The frame, or nothing if zstd has no memory for it.
std::optional<std::string> compress(std::string_view bytes, std::string_view dictionary) {
  ZSTD_CCtx* context = compressor();
  if (context == nullptr) return std::nullopt;
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress_usingDict(context, frame.data(), frame.size(), bytes.data(), bytes.size(),
                                                   dictionary.data(), dictionary.size(), kLevel);
  if (ZSTD_isError(size) != 0) return std::nullopt;
  frame.resize(size);
  return frame;
}

Error damaged(std::string_view what) { return BinaryReader::invalid(0, 0, std::string(what)); }

Result<std::uint64_t> frame_size(std::string_view frame) {
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kMostUnpacked) {
    return damaged("not a zstd frame of known size");
  }
  return std::uint64_t{size};
}

Result<std::string> decompress(std::string_view frame, std::string_view dictionary) {
  LW_TRY_ASSIGN(const std::uint64_t size, frame_size(frame));
  ZSTD_DCtx* context = decompressor();
  if (context == nullptr) return Error{Code::Unavailable, "zstd found no memory", {}, {}};
  std::string bytes(size, '\0');
  const std::size_t got = ZSTD_decompress_usingDict(context, bytes.data(), bytes.size(), frame.data(), frame.size(),
                                                    dictionary.data(), dictionary.size());
  if (ZSTD_isError(got) != 0 || got != size) return damaged("a zstd frame that does not decompress");
  return bytes;
}

// What stands behind the form, and behind the dictionary's digest.
Result<std::string_view> content_of(std::string_view packed) {
  if (packed.empty()) return damaged("no form");
  switch (packed.front()) {
    case kPlain:
    case kZstd: return packed.substr(1);
    case kZstdWithDictionary:
      if (packed.size() < 33) return damaged("a dictionary's digest is cut short");
      return packed.substr(33);
    default: return damaged("unknown form " + std::to_string(packed.front()));
  }
}

bool pays(std::size_t packed, std::size_t plain) { return packed + plain / kLeastSaving <= plain; }

}  // namespace

std::string pack(std::string_view bytes, const Dictionary* dictionary) {
  if (bytes.size() >= kLeastToTry) {
    const auto frame = compress(bytes, dictionary == nullptr ? std::string_view() : dictionary->bytes);
    std::string packed(1, dictionary == nullptr ? kZstd : kZstdWithDictionary);
    if (dictionary != nullptr) {
      packed.append(reinterpret_cast<const char*>(dictionary->digest.bytes.data()), dictionary->digest.bytes.size());
    }
    if (frame && pays(packed.size() + frame->size(), bytes.size())) return packed + *frame;
  }
  return std::string(1, kPlain) + std::string(bytes);
}

Result<std::optional<Blake3Digest>> dictionary_of(std::string_view packed) {
  BinaryReader reader(packed);
  LW_TRY_ASSIGN(const std::uint8_t form, reader.u8());
  if (form != kZstdWithDictionary) return std::optional<Blake3Digest>();
  LW_TRY_ASSIGN(const Blake3Digest digest, reader.id<Blake3Digest>());
  return std::optional<Blake3Digest>(digest);
}

Result<std::string> unpack(std::string_view packed, std::string_view dictionary) {
  LW_TRY_ASSIGN(const std::string_view content, content_of(packed));
  if (packed.front() == kPlain) return std::string(content);
  return decompress(content, dictionary);
}

Result<std::uint64_t> unpacked_size(std::string_view packed) {
  LW_TRY_ASSIGN(const std::string_view content, content_of(packed));
  if (packed.front() == kPlain) return std::uint64_t{content.size()};
  return frame_size(content);
}

}  // namespace latewood::store
