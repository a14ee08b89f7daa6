// Maps `quick_hash` values to numbers, as a part of tables that have the values themselves. For one thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace latewood {

class QuickTable {
 public:
  QuickTable() = default;
  // With room for that many numbers.
  explicit QuickTable(std::size_t count) : slots_(std::bit_ceil(std::max(kLeast, 2 * count))) {}

  // A number of that hash for which is_it(number); nothing if there is none.
  template <class IsIt>
  std::optional<std::uint32_t> find(std::uint64_t quick, IsIt is_it) const {
    if (slots_.empty()) return std::nullopt;
    const std::uint32_t tag = tag_of(quick);
    for (std::size_t at = tag & mask(); slots_[at].number != 0; at = (at + 1) & mask()) {
      if (slots_[at].tag == tag && is_it(slots_[at].number - 1)) return slots_[at].number - 1;
    }
    return std::nullopt;
  }

  void add(std::uint64_t quick, std::uint32_t number) {
    if (2 * ++size_ > slots_.size()) grow();
    put({tag_of(quick), number + 1});
  }

 private:
  // The tag decides the slot of a number and distinguishes it from most other numbers. Number 0: a free slot.
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = 0;
  };
  static constexpr std::size_t kLeast = 64;

  static std::uint32_t tag_of(std::uint64_t quick) { return static_cast<std::uint32_t>(quick >> 32); }
  std::size_t mask() const { return slots_.size() - 1; }

  void put(const Slot& slot) {
    std::size_t at = slot.tag & mask();
    while (slots_[at].number != 0) at = (at + 1) & mask();
    slots_[at] = slot;
  }
  void grow() {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(std::max(kLeast, 2 * slots_.size())));
    for (const Slot& slot : old) {
      if (slot.number != 0) put(slot);
    }
  }

  std::vector<Slot> slots_;  // a power of two; at most half are taken
  std::size_t size_ = 0;
};

}  // namespace latewood
