// `state_root` without hashing history again.
//
// The stream that is hashed is the root key followed by the instances in
// ascending order. A hasher can be copied, so the state of the hash somewhere in the
// stream can be kept, and nothing before it has to be hashed again. States are kept
// every 64 KiB or so of the stream, and at the one boundary the caller names as the
// likely next place of change. The result is bit for bit the root of the whole stream.
//
// BLAKE3 is fast on pieces that start and end at multiples of its chunks, and slow on all other pieces. So a kept state
// is always at such a multiple. If that is inside an instance, the instance is written again from its start and dropped
// up to that point; if it is before an instance, the few bytes in between are kept as well.
//
//   root.rewind(first_changed);
//   for each instance from root.next() on, ascending:
//     write its bytes to root.begin(warp);
//   root.finish();
//
// Cost: the bytes after the last kept boundary at or before the first change, and
// one step per 64 KiB of them. Copying a `ResumableRoot` costs the same at any
// length of history, since the kept states are shared.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "latewood/digest.h"
#include "warp/graph/ids.h"

namespace latewood::warp {

enum class Boundary {
  Ordinary,
  EveryChange,  // all changes start at this instance or before it: the hash is not worth keeping
  NextChange,   // the next change will probably start at this instance: keep the hash before it
};

class ResumableRoot {
  struct Kept;

 public:
  // An owner of a kept state, or empty.
  class Mark {
   public:
    Mark() = default;
    Mark(const Mark& other);
    Mark(Mark&& other) noexcept : kept_(std::exchange(other.kept_, nullptr)) {}
    Mark& operator=(Mark other) noexcept {
      std::swap(kept_, other.kept_);
      return *this;
    }
    ~Mark();

   private:
    friend class ResumableRoot;
    explicit Mark(const Kept& made) : kept_(&made) {}
    const Kept* get() const { return kept_; }
    const Kept* operator->() const { return kept_; }
    explicit operator bool() const { return kept_ != nullptr; }

    const Kept* kept_ = nullptr;
  };

  // The stream with the root key and no instances. Feeding may start at once.
  explicit ResumableRoot(const NodeKey& root);

  // Call it between feeds only. The copy is independent.
  ResumableRoot(const ResumableRoot& other);
  ResumableRoot& operator=(const ResumableRoot& other);
  ResumableRoot(ResumableRoot&&) noexcept;
  ResumableRoot& operator=(ResumableRoot&&) noexcept;
  ~ResumableRoot();

  // Goes back to the last kept state that stays valid if `first_changed` and later instances change, forgets the later
  // states, and starts a feed.
  void rewind(const WarpId& first_changed);

  // The feed must contain every instance whose id is not below this one; nullopt: all instances.
  const std::optional<WarpId>& next() const { return next_; }

  // Begins the next instance, which must be above all before it. Its canonical
  // bytes go to the writer that is returned, until the next `begin` or `finish`.
  BinaryWriter& begin(const WarpId& warp, Boundary boundary = Boundary::Ordinary);

  // Ends the feed. The root stays readable until the next `rewind`.
  StateRoot finish();

  // The part of this root that is shared with earlier and later roots: one pointer, so that each commit can keep one.
  // Resuming from a mark hashes at most 64 KiB more.
  Mark mark() const { return spaced_; }
  // Restores the marked root as it was after its feed.
  ResumableRoot(const NodeKey& root, Mark mark);

  // The newest kept states, with which another process can continue from here. A change before these states hashes the
  // stream from its start. Call only between feeds.
  std::string encoded() const;
  // nullopt if the bytes are not an encoded root.
  static std::optional<ResumableRoot> decoded(const NodeKey& root, std::string_view bytes);

  // The number of bytes hashed since construction or copying, as a measure of the cost.
  std::uint64_t bytes_hashed() const { return bytes_hashed_; }

 private:
  struct Feed;

  static Mark decode_kept(BinaryReader& in);
  void start_feed(const Kept* from);
  void keep_spaced();

  NodeKey root_;
  Mark spaced_;  // newest of the chain of evenly spaced states
  Mark likely_;  // the state at the boundary that was last named as NextChange, if any
  std::optional<WarpId> next_;
  std::unique_ptr<Feed> feed_;  // on the heap: its writer points to its hasher
  std::uint64_t bytes_hashed_ = 0;
};

}  // namespace latewood::warp
