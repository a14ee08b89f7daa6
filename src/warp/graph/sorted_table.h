// A sorted set of entries that lie side by side in memory: blocks of a few dozen
// entries each, in ascending order. Walking it in order, which is what encoding
// does, reads memory in order; putting and erasing move at most one block.
//
// `KeyOf{}(entry)` returns the key of an entry. Pointers and iterators are valid until the next change.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace latewood::warp {

template <class Entry, class KeyOf>
class SortedTable {
  using Block = std::vector<Entry>;
  using Blocks = std::vector<Block>;

 public:
  using Key = std::invoke_result_t<KeyOf, const Entry&>;

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Entry;
    using difference_type = std::ptrdiff_t;
    using pointer = const Entry*;
    using reference = const Entry&;

    Iterator() = default;
    Iterator(const Blocks* blocks, std::size_t block, std::size_t at) : blocks_(blocks), block_(block), at_(at) {}

    const Entry& operator*() const { return (*blocks_)[block_][at_]; }
    const Entry* operator->() const { return &**this; }
    Iterator& operator++() {
      if (++at_ == (*blocks_)[block_].size()) {
        ++block_;
        at_ = 0;
      }
      return *this;
    }
    Iterator operator++(int) { return std::exchange(*this, std::next(*this)); }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.block_ == b.block_ && a.at_ == b.at_; }

   private:
    const Blocks* blocks_ = nullptr;
    std::size_t block_ = 0;
    std::size_t at_ = 0;
  };

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Iterator begin() const { return {&blocks_, 0, 0}; }
  Iterator end() const { return {&blocks_, blocks_.size(), 0}; }

  // The first entry whose key is not below `key`.
  Iterator lower_bound(const Key& key) const {
    if (blocks_.empty()) return end();
    const std::size_t block = block_for(key);
    const std::size_t at = place_in(blocks_[block], key);
    return at == blocks_[block].size() ? Iterator(&blocks_, block + 1, 0) : Iterator(&blocks_, block, at);
  }

  const Entry* find(const Key& key) const {
    const Iterator found = lower_bound(key);
    return found != end() && KeyOf{}(*found) == key ? &*found : nullptr;
  }

  // Adds the entry, or replaces the one with the same key.
  void put(Entry entry) {
    if (blocks_.empty()) blocks_.emplace_back();
    const std::size_t number = block_for(KeyOf{}(entry));
    Block& block = blocks_[number];
    const std::size_t at = place_in(block, KeyOf{}(entry));
    if (at < block.size() && KeyOf{}(block[at]) == KeyOf{}(entry)) {
      block[at] = std::move(entry);
      return;
    }
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(at), std::move(entry));
    ++size_;
    if (block.size() > kMost) split(number);
  }

  void erase(const Key& key) {
    if (blocks_.empty()) return;
    const std::size_t number = block_for(key);
    Block& block = blocks_[number];
    const std::size_t at = place_in(block, key);
    if (at == block.size() || KeyOf{}(block[at]) != key) return;
    block.erase(block.begin() + static_cast<std::ptrdiff_t>(at));
    --size_;
    if (block.empty()) blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(number));
  }

  friend bool operator==(const SortedTable& a, const SortedTable& b) {
    return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
  }

 private:
  static constexpr std::size_t kMost = 32;

  // The last block that starts at or before `key`; the first if none does.
  std::size_t block_for(const Key& key) const {
    const auto after = std::upper_bound(blocks_.begin() + 1, blocks_.end(), key,
                                        [](const Key& k, const Block& block) { return k < KeyOf{}(block.front()); });
    return static_cast<std::size_t>(after - blocks_.begin()) - 1;
  }

  static std::size_t place_in(const Block& block, const Key& key) {
    const auto place = std::lower_bound(block.begin(), block.end(), key,
                                        [](const Entry& entry, const Key& k) { return KeyOf{}(entry) < k; });
    return static_cast<std::size_t>(place - block.begin());
  }

  void split(std::size_t number) {
    Block& full = blocks_[number];
    const auto middle = full.begin() + static_cast<std::ptrdiff_t>(full.size() / 2);
    Block upper(std::make_move_iterator(middle), std::make_move_iterator(full.end()));
    full.erase(middle, full.end());
    blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(number) + 1, std::move(upper));
  }

  Blocks blocks_;  // none empty
  std::size_t size_ = 0;
};

}  // namespace latewood::warp
