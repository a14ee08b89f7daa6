// Memory that is allocated in pieces and freed all at once. Pieces allocated one after the other are adjacent, which is
// the order in which histories are read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace latewood::tree {

class Arena {
 public:
  // Allocations are aligned to `alignment`, which is at most eight.
  explicit Arena(std::size_t alignment = kMostAlignment) : alignment_(alignment) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // `size` bytes, valid as long as the arena.
  std::byte* take(std::size_t size) {
    size = (size + alignment_ - 1) / alignment_ * alignment_;
    if (size > room_) add_block(size);
    std::byte* const piece = next_;
    next_ += size;
    room_ -= size;
    return piece;
  }

 private:
  static constexpr std::size_t kMostAlignment = 8;
  static constexpr std::size_t kFirstBlock = 1024;
  static constexpr std::size_t kLargestBlock = std::size_t{1} << 20;

  // Blocks grow with the arena, so that a small context takes little memory.
  void add_block(std::size_t size) {
    const std::size_t block = std::max(size, next_block_);
    next_block_ = std::min(2 * next_block_, kLargestBlock);
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(block));
    next_ = blocks_.back().get();
    room_ = block;
  }

  const std::size_t alignment_;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::size_t room_ = 0;
  std::size_t next_block_ = kFirstBlock;
};

}  // namespace latewood::tree
