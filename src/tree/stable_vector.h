// A sequence that only grows and whose elements never move. One thread adds; any number
// read the elements they know of meanwhile, without locks.
//
// Block k holds kFirst << k elements, so some thirty blocks hold anything and growing never
// copies. At most half of the memory is ahead of its use.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>

namespace latewood::tree {

template <class T>
class StableVector {
 public:
  StableVector() = default;
  StableVector(const StableVector&) = delete;
  StableVector& operator=(const StableVector&) = delete;
  ~StableVector() {
    for (auto& block : blocks_) delete[] block.load(std::memory_order_relaxed);
  }

  // The writer's view; others know the size from whoever told them of an element.
  std::size_t size() const { return size_; }

  const T& operator[](std::size_t i) const {
    const Spot spot = spot_of(i);
    return blocks_[spot.block].load(std::memory_order_acquire)[spot.at];
  }

  void push_back(const T& value) {
    const Spot spot = spot_of(size_);
    if (spot.at == 0) blocks_[spot.block].store(new T[kFirst << spot.block], std::memory_order_release);
    blocks_[spot.block].load(std::memory_order_relaxed)[spot.at] = value;
    ++size_;
  }

 private:
  static constexpr std::size_t kFirst = 32;
  static constexpr std::size_t kBlocks = 48;

  struct Spot {
    std::size_t block;
    std::size_t at;
  };
  static Spot spot_of(std::size_t i) {
    const std::size_t block = static_cast<std::size_t>(std::bit_width(i / kFirst + 1)) - 1;
    return {block, i - kFirst * ((std::size_t{1} << block) - 1)};
  }

  std::array<std::atomic<T*>, kBlocks> blocks_{};
  std::size_t size_ = 0;
};

}  // namespace latewood::tree
