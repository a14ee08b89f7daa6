// A sequence that is never changed: push_back, set, take, insert and erase give a
// new version, and all versions share the blocks in which they agree.
//
// Layout. A radix tree of fanout 32: element i lies in leaf i / 32, and `height`
// levels of inner blocks lead to it, the fewest that hold `size` elements. Leaves
// and inner blocks only grow: a version sees the first slots of a block, as many as
// its size asks for, and never looks beyond them.
//
// Appending in place. `used` of a block counts the slots that some version has taken. A version that sees all of them
// claims the next one, then fills it; no other version can see that slot before the new version is handed out. A
// version that sees fewer was overtaken by a sibling (a fork) and copies the path to its end, once: from there on it
// appends to its own copies.
//
// Threads. Any number of threads may read versions, and derive new ones from them,
// at once, also when these share blocks. There are no locks. The caller must pass a
// version to another thread with release and acquire, as for any object.
//
// Lifetime. A block keeps all its elements alive, those beyond a version's size
// too. An element must therefore not own, by any way, a version of the sequence it is
// pushed to: the push may land in a block of that very version, and the cycle would
// never be freed. Elements that point to the owner of a version are plain pointers.
//
// Marks. An element is marked if `is_marked(element)` is declared beside its type and says so. Every block has one bit
// per slot that tells whether a marked element is in or below it, so that the marked ones are found without reading the
// unmarked ones. A bit may be set for an element that only later versions see: then a search visits the block without a
// result. It never misses a marked element.
//
// Memory, measured as malloc counts it over a million pushes with all blocks kept:
// 9.5 bytes per element of 8 bytes, 17.5 per element of 16 (g++ 12, glibc 2.36). The
// version itself is 16 bytes. The smallest block has 32 slots, so a sequence of one
// element of 16 bytes takes 544 bytes.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

namespace latewood::tree {

template <class T>
class PersistentVector {
  static_assert(std::is_default_constructible_v<T> && std::is_copy_assignable_v<T>,
                "slots are built empty and filled by assignment");

 public:
  class Iterator;

  // Copying is O(1). A version that was moved from may only be assigned or destroyed.
  PersistentVector() = default;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // References stay valid while any version that shares the block lives.
  const T& operator[](std::size_t i) const {
    assert(i < size_);
    return leaf_slots(i)[i % kFanout];
  }
  const T& back() const { return (*this)[size_ - 1]; }

  // Iterators are valid as long as this object, like those of a std::vector.
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size_}; }

  // Calls fn(element) for the elements from `i` on, in order.
  template <class Fn>
  void for_each_from(std::size_t i, Fn fn) const {
    while (i < size_) {
      const T* const slots = leaf_slots(i);
      const std::size_t end = std::min(size_, i - i % kFanout + kFanout);
      for (; i < end; ++i) fn(slots[i % kFanout]);
    }
  }

  // Amortised O(1) in time and memory on the newest version; O(32 log n) for the
  // first push that forks off.
  PersistentVector push_back(T value) const {
    if (empty()) return {chain(0, std::move(value)), 1};
    if (size_ == capacity(height())) return raised(std::move(value));
    // The blocks below this level are full, so the element opens a new chain of them.
    const unsigned level = static_cast<unsigned>(std::countr_zero(size_)) / kBits;
    const bool marked = has_mark(value);
    if (level == 0) return {appended<T>(0, std::move(value), marked), size_ + 1};
    return {appended<Link>(level, chain(level - 1, std::move(value)), marked), size_ + 1};
  }

  // make(0), make(1), ... up to `size` elements, a block at a time.
  template <class Make>
  static PersistentVector build(std::size_t size, Make make) {
    if (size == 0) return {};
    return {build_block({height_of(size), 0, size}, make).first, size};
  }

  // Calls fn(i, element), ascending, for the marked elements. O(log n) for each of them.
  template <class Fn>
  void for_each_marked(Fn fn) const {
    if (!empty()) visit_marked(root_.get(), {height(), 0, size_}, fn);
  }

  // O(32 log n): copies the path to the element.
  PersistentVector set(std::size_t i, T value) const {
    assert(i < size_);
    const bool marked = has_mark(value);
    return {with_path_copied<T>(0, i, size_, std::move(value), marked), size_};
  }

  // The first `n` elements; `n` is at most size(). Copies nothing. The height is reduced
  // to what `n` needs, at most `height` steps, so it depends on the size alone, and
  // blocks outside the lower root are not kept alive. The next slot was taken before,
  // so the first push_back copies a path.
  PersistentVector take(std::size_t n) const {
    assert(n <= size_);
    if (n == 0) return {};
    const Link* root = &root_;
    for (unsigned at = height(); at > height_of(n); --at) root = &static_cast<Inner*>(root->get())->slots[0];
    return {*root, n};
  }

  // O(size - i): pushes the elements after `i` again.
  PersistentVector insert(std::size_t i, T value) const {
    return take(i).push_back(std::move(value)).followed_by(*this, i);
  }
  PersistentVector erase(std::size_t i) const {
    assert(i < size_);
    return take(i).followed_by(*this, i + 1);
  }

  // The first index at which `a` and `b` differ; the smaller size if there is none.
  // Shared blocks count as equal without being read, so the cost depends on the
  // difference: O(32 log n) after one `set`.
  friend std::size_t first_difference(const PersistentVector& a, const PersistentVector& b) {
    std::size_t first = std::min(a.size_, b.size_);
    visit_differences(a, b, [&first](std::size_t i) {
      first = i;
      return Visit::Stop;
    });
    return first;
  }

  // Calls fn(i), ascending, for each i below both sizes with a[i] != b[i]; the cost is
  // that of first_difference.
  template <class Fn>
  friend void for_each_difference(const PersistentVector& a, const PersistentVector& b, Fn fn) {
    visit_differences(a, b, [&fn](std::size_t i) {
      fn(i);
      return Visit::GoOn;
    });
  }

 private:
  static constexpr unsigned kBits = 5;
  static constexpr std::size_t kFanout = std::size_t{1} << kBits;

  // Level 0 has leaves, higher levels have inner blocks. A walk from above knows the level; the release of the last
  // link reads it here.
  struct Head {
    explicit Head(bool leaf) : is_leaf(leaf) {}
    std::atomic<std::uint32_t> owners{0};
    std::atomic<std::uint32_t> used{0};
    std::atomic<std::uint32_t> marks{0};  // bit i: slot i
    const bool is_leaf;
  };
  template <class Slot>
  struct Block : Head {
    Block() : Head(std::is_same_v<Slot, T>) {}
    std::array<Slot, kFanout> slots{};
  };

  // An owner of a block. Half the size of a std::shared_ptr, because every version of a history has one.
  class Link {
   public:
    Link() = default;
    explicit Link(Head* block) : block_(block) { block_->owners.store(1, std::memory_order_relaxed); }
    Link(const Link& other) : block_(other.block_) {
      if (block_ != nullptr) block_->owners.fetch_add(1, std::memory_order_relaxed);
    }
    Link(Link&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    Link& operator=(Link other) noexcept {
      std::swap(block_, other.block_);
      return *this;
    }
    ~Link() {
      if (block_ == nullptr || block_->owners.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
      if (block_->is_leaf) {
        delete static_cast<Block<T>*>(block_);
      } else {
        delete static_cast<Block<Link>*>(block_);
      }
    }
    Head* get() const { return block_; }

   private:
    Head* block_ = nullptr;
  };
  using Leaf = Block<T>;
  using Inner = Block<Link>;

  // A new block and its first owner.
  template <class Slot>
  struct Made {
    Block<Slot>* block = new Block<Slot>();
    Link link{block};
    Block<Slot>* operator->() const { return block; }
  };

  enum class Visit { GoOn, Stop };

  PersistentVector(Link root, std::size_t size) : root_(std::move(root)), size_(size) {}

  // Levels of inner blocks: the fewest that hold `size` elements.
  static unsigned height_of(std::size_t size) {
    return size <= kFanout ? 0 : (static_cast<unsigned>(std::bit_width(size - 1)) - 1) / kBits;
  }
  unsigned height() const { return height_of(size_); }

  static std::size_t capacity(unsigned height) { return std::size_t{1} << (kBits * (height + 1)); }
  static std::size_t digit(unsigned level, std::size_t i) { return (i >> (kBits * level)) % kFanout; }

  // The number of slots that a version of `size` sees in the block at `level` on the path to `i`.
  static std::size_t visible(unsigned level, std::size_t i, std::size_t size) {
    const std::size_t first = (i >> (kBits * level)) / kFanout * kFanout;
    const std::size_t last = (size - 1) >> (kBits * level);
    return std::min(kFanout, last - first + 1);
  }

  template <class Slot>
  Block<Slot>& block_at(unsigned level, std::size_t i) const {
    Head* block = root_.get();
    for (unsigned at = height(); at > level; --at) block = static_cast<Inner*>(block)->slots[digit(at, i)].get();
    return *static_cast<Block<Slot>*>(block);
  }
  const T* leaf_slots(std::size_t i) const { return block_at<T>(0, i).slots.data(); }

  static bool has_mark(const T& value) {
    if constexpr (requires { is_marked(value); }) return is_marked(value);
    return false;
  }
  // The bit of one slot, if `marked`.
  static std::uint32_t bit(std::size_t slot, bool marked) { return std::uint32_t{marked} << slot; }
  // The marks that are visible to a version that sees `count` slots.
  template <class Slot>
  static std::uint32_t marks_of(const Block<Slot>& block, std::size_t count) {
    const std::uint32_t seen = count == kFanout ? ~std::uint32_t{0} : bit(count, true) - 1;
    return block.marks.load(std::memory_order_relaxed) & seen;
  }

  template <class Slot>
  static Made<Slot> block_of(Slot first, bool marked) {
    Made<Slot> block;
    block->slots[0] = std::move(first);
    block->used.store(1, std::memory_order_relaxed);
    block->marks.store(bit(0, marked), std::memory_order_relaxed);
    return block;
  }

  // A block at `level` that holds `value` alone.
  static Link chain(unsigned level, T value) {
    const bool marked = has_mark(value);
    Link link = block_of<T>(std::move(value), marked).link;
    for (; level > 0; --level) link = block_of<Link>(std::move(link), marked).link;
    return link;
  }

  // Adds a root above the old one, because all blocks are full.
  PersistentVector raised(T value) const {
    const bool marked = has_mark(value);
    const std::uint32_t below =
        height() == 0 ? marks_of(block_at<T>(0, 0), kFanout) : marks_of(block_at<Link>(height(), 0), kFanout);
    auto root = block_of<Link>(root_, below != 0);
    root->slots[1] = chain(height(), std::move(value));
    root->used.store(2, std::memory_order_relaxed);
    root->marks.fetch_or(bit(1, marked), std::memory_order_relaxed);
    return {std::move(root.link), size_ + 1};
  }

  // Relaxed is enough: the counter only decides which version may write. The written data is published to readers with
  // the version, and to the block's destructor by the count of its owners.
  template <class Slot>
  static bool claim(Block<Slot>& block, std::size_t slot) {
    auto expected = static_cast<std::uint32_t>(slot);
    return block.used.compare_exchange_strong(expected, expected + 1, std::memory_order_relaxed);
  }

  // The root after `value` went into the next slot at `level`.
  template <class Slot>
  Link appended(unsigned level, Slot value, bool marked) const {
    Block<Slot>& block = block_at<Slot>(level, size_);
    const std::size_t slot = digit(level, size_);
    if (!claim(block, slot)) return with_path_copied<Slot>(level, size_, size_ + 1, std::move(value), marked);
    block.slots[slot] = std::move(value);
    if (marked) {
      block.marks.fetch_or(bit(slot, true), std::memory_order_relaxed);
      mark_way(level);
    }
    return root_;
  }

  // Marks the way to the end of this version in the blocks above `level`.
  void mark_way(unsigned level) const {
    for (unsigned at = level + 1; at <= height(); ++at) {
      block_at<Link>(at, size_).marks.fetch_or(bit(digit(at, size_), true), std::memory_order_relaxed);
    }
  }

  // The root of a version of `size` with `value` at `level` on the path to `i`. Copies the blocks from there up.
  template <class Slot>
  Link with_path_copied(unsigned level, std::size_t i, std::size_t size, Slot value, bool marked) const {
    Link link = copy_with<Slot>(level, i, size, std::move(value), marked);
    while (level < height()) {
      marked = link.get()->marks.load(std::memory_order_relaxed) != 0;
      link = copy_with<Link>(++level, i, size, std::move(link), marked);
    }
    return link;
  }

  template <class Slot>
  Link copy_with(unsigned level, std::size_t i, std::size_t size, Slot value, bool marked) const {
    const Block<Slot>& old = block_at<Slot>(level, i);
    const std::size_t count = visible(level, i, size);
    const std::size_t replaced = digit(level, i);
    Made<Slot> copy;
    // The replaced slot is not read: after a lost claim the winner may be filling it.
    for (std::size_t slot = 0; slot < count; ++slot) {
      if (slot != replaced) copy->slots[slot] = old.slots[slot];
    }
    copy->slots[replaced] = std::move(value);
    copy->used.store(static_cast<std::uint32_t>(count), std::memory_order_relaxed);
    const std::uint32_t others = marks_of(old, count) & ~bit(replaced, true);
    copy->marks.store(others | bit(replaced, marked), std::memory_order_relaxed);
    return std::move(copy.link);
  }

  PersistentVector followed_by(const PersistentVector& other, std::size_t from) const {
    PersistentVector result = *this;
    other.for_each_from(from, [&result](const T& element) { result = result.push_back(element); });
    return result;
  }

  // Calls fn(i) for the indices that differ until it says Stop.
  template <class Fn>
  static void visit_differences(const PersistentVector& a, const PersistentVector& b, Fn fn) {
    const std::size_t size = std::min(a.size_, b.size_);
    // Cut to one size, both have one height and see the same slots of a shared block.
    const PersistentVector left = a.take(size);
    const PersistentVector right = b.take(size);
    if (size > 0) visit_blocks(left.root_.get(), right.root_.get(), {left.height(), 0, size}, fn);
  }

  // The place of a pair of blocks: their level, their first element, and the size of
  // the versions they are seen from.
  struct Place {
    unsigned level;
    std::size_t first;
    std::size_t size;
  };

  // The block at this place, and whether a marked element is in or below it.
  template <class Make>
  static std::pair<Link, bool> build_block(Place place, Make& make) {
    const std::size_t count = visible(place.level, place.first, place.size);
    if (place.level == 0) {
      return filled<T>(count, [&](std::size_t slot) {
        T value = make(place.first + slot);
        const bool marked = has_mark(value);
        return std::pair(std::move(value), marked);
      });
    }
    const std::size_t step = capacity(place.level - 1);
    return filled<Link>(count, [&](std::size_t slot) {
      return build_block({place.level - 1, place.first + slot * step, place.size}, make);
    });
  }

  template <class Slot, class Fill>
  static std::pair<Link, bool> filled(std::size_t count, Fill fill) {
    Made<Slot> block;
    std::uint32_t marks = 0;
    for (std::size_t slot = 0; slot < count; ++slot) {
      auto [value, marked] = fill(slot);
      block->slots[slot] = std::move(value);
      marks |= bit(slot, marked);
    }
    block->used.store(static_cast<std::uint32_t>(count), std::memory_order_relaxed);
    block->marks.store(marks, std::memory_order_relaxed);
    return {std::move(block.link), marks != 0};
  }

  template <class Fn>
  static Visit visit_blocks(const Head* a, const Head* b, Place place, Fn& fn) {
    if (a == b) return Visit::GoOn;
    if (place.level == 0) return visit_leaves(*static_cast<const Leaf*>(a), *static_cast<const Leaf*>(b), place, fn);
    const std::size_t count = visible(place.level, place.first, place.size);
    const std::size_t step = capacity(place.level - 1);
    for (std::size_t slot = 0; slot < count; ++slot) {
      const Place below{place.level - 1, place.first + slot * step, place.size};
      const Head* const left = static_cast<const Inner*>(a)->slots[slot].get();
      const Head* const right = static_cast<const Inner*>(b)->slots[slot].get();
      if (visit_blocks(left, right, below, fn) == Visit::Stop) return Visit::Stop;
    }
    return Visit::GoOn;
  }

  template <class Fn>
  static Visit visit_leaves(const Leaf& a, const Leaf& b, Place place, Fn& fn) {
    const std::size_t count = visible(0, place.first, place.size);
    for (std::size_t slot = 0; slot < count; ++slot) {
      if (a.slots[slot] == b.slots[slot]) continue;
      if (fn(place.first + slot) == Visit::Stop) return Visit::Stop;
    }
    return Visit::GoOn;
  }

  template <class Fn>
  static void visit_marked(const Head* block, Place place, Fn& fn) {
    const std::size_t count = visible(place.level, place.first, place.size);
    if (place.level == 0) {
      const Leaf& leaf = *static_cast<const Leaf*>(block);
      for (std::uint32_t left = marks_of(leaf, count); left != 0; left &= left - 1) {
        const auto slot = static_cast<std::size_t>(std::countr_zero(left));
        fn(place.first + slot, leaf.slots[slot]);
      }
      return;
    }
    const Inner& inner = *static_cast<const Inner*>(block);
    const std::size_t step = capacity(place.level - 1);
    for (std::uint32_t left = marks_of(inner, count); left != 0; left &= left - 1) {
      const auto slot = static_cast<std::size_t>(std::countr_zero(left));
      visit_marked(inner.slots[slot].get(), {place.level - 1, place.first + slot * step, place.size}, fn);
    }
  }

  Link root_;
  std::size_t size_ = 0;
};

// Walks leaf by leaf: the way down from the root is taken once per 32 elements.
template <class T>
class PersistentVector<T>::Iterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T*;
  using reference = const T&;

  Iterator() = default;
  Iterator(const PersistentVector* vector, std::size_t i) : vector_(vector), i_(i) { enter_leaf(); }

  const T& operator*() const { return slots_[i_ % kFanout]; }
  const T* operator->() const { return &**this; }
  Iterator& operator++() {
    if (++i_ % kFanout == 0) enter_leaf();
    return *this;
  }
  Iterator operator++(int) { return std::exchange(*this, std::next(*this)); }
  friend bool operator==(const Iterator& a, const Iterator& b) { return a.i_ == b.i_; }

 private:
  void enter_leaf() { slots_ = i_ < vector_->size() ? vector_->leaf_slots(i_) : nullptr; }

  const PersistentVector* vector_ = nullptr;
  const T* slots_ = nullptr;
  std::size_t i_ = 0;
};

}  // namespace latewood::tree
