#include "warp/resumable_root.h"

#include <cassert>
#include <utility>

#include "warp/state_encoding.h"

namespace latewood::warp {
namespace {

// Distance between kept boundaries, in bytes of the stream. A kept state takes some
// 500 bytes, so history costs less than 1% of its encoded size in memory.
constexpr std::uint64_t kSpacing = 64 * 1024;

}  // namespace

// The hash just before the instance `before`. Kept states form a chain from the
// newest to the oldest; heads that fork share the older part of it.
struct ResumableRoot::Kept {
  WarpId before;
  std::uint64_t position = 0;
  std::string hasher;  // packed
  mutable std::shared_ptr<const Kept> older;

  Kept(const WarpId& warp, std::uint64_t at, const Blake3Hasher& state)
      : before(warp), position(at), hasher(state.packed()) {}
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  // A chain can be long: it is taken apart in a loop, since a destructor that
  // calls itself once per link would run out of stack.
  ~Kept() {
    std::shared_ptr<const Kept> link = std::move(older);
    while (link && link.use_count() == 1) link = std::move(link->older);
  }
};

struct ResumableRoot::Feed {
  explicit Feed(const Kept* from)
      : start(from == nullptr ? 0 : from->position),
        hasher(from == nullptr ? Blake3Hasher() : Blake3Hasher::unpacked(from->hasher)),
        writer(hasher, start) {}

  std::uint64_t start;
  Blake3Hasher hasher;
  BinaryWriter writer;
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

ResumableRoot::ResumableRoot(const NodeKey& root, Mark mark) : root_(root), spaced_(std::move(mark.spaced_)) {}

void ResumableRoot::rewind(const WarpId& first_changed) {
  if (likely_ && likely_->before > first_changed) likely_.reset();
  while (spaced_ && spaced_->before > first_changed) spaced_ = spaced_->older;
  const bool likely_is_later = likely_ && (!spaced_ || spaced_->position <= likely_->position);
  start_feed(likely_is_later ? likely_.get() : spaced_.get());
}

void ResumableRoot::start_feed(const Kept* from) {
  next_ = from == nullptr ? std::nullopt : std::optional(from->before);
  feed_ = std::make_unique<Feed>(from);
  if (from == nullptr) encode_root_key(feed_->writer, root_);
}

std::shared_ptr<const ResumableRoot::Kept> ResumableRoot::keep(const WarpId& before) {
  feed_->writer.flush();
  return std::make_shared<const Kept>(before, feed_->writer.position(), feed_->hasher);
}

BinaryWriter& ResumableRoot::begin(const WarpId& warp, Boundary boundary) {
  const std::uint64_t last_kept = spaced_ ? spaced_->position : 0;
  const bool is_far = feed_->writer.position() - last_kept >= kSpacing;
  if (is_far && boundary != Boundary::EveryChange) {
    auto kept = keep(warp);
    kept->older = std::move(spaced_);
    spaced_ = std::move(kept);
  }
  if (boundary == Boundary::NextChange) likely_ = keep(warp);
  return feed_->writer;
}

StateRoot ResumableRoot::finish() {
  feed_->writer.flush();
  bytes_hashed_ += feed_->writer.position() - feed_->start;
  const Blake3Digest digest = feed_->hasher.finish();
  feed_.reset();
  return {digest.bytes};
}

}  // namespace latewood::warp
