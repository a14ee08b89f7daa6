#include "store/packing.h"

#include <memory>
#include <utility>

#include <zstd.h>

#include "base/try.h"
#include "canon/binary_reader.h"
#include "latewood/ext/store.h"

namespace latewood::store {
namespace {

// The numbers between these are forms of payloads (record_values.h).
enum Form : char { kPlain = 0, kZstd = 1, kZstdWithDictionary = 2, kDelta = 7, kDeltaOfPage = 8 };

// Entropy coding hardly shortens texts of a few hundred bytes. zstd leaves it out at levels below zero.
constexpr int kFast = -1;
constexpr int kThorough = 1;
constexpr std::size_t kLeastForThorough = 512;
// In shorter texts the header of a frame takes more than the frame saves.
constexpr std::size_t kLeastToTry = 96;
// A frame must save at least one eighth; a smaller gain is not worth the time of decompression.
constexpr std::size_t kLeastSaving = 8;
// The largest unpacked value: larger payloads are stored in chunks, and the engine builds all other records in memory.
constexpr std::uint64_t kMostUnpacked = std::uint64_t{1} << 31;

struct Free {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// One compression context per thread, because creating one takes longer than compressing a small record. It holds
// working memory only: no data of one record affects the next.
ZSTD_CCtx* compressor() {
  thread_local const std::unique_ptr<ZSTD_CCtx, Free> context(ZSTD_createCCtx());
  return context.get();
}

ZSTD_DCtx* decompressor() {
  thread_local const std::unique_ptr<ZSTD_DCtx, Free> context(ZSTD_createDCtx());
  return context.get();
}

// Returns nullopt if zstd gets no memory.
std::optional<std::string> compress(std::string_view bytes, int level) {
  ZSTD_CCtx* context = compressor();
  if (context == nullptr) return std::nullopt;
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compressCCtx(context, frame.data(), frame.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size) != 0) return std::nullopt;
  frame.resize(size);
  return frame;
}

Error damaged(std::string_view what) { return BinaryReader::invalid(0, 0, std::string(what)); }

// The largest allowed ratio of sizes: a record of a few bytes that claims to be huge is damaged. Writers keep to it.
constexpr std::uint64_t kAnyFrame = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostRatio = 1024;

bool is_likely(std::uint64_t frame, std::uint64_t content) { return content <= kAnyFrame + frame * kMostRatio; }

Result<std::uint64_t> frame_size(std::string_view frame) {
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kMostUnpacked) {
    return damaged("not a zstd frame of known size");
  }
  if (!is_likely(frame.size(), size)) {
    return damaged("a zstd frame of " + std::to_string(frame.size()) + " bytes that claims to hold " +
                   std::to_string(size));
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

// The bytes after the form, or after the digest of the dictionary.
Result<std::string_view> content_of(std::string_view packed) {
  if (packed.empty()) return damaged("no form");
  switch (packed.front()) {
    case kPlain:
    case kZstd:
    case kDelta: return packed.substr(1);
    case kZstdWithDictionary:
    case kDeltaOfPage:
      if (packed.size() < 33) return damaged("a dictionary's digest is cut short");
      return packed.substr(33);
    default: return damaged("unknown form " + std::to_string(packed.front()));
  }
}

bool pays(std::size_t packed, std::size_t plain) { return packed + plain / kLeastSaving <= plain; }

std::string plain(std::string_view bytes) { return std::string(1, kPlain) + std::string(bytes); }

bool is_delta(std::string_view packed) { return packed.front() == kDelta || packed.front() == kDeltaOfPage; }

// The form, followed by the digest of the page if there is one.
std::string head_of(Form form, const Blake3Digest* digest) {
  std::string head(1, form);
  if (digest != nullptr) head.append(reinterpret_cast<const char*>(digest->bytes.data()), digest->bytes.size());
  return head;
}

// Returns the compressed bytes, or the plain bytes if compression does not pay.
std::string shorter(std::string_view bytes, std::string head, const std::optional<std::string>& made) {
  if (!made || !pays(head.size() + made->size(), bytes.size())) return plain(bytes);
  if (!is_likely(made->size(), bytes.size())) return plain(bytes);
  return head += *made;
}

}  // namespace

std::string pack_as_frame(std::string_view bytes, Content content) {
  if (bytes.size() < kLeastToTry) return plain(bytes);
  const bool is_long_text = content == Content::Text && bytes.size() >= kLeastForThorough;
  return shorter(bytes, head_of(kZstd, nullptr), compress(bytes, is_long_text ? kThorough : kFast));
}

std::string pack(std::string_view bytes, Content content) {
  static const DeltaSample kNothing("");
  if (bytes.size() < kLeastToTry) return plain(bytes);
  if (content == Content::Text && bytes.size() >= kLeastForThorough) return pack_as_frame(bytes);
  const auto delta = delta_of(bytes, kNothing);
  if (!delta) return pack_as_frame(bytes, content);
  return shorter(bytes, head_of(kDelta, nullptr), delta);
}

std::string pack_against(std::string_view bytes, const Dictionary& dictionary) {
  if (bytes.size() < kLeastToTry) return plain(bytes);
  const auto delta = delta_of(bytes, dictionary.sample());
  if (!delta) return pack(bytes, Content::Records);
  return shorter(bytes, head_of(kDeltaOfPage, &dictionary.digest()), delta);
}

bool is_packed_form(std::uint8_t form) {
  return form == kPlain || form == kZstd || form == kZstdWithDictionary || form == kDelta || form == kDeltaOfPage;
}

Result<std::optional<Blake3Digest>> dictionary_of(std::string_view packed) {
  BinaryReader reader(packed);
  LW_TRY_ASSIGN(const std::uint8_t form, reader.u8());
  if (form != kZstdWithDictionary && form != kDeltaOfPage) return std::optional<Blake3Digest>();
  LW_TRY_ASSIGN(const Blake3Digest digest, reader.id<Blake3Digest>());
  return std::optional<Blake3Digest>(digest);
}

Result<std::string> unpack(std::string_view packed, std::string_view dictionary) {
  LW_TRY_ASSIGN(const std::string_view content, content_of(packed));
  if (packed.front() == kPlain) return std::string(content);
  return is_delta(packed) ? apply_delta(content, dictionary) : decompress(content, dictionary);
}

Result<std::string> unpack_chunk(std::string_view packed) {
  LW_TRY_ASSIGN(const std::uint64_t size, unpacked_size(packed));
  if (size > kChunkBytes) return damaged("longer than any chunk");
  return unpack(packed);
}

Result<std::uint64_t> unpacked_size(std::string_view packed) {
  LW_TRY_ASSIGN(const std::string_view content, content_of(packed));
  if (packed.front() == kPlain) return std::uint64_t{content.size()};
  return is_delta(packed) ? size_in_delta(content) : frame_size(content);
}

}  // namespace latewood::store
