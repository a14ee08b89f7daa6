// A sequence that only grows and whose elements never move. One thread may add while any number of threads read the
// elements they know of, without locks.
//
// Block k holds kFirst << k elements, so some thirty blocks hold anything and growing never
// copies. At most half of the memory is ahead of its use.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <new>
#include <utility>

namespace latewood::tree {

template <class T>
class StableVector {
 public:
  StableVector() = default;
  StableVector(const StableVector&) = delete;
  StableVector& operator=(const StableVector&) = delete;
  ~StableVector() {
    for (std::size_t i = 0; i < size_; ++i) slot(i)->~T();
    for (auto& block : blocks_) ::operator delete(block.load(std::memory_order_relaxed));
  }

  // For the writer only. A reader gets an index from the writer and uses that.
  std::size_t size() const { return size_; }

  const T& operator[](std::size_t i) const { return *slot(i); }

  template <class... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    const Spot spot = spot_of(size_);
    if (spot.at == 0) blocks_[spot.block].store(make_block(kFirst << spot.block), std::memory_order_release);
    T* const made = new (slot(size_)) T(std::forward<Arguments>(arguments)...);
    ++size_;
    return *made;
  }

 private:
  static constexpr std::size_t kFirst = 8;
  static constexpr std::size_t kBlocks = 48;

  struct Spot {
    std::size_t block;
    std::size_t at;
  };
  static Spot spot_of(std::size_t i) {
    const std::size_t block = static_cast<std::size_t>(std::bit_width(i / kFirst + 1)) - 1;
    return {block, i - kFirst * ((std::size_t{1} << block) - 1)};
  }

  static T* make_block(std::size_t elements) { return static_cast<T*>(::operator new(elements * sizeof(T))); }
  T* slot(std::size_t i) const {
    const Spot spot = spot_of(i);
    return blocks_[spot.block].load(std::memory_order_acquire) + spot.at;
  }

  std::array<std::atomic<T*>, kBlocks> blocks_{};
  std::size_t size_ = 0;
};

}  // namespace latewood::tree
