// A container and everything below it, laid out flat in document order. A sealed
// turn is one, and so are `^sys` and `^ah`. Immutable: every change gives a new one,
// and costs its size, which is that of one turn.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tree/node.h"

namespace latewood::tree {

class Subtree {
 public:
  using Index = std::uint32_t;

  struct Entry {
    const Node* node = nullptr;
    Index parent = 0;  // the container is its own
    Index end = 0;     // one past the last descendant
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  explicit Subtree(const Node* container) : entries_{{container, 0, 1}} {}

  // Pre-order, siblings in canonical order; the container first.
  const std::vector<Entry>& entries() const { return entries_; }
  const Node& container() const { return *entries_[0].node; }
  const Node& node(Index at) const { return *entries_[at].node; }
  bool has_children(Index at) const { return entries_[at].end > at + 1; }

  // The next sibling of `at`, or the end of its parent: for (i = first_child(p); i <
  // entries()[p].end; i = next(i)).
  Index first_child(Index at) const { return at + 1; }
  Index next(Index at) const { return entries_[at].end; }

  std::optional<Index> find(std::string_view id) const;
  // The explicit core among the container's children.
  std::optional<Index> find_core() const;
  // Whether `at` is `ancestor` or below it.
  bool is_within(Index at, Index ancestor) const { return at >= ancestor && at < entries_[ancestor].end; }

  // `child`, whole, as a child of `parent`, at its canonical place.
  Subtree with_child(Index parent, const Subtree& child) const;
  // Without `at` and what is below it. `at` must not be the container.
  Subtree without(Index at) const;
  // With another record for `at`, whose place among its siblings is the same.
  Subtree with_node(Index at, const Node* node) const;
  // What is at and below `at`, on its own.
  Subtree part(Index at) const;

  friend bool operator==(const Subtree&, const Subtree&) = default;

 private:
  std::vector<Entry> entries_;
};

}  // namespace latewood::tree
