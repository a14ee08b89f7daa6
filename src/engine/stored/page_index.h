// The turn pages of a tree and the index pages above them: a checkpoint without its root page. The cost of the next
// page index depends on the changes since this one.
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
  // Has no pages.
  PageIndex() = default;
  // Built from a store. `pages` are oldest first; `written` are the digests of the index pages.
  PageIndex(tree::Tree tree, std::vector<tree::PageFacts> pages, std::set<Blake3Digest> written);

  // The page index of a later tree. Appends the pages that the store does not have yet to `written`.
  PageIndex next(const tree::Tree& tree, std::vector<store::Blob>& written) const;

  const std::vector<tree::PageFacts>& pages() const { return pages_; }
  // The top index page; nullopt if there are no turns.
  std::optional<Blake3Digest> top() const;

 private:
  // An index page: the range of entries of the level below, and its digest.
  struct Index {
    std::uint64_t group = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    Blake3Digest digest;
  };
  using Level = std::vector<Index>;

  std::size_t cut_pages(const PageIndex& last, std::vector<store::Blob>& written);
  void build_levels(const PageIndex& last, std::size_t same, std::vector<store::Blob>& written);
  template <class Below, class GroupOf, class Encode>
  std::size_t build_level(const Below& below, const Level* last, std::size_t same, GroupOf group_of, Encode encode,
                          std::vector<store::Blob>& written);
  const tree::PageFacts* find_same(const tree::Tree& newer, std::size_t first, std::size_t count,
                                   std::uint64_t group) const;

  tree::Tree tree_;
  std::vector<tree::PageFacts> pages_;
  std::vector<std::size_t> firsts_;  // index of the first turn of each page
  std::vector<Level> levels_;        // lowest level first; empty if this was read from a store
  std::set<Blake3Digest> written_;   // digests of the index pages; only if this was read from a store
};

}  // namespace latewood::engine
