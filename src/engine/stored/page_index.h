// The turns of a tree cut into pages, and the index over these pages: what a checkpoint consists of
// besides its root page. The cost of the next one follows what changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "engine/stored/checkpoint_format.h"
#include "latewood/ext/store_records.h"
#include "tree/tree.h"

namespace latewood::engine {

class PageIndex {
 public:
  // No pages.
  PageIndex() = default;
  // As it was read from a store: pages, oldest first, and the digests of the index pages above.
  PageIndex(tree::Tree tree, std::vector<tree::PageFacts> pages, std::set<Blake3Digest> written);

  // The pages of a tree that came after this one. Pages that are not in a store yet are added to
  // `written`: those whose turns are neither this one's nor lie on a page.
  PageIndex next(const tree::Tree& tree, std::vector<store::Blob>& written) const;

  const std::vector<tree::PageFacts>& pages() const { return pages_; }
  // The topmost index page; nothing without turns.
  std::optional<Blake3Digest> top() const;

 private:
  // An index page: which of the level below it names, and its digest.
  struct Index {
    std::uint64_t group = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    Blake3Digest digest;
  };
  using Level = std::vector<Index>;

  std::size_t cut(const PageIndex& last, std::vector<store::Blob>& written);
  void build_levels(const PageIndex& last, std::size_t same, std::vector<store::Blob>& written);
  template <class Below, class GroupOf, class Encode>
  std::size_t build_level(const Below& below, const Level* last, std::size_t same, GroupOf group_of, Encode encode,
                          std::vector<store::Blob>& written);
  const tree::PageFacts* find_same(const tree::Tree& newer, std::size_t first, std::size_t count,
                                   std::uint64_t group) const;

  tree::Tree tree_;
  std::vector<tree::PageFacts> pages_;
  std::vector<std::size_t> firsts_;  // the place of the first turn of each page
  std::vector<Level> levels_;        // the lowest first; empty for one that was read
  std::set<Blake3Digest> written_;   // index pages, of one that was read
};

}  // namespace latewood::engine
