// Turns on pages in a store. A tree refers to them by rings that name a page and a place on it (subtree.h). The first
// access to a turn loads its page.
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "latewood/digest.h"
#include "tree/node.h"

namespace latewood::tree {

class RingPage;
class Subtree;

// The source of pages. Pages and their nodes live as long as their source.
class PageSource {
 public:
  virtual ~PageSource() = default;

  // The turns of the page in order. Called once for each page, by any thread. If the page cannot be read, the source
  // keeps the error and returns empty turns: check the source for errors before an answer is used.
  virtual std::vector<Subtree> load_page(const RingPage& page) = 0;
};

// The values that decide sibling order before ids.
struct TurnOrder {
  std::int64_t offset = 0;
  std::int64_t created_at_ns = 0;
  std::uint64_t creation_index = 0;
  friend auto operator<=>(const TurnOrder&, const TurnOrder&) = default;
};
TurnOrder order_of(const Node& turn);

// Facts about a page that are known without loading it.
struct PageFacts {
  Blake3Digest digest;
  std::uint64_t group = 0;            // the part of history to which the page belongs; ascends along a tree
  std::uint32_t size = 0;             // turns, kMost at most
  std::uint64_t marks = 0;            // bit i: a node of turn i has an expiry
  TurnOrder first;                    // the order of the first turn
  TurnOrder last;                     // and of the last
  std::int64_t next_expiry = kNever;  // the lowest expiry of its nodes
  friend bool operator==(const PageFacts&, const PageFacts&) = default;
};

// Aligned so that an address has free bits for an index and a mark: see Ring.
class alignas(128) RingPage {
 public:
  static constexpr std::size_t kMost = 64;

  RingPage(PageSource& source, const PageFacts& facts);
  RingPage(const RingPage&) = delete;
  RingPage& operator=(const RingPage&) = delete;
  ~RingPage();

  const PageFacts& facts() const { return facts_; }
  bool is_loaded() const { return loaded_.load(std::memory_order_acquire) != nullptr; }

  // Loads the page at the first call. Any thread may call this; later calls take no lock.
  const Subtree& operator[](std::size_t at) const;

 private:
  const Subtree* load() const;

  PageSource& source_;
  const PageFacts facts_;
  mutable std::mutex mutex_;
  mutable std::vector<Subtree> turns_;
  mutable std::atomic<const Subtree*> loaded_{nullptr};
};

}  // namespace latewood::tree
