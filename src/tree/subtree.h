// A container with all nodes below it, as a flat array in document order: a sealed turn, `^sys` or `^ah`. Immutable:
// every change makes a new subtree at a cost proportional to its size, usually that of one turn. Copies share their
// entries by reference count.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tree/node.h"

namespace latewood::tree {

class Subtree {
 public:
  using Index = std::uint32_t;

  struct Entry {
    const Node* node = nullptr;
    Index parent = 0;  // the container is its own parent
    Index end = 0;     // one past the last descendant
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  explicit Subtree(const Node* container);
  // `entries` must have the layout of `entries()`.
  explicit Subtree(const std::vector<Entry>& entries);
  // A subtree that was moved from may only be assigned or destroyed.
  Subtree(const Subtree& other) : block_(other.block_) {
    if (block_ != nullptr) block_->owners.fetch_add(1, std::memory_order_relaxed);
  }
  Subtree(Subtree&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Subtree& operator=(Subtree other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Subtree() { release(); }

  // Pre-order, siblings in canonical order; the container first.
  std::span<const Entry> entries() const { return {block_->entries(), block_->size}; }
  const Node& container() const { return node(0); }
  const Node& node(Index at) const { return *block_->entries()[at].node; }
  bool has_children(Index at) const { return next(at) > at + 1; }

  // The next sibling of `at`, or the end of its parent: for (i = first_child(p); i <
  // entries()[p].end; i = next(i)).
  Index first_child(Index at) const { return at + 1; }
  Index next(Index at) const { return block_->entries()[at].end; }

  std::optional<Index> find(std::string_view id) const;
  // The explicit core among the container's children.
  std::optional<Index> find_core() const;
  // Returns true if `at` is `ancestor` or below it.
  bool is_within(Index at, Index ancestor) const { return at >= ancestor && at < next(ancestor); }

  // Returns a copy with the whole of `child` as a child of `parent`, at its canonical place.
  Subtree with_child(Index parent, const Subtree& child) const;
  // Returns a copy without `at` and the nodes below it. `at` must not be the container.
  Subtree without(Index at) const;
  // Returns a copy with another record for `at`, which must have the same place among its siblings.
  Subtree with_node(Index at, const Node* node) const;
  // A copy of the entry at `at` and all entries below it.
  Subtree part(Index at) const;

  friend bool operator==(const Subtree& a, const Subtree& b);

  // Returns true if both share their entries, and are therefore equal.
  bool is_same(const Subtree& other) const { return block_ == other.block_; }

  // The address of the entries, for prefetching.
  const void* address() const { return block_; }

 private:
  friend class Ring;
  Subtree() = default;

  // The entries follow the block in memory.
  struct Block {
    std::atomic<std::uint32_t> owners{1};
    std::uint32_t size = 0;
    Entry* entries() { return reinterpret_cast<Entry*>(this + 1); }
  };

  void release() {
    if (block_ != nullptr && block_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy(block_);
  }
  static Block* make_block(Index size);
  static Block* make_block(std::span<const Entry> entries);
  static void destroy(Block* block);
  std::vector<Entry> copied() const { return {entries().begin(), entries().end()}; }

  Block* block_ = nullptr;
};

class RingPage;

// A reference to a subtree; may be null. Rings are compared by identity: two rings are equal if no change was made
// between them.
//
// A ring either shares a subtree or names a turn on a page (ring_page.h), which is loaded at the first access. Loading
// does not change the ring, so any number of threads may read copies of it. The page must outlive the ring.
class Ring {
 public:
  Ring() = default;
  Ring(std::nullptr_t) {}
  explicit Ring(Subtree subtree) : subtree_(std::move(subtree)) {}
  // The turn at this place of the page.
  Ring(const RingPage& page, std::size_t at);
  Ring(const Ring& other) : subtree_(other.is_on_page() ? Subtree() : other.subtree_) {
    if (other.is_on_page()) subtree_.block_ = other.subtree_.block_;
  }
  Ring(Ring&& other) noexcept = default;
  Ring& operator=(Ring other) noexcept {
    std::swap(subtree_.block_, other.subtree_.block_);
    return *this;
  }
  ~Ring() {
    // A page has no reference count.
    if (is_on_page()) subtree_.block_ = nullptr;
  }

  explicit operator bool() const { return subtree_.block_ != nullptr; }
  const Subtree& operator*() const { return is_on_page() ? on_page() : subtree_; }
  const Subtree* operator->() const { return &**this; }

  friend bool operator==(const Ring& a, const Ring& b) { return a.subtree_.is_same(b.subtree_); }

  // The page of the turn; null if the ring shares a subtree.
  const RingPage* page() const;

  // Whether a node of the ring has an expiry. Loads nothing. Sequences find such rings (persistent_vector.h), since
  // their shown ttl changes with every cycle without an edit.
  friend bool is_marked(const Ring& ring);

 private:
  // A subtree has an even address. An odd value is the address of a page, with the index on it in the bits that the
  // alignment of pages leaves free.
  bool is_on_page() const { return (bits() & 1) != 0; }
  std::uintptr_t bits() const { return reinterpret_cast<std::uintptr_t>(subtree_.block_); }
  std::size_t place() const;
  const Subtree& on_page() const;

  Subtree subtree_;
};

}  // namespace latewood::tree
