#include "engine/stored/hint_run.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/corrupt.h"
#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "canon/blake3.h"
#include "canon/label_hash.h"
#include "lifecycle/departure.h"
#include "tree/edit/marker.h"

namespace latewood::engine {
namespace {

constexpr std::uint8_t kRunKind = 5;
constexpr std::uint8_t kPartsKind = 6;
constexpr std::uint8_t kRunVersion = 1;
// Hints per page: with more, a search reads more bytes; with fewer, the head lists more pages.
constexpr std::size_t kMostOnPage = 4096;
constexpr std::size_t kStart = 2 + 8;  // kind, version, count
constexpr std::size_t kKeyBytes = std::tuple_size_v<HintKey>;

// Runs of one size class are merged when there are this many.
constexpr std::size_t kMerged = 32;
constexpr std::uint64_t kFirstClass = 8192;

unsigned class_of(std::uint64_t size) {
  unsigned result = 0;
  for (std::uint64_t most = kFirstClass; size >= most && result < 2; most *= kMerged) ++result;
  return result;
}

std::string_view domain_of(HintKind kind) {
  switch (kind) {
    case HintKind::Id: return kNodeDomain;
    case HintKind::Referrer: return "refers:";
    case HintKind::Holder: return "holds:";
    case HintKind::Marker: return "marks:";
  }
  return kNodeDomain;
}

void write_key(BinaryWriter& out, const HintKey& key) {
  out.raw({reinterpret_cast<const char*>(key.data()), key.size()});
}

store::Blob blob_of(std::string bytes) {
  const Blake3Digest digest = blake3_of(bytes);
  return {digest, std::move(bytes)};
}

HintKey key_of(const RawBytes32& digest) {
  HintKey key;
  std::copy_n(digest.begin(), key.size(), key.begin());
  return key;
}

}  // namespace

HintKey hint_key(HintKind kind, std::string_view name) { return key_of(label_hash(domain_of(kind), name)); }

void add_hints(std::vector<Hint>& hints, const tree::Node& node, std::uint64_t turn) {
  hints.push_back({key_of(node.node_hash()), turn});
  if (node.extra() == nullptr) return;  // references, keys and marks are attributes
  for (const std::string& target : lifecycle::references_in(node)) {
    hints.push_back({hint_key(HintKind::Referrer, target), turn});
  }
  if (node.extra()->key) hints.push_back({hint_key(HintKind::Holder, *node.extra()->key), turn});
  for (const std::string_view named : tree::marked_by(node)) {
    hints.push_back({hint_key(HintKind::Marker, named), turn});
  }
}

// Writes all keys, then all turns: turns compress well, keys do not.
std::string encode_hints(const std::vector<Hint>& hints) {
  BinaryWriter out;
  out.u8(kRunKind);
  out.u8(kRunVersion);
  out.u64(hints.size());
  for (const Hint& hint : hints) write_key(out, hint.key);
  for (const Hint& hint : hints) out.u64(hint.turn);
  return out.take();
}

std::vector<store::Blob> encode_run(std::vector<Hint> hints) {
  std::sort(hints.begin(), hints.end());
  hints.erase(std::unique(hints.begin(), hints.end()), hints.end());
  if (hints.size() <= kMostOnPage) return {blob_of(encode_hints(hints))};
  std::vector<store::Blob> pages(1);
  BinaryWriter head;
  head.u8(kPartsKind);
  head.u8(kRunVersion);
  head.u64((hints.size() + kMostOnPage - 1) / kMostOnPage);
  for (std::size_t first = 0; first < hints.size(); first += kMostOnPage) {
    const auto begin = hints.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = hints.begin() + static_cast<std::ptrdiff_t>(std::min(hints.size(), first + kMostOnPage));
    pages.push_back(blob_of(encode_hints(std::vector(begin, end))));
    write_key(head, begin->key);
    head.id(pages.back().digest);
  }
  pages.front() = blob_of(head.take());
  return pages;
}

bool names_parts(std::string_view head) { return !head.empty() && head.front() == static_cast<char>(kPartsKind); }

Result<std::vector<RunPart>> decode_parts(std::string_view head) {
  const auto read = [head]() -> Result<std::vector<RunPart>> {
    BinaryReader in(head);
    LW_TRY_ASSIGN(const std::uint8_t kind, in.u8());
    LW_TRY_ASSIGN(const std::uint8_t version, in.u8());
    if (kind != kPartsKind || version != kRunVersion) return corrupt("it is of another kind");
    LW_TRY_ASSIGN(const std::uint64_t count, in.count(kKeyBytes + 32));
    std::vector<RunPart> parts(static_cast<std::size_t>(count));
    for (RunPart& part : parts) {
      LW_TRY_ASSIGN(const std::string_view key, in.raw(kKeyBytes));
      std::memcpy(part.first.data(), key.data(), kKeyBytes);
      LW_TRY_ASSIGN(part.page, in.id<Blake3Digest>());
    }
    LW_TRY(in.expect_end());
    return parts;
  };
  auto parts = read();
  if (parts) return parts;
  return corrupt("a page that names pages of hints: " + parts.error().message);
}

// The part before the first part with a key at or above `key` may also contain it, at its end.
std::vector<RunPart> parts_with(const HintKey& key, const std::vector<RunPart>& parts) {
  auto first = std::lower_bound(parts.begin(), parts.end(), key,
                                [](const RunPart& part, const HintKey& wanted) { return part.first < wanted; });
  const auto end = std::upper_bound(first, parts.end(), key,
                                    [](const HintKey& wanted, const RunPart& part) { return wanted < part.first; });
  if (first != parts.begin()) --first;
  return {first, end};
}

Result<HintRun> HintRun::decode(std::string bytes) {
  BinaryReader in(bytes);
  const auto kind = in.u8();
  const auto version = in.u8();
  const auto count = in.count(kKeyBytes + 8);
  const bool is_run =
      kind && version && count && *kind == kRunKind && *version == kRunVersion && in.left() == *count * (kKeyBytes + 8);
  if (!is_run) return corrupt("a page of hints has another form");
  const auto size = static_cast<std::size_t>(*count);
  return HintRun(std::move(bytes), size);
}

const char* HintRun::key_at(std::size_t at) const { return bytes_.data() + kStart + at * kKeyBytes; }

Hint HintRun::operator[](std::size_t at) const {
  Hint hint;
  std::memcpy(hint.key.data(), key_at(at), kKeyBytes);
  const char* turn = key_at(size_) + at * 8;
  for (std::size_t i = 0; i < 8; ++i) {
    hint.turn |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(turn[i])) << (8 * i);
  }
  return hint;
}

void HintRun::find(const HintKey& key, std::vector<std::uint64_t>& turns) const {
  std::size_t low = 0;
  std::size_t high = size_;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (std::memcmp(key_at(middle), key.data(), kKeyBytes) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; low < size_ && std::memcmp(key_at(low), key.data(), kKeyBytes) == 0; ++low) turns.push_back((*this)[low].turn);
}

std::size_t runs_to_merge(const std::vector<std::uint64_t>& sizes, std::uint64_t added) {
  // Merges the new run with all runs of its class. If the merged run is in a higher class, repeats this there.
  std::size_t merged = 0;
  std::uint64_t size = added;
  for (;;) {
    const unsigned wanted = class_of(size);
    std::size_t like = merged;
    std::uint64_t together = size;
    while (like < sizes.size() && class_of(sizes[sizes.size() - 1 - like]) == wanted) {
      together += sizes[sizes.size() - 1 - like++];
    }
    if (wanted >= 2 || like - merged + 1 < kMerged) return merged;
    merged = like;
    size = together;
    if (class_of(size) == wanted) return merged;
  }
}

}  // namespace latewood::engine
