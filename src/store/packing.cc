#include "store/packing.h"

#include <memory>
#include <utility>

#include <zstd.h>

#include "base/try.h"
#include "canon/binary_reader.h"
#include "latewood/ext/store.h"

namespace latewood::store {
namespace {

enum Form : char { kPlain = 0, kZstd = 1, kZstdWithDictionary = 2 };

// Texts of a few hundred bytes hardly get shorter, and coding their letters takes longer to undo than anything
// else in reading them. Below zero zstd leaves that out.
constexpr int kFast = -1;
constexpr int kThorough = 1;
constexpr std::size_t kLeastForThorough = 512;
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
  void operator()(ZSTD_CDict* dictionary) const { ZSTD_freeCDict(dictionary); }
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

// The frame that `compress` makes in a buffer, or nothing if zstd has no memory for it.
template <class Compress>
std::optional<std::string> frame_of(std::string_view bytes, Compress compress) {
  ZSTD_CCtx* context = compressor();
  if (context == nullptr) return std::nullopt;
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = compress(context, frame);
  if (ZSTD_isError(size) != 0) return std::nullopt;
  frame.resize(size);
  return frame;
}

std::optional<std::string> compress(std::string_view bytes, int level) {
  return frame_of(bytes, [&](ZSTD_CCtx* context, std::string& frame) {
    return ZSTD_compressCCtx(context, frame.data(), frame.size(), bytes.data(), bytes.size(), level);
  });
}

std::optional<std::string> compress_against(std::string_view bytes, const ZSTD_CDict* dictionary) {
  if (dictionary == nullptr) return std::nullopt;
  return frame_of(bytes, [&](ZSTD_CCtx* context, std::string& frame) {
    return ZSTD_compress_usingCDict(context, frame.data(), frame.size(), bytes.data(), bytes.size(), dictionary);
  });
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

std::string plain(std::string_view bytes) { return std::string(1, kPlain) + std::string(bytes); }

}  // namespace

struct Dictionary::Digested {
  std::unique_ptr<ZSTD_CDict, Free> made;  // none if zstd found no memory
};

Dictionary::Dictionary(const Blake3Digest& digest, std::string bytes) : digest_(digest), bytes_(std::move(bytes)) {}

Dictionary::~Dictionary() = default;

// Only those who write need it.
const Dictionary::Digested* Dictionary::digested() const {
  std::call_once(once_, [this] {
    auto digested = std::make_unique<Digested>();
    digested->made.reset(ZSTD_createCDict(bytes_.data(), bytes_.size(), kFast));
    digested_ = std::move(digested);
  });
  return digested_.get();
}

std::string pack(std::string_view bytes, Content content) {
  if (bytes.size() < kLeastToTry) return plain(bytes);
  const bool is_text = content == Content::Text && bytes.size() >= kLeastForThorough;
  const auto frame = compress(bytes, is_text ? kThorough : kFast);
  if (!frame || !pays(1 + frame->size(), bytes.size())) return plain(bytes);
  return std::string(1, kZstd) + *frame;
}

std::string pack_against(std::string_view bytes, const Dictionary& dictionary) {
  if (bytes.size() < kLeastToTry) return plain(bytes);
  const auto frame = compress_against(bytes, dictionary.digested()->made.get());
  const auto& digest = dictionary.digest().bytes;
  if (!frame || !pays(1 + digest.size() + frame->size(), bytes.size())) return plain(bytes);
  std::string packed(1, kZstdWithDictionary);
  packed.append(reinterpret_cast<const char*>(digest.data()), digest.size());
  return packed + *frame;
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

Result<std::string> unpack_chunk(std::string_view packed) {
  LW_TRY_ASSIGN(const std::uint64_t size, unpacked_size(packed));
  if (size > kChunkBytes) return damaged("longer than any chunk");
  return unpack(packed);
}

Result<std::uint64_t> unpacked_size(std::string_view packed) {
  LW_TRY_ASSIGN(const std::string_view content, content_of(packed));
  if (packed.front() == kPlain) return std::uint64_t{content.size()};
  return frame_size(content);
}

}  // namespace latewood::store
