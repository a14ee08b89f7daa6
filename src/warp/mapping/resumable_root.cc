#include "warp/mapping/resumable_root.h"

#include <atomic>
#include <cassert>
#include <memory>
#include <utility>

#include "canon/binary_reader.h"
#include "canon/hasher_state.h"
#include "warp/graph/state_encoding.h"

namespace latewood::warp {
namespace {

// Distance between kept states, in bytes of the stream. One takes some 600 bytes, so history
// costs less than 1% of its encoded size in memory.
constexpr std::uint64_t kSpacing = 64 * 1024;

}  // namespace

// The hash at `position`. Kept states form a chain from the newest to the oldest; heads that
// fork share the older part of it.
struct ResumableRoot::Kept {
  WarpId instance;  // the feed goes on with it
  std::uint64_t position = 0;
  std::uint64_t within = 0;  // how many bytes of the instance come before the position
  std::string pending;       // the bytes between the position and the instance, if it starts later
  std::string hasher;        // packed
  Mark older;
  mutable std::atomic<std::uint32_t> owners{1};

  // Returns true if this state stays valid when only `first_changed` and later instances change.
  bool holds(const WarpId& first_changed) const {
    return instance < first_changed || (instance == first_changed && within == 0);
  }
};

ResumableRoot::Mark::Mark(const Mark& other) : kept_(other.kept_) {
  if (kept_ != nullptr) kept_->owners.fetch_add(1, std::memory_order_relaxed);
}

// Destroys the chain in a loop: a chain can be long, and a recursive destructor would overflow the stack.
ResumableRoot::Mark::~Mark() {
  while (kept_ != nullptr && kept_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    const std::unique_ptr<Kept> last(const_cast<Kept*>(kept_));
    kept_ = std::exchange(last->older.kept_, nullptr);
  }
}

struct ResumableRoot::Feed {
  Feed() : writer(hasher) {}
  explicit Feed(const Kept& from)
      : start(from.position),
        hasher(Blake3Hasher::unpacked(from.hasher)),
        writer(hasher, from.position - from.within, from.position) {
    writer.raw(from.pending);
  }

  std::uint64_t start = 0;
  Blake3Hasher hasher;
  BinaryWriter writer;
  std::optional<WarpId> instance;  // the one that is being written
  std::uint64_t instance_at = 0;   // where it starts
};

ResumableRoot::ResumableRoot(const NodeKey& root) : root_(root) { start_feed(nullptr); }

ResumableRoot::ResumableRoot(const ResumableRoot& other)
    : root_(other.root_), spaced_(other.spaced_), likely_(other.likely_), next_(other.next_) {
  assert(other.feed_ == nullptr);
}

ResumableRoot& ResumableRoot::operator=(const ResumableRoot& other) { return *this = ResumableRoot(other); }

ResumableRoot::ResumableRoot(ResumableRoot&&) noexcept = default;
ResumableRoot& ResumableRoot::operator=(ResumableRoot&&) noexcept = default;
ResumableRoot::~ResumableRoot() = default;

ResumableRoot::ResumableRoot(const NodeKey& root, Mark mark) : root_(root), spaced_(std::move(mark)) {}

std::string ResumableRoot::encoded() const {
  BinaryWriter out;
  for (const Kept* kept : {spaced_.get(), likely_.get()}) {
    out.u8(kept == nullptr ? 0 : 1);
    if (kept == nullptr) continue;
    out.id(kept->instance);
    out.u64(kept->position);
    out.u64(kept->within);
    out.sized(kept->pending);
    out.sized(encode_hasher(Blake3Hasher::unpacked(kept->hasher)));
  }
  return out.take();
}

// Returns an empty mark if the bytes are not a kept state.
ResumableRoot::Mark ResumableRoot::decode_kept(BinaryReader& in) {
  const auto instance = in.id<WarpId>();
  const auto position = in.u64();
  const auto within = in.u64();
  const auto pending = in.sized();
  const auto state = in.sized();
  if (!instance || !position || !within || !pending || !state) return {};
  const auto hasher = decode_hasher(*state);
  const bool fits = *within <= *position && pending->size() < BLAKE3_CHUNK_LEN && (*within == 0 || pending->empty());
  if (!hasher || !fits) return {};
  auto kept = std::make_unique<Kept>();
  kept->instance = *instance;
  kept->position = *position;
  kept->within = *within;
  kept->pending = *pending;
  kept->hasher = hasher->packed();
  return Mark(*kept.release());
}

std::optional<ResumableRoot> ResumableRoot::decoded(const NodeKey& root, std::string_view bytes) {
  BinaryReader in(bytes);
  ResumableRoot decoded(root, Mark());
  for (Mark* kept : {&decoded.spaced_, &decoded.likely_}) {
    const auto is_there = in.u8();
    if (!is_there || *is_there > 1) return std::nullopt;
    if (*is_there == 0) continue;
    *kept = decode_kept(in);
    if (!*kept) return std::nullopt;
  }
  if (in.left() > 0) return std::nullopt;
  return decoded;
}

void ResumableRoot::rewind(const WarpId& first_changed) {
  if (likely_ && !likely_->holds(first_changed)) likely_ = Mark();
  while (spaced_ && !spaced_->holds(first_changed)) spaced_ = spaced_->older;
  const bool likely_is_later = likely_ && (!spaced_ || spaced_->position <= likely_->position);
  start_feed(likely_is_later ? likely_.get() : spaced_.get());
}

void ResumableRoot::start_feed(const Kept* from) {
  next_ = from == nullptr ? std::nullopt : std::optional(from->instance);
  feed_ = from == nullptr ? std::make_unique<Feed>() : std::make_unique<Feed>(*from);
  if (from == nullptr) encode_root_key(feed_->writer, root_);
}

// Keeps the state of the hasher if it stands within the instance that was just written, far
// enough from the last one.
void ResumableRoot::keep_spaced() {
  const std::uint64_t position = feed_->writer.passed_on();
  const std::uint64_t last = spaced_ ? spaced_->position : 0;
  const bool is_within = feed_->instance && position >= feed_->instance_at;
  if (!is_within || position < last + kSpacing) return;
  auto kept = std::make_unique<Kept>();
  kept->instance = *feed_->instance;
  kept->position = position;
  kept->within = position - feed_->instance_at;
  kept->hasher = feed_->hasher.packed();
  kept->older = std::move(spaced_);
  spaced_ = Mark(*kept.release());
}

BinaryWriter& ResumableRoot::begin(const WarpId& warp, Boundary boundary) {
  BinaryWriter& writer = feed_->writer;
  writer.drop_seen();
  if (boundary == Boundary::NextChange) writer.flush_chunks();
  if (boundary != Boundary::EveryChange) keep_spaced();
  // If a feed begins within an instance, its hasher is already ahead of the start of that instance.
  const bool is_ahead = writer.passed_on() < feed_->start;
  if (boundary == Boundary::NextChange && !is_ahead) {
    auto kept = std::make_unique<Kept>();
    kept->instance = warp;
    kept->position = writer.passed_on();
    kept->pending = writer.take();
    kept->hasher = feed_->hasher.packed();
    likely_ = Mark(*kept.release());
  }
  feed_->instance = warp;
  feed_->instance_at = writer.position();
  return writer;
}

StateRoot ResumableRoot::finish() {
  feed_->writer.flush();
  bytes_hashed_ += feed_->writer.position() - feed_->start;
  const Blake3Digest digest = feed_->hasher.finish();
  feed_.reset();
  return {digest.bytes};
}

}  // namespace latewood::warp
