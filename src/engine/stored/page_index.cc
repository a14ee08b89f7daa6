#include "engine/stored/page_index.h"

#include <algorithm>
#include <utility>

#include "canon/blake3.h"

namespace latewood::engine {
namespace {

using tree::PageFacts;
using tree::Ring;
using tree::RingPage;
using tree::Subtree;
using tree::Tree;

// The stored page that holds exactly these turns; null if there is none.
const PageFacts* find_page_of(const Tree& tree, std::size_t first, std::size_t count) {
  const RingPage* page = tree.rings[first].page();
  if (page == nullptr || page->facts().size != count) return nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    if (tree.rings[first + i] != Ring(*page, i)) return nullptr;
  }
  return &page->facts();
}

// The group of a turn that follows a turn of group `before`. An imported or displaced turn gets the group of its
// predecessor. A turn on a page has the group of the page, so it is not loaded here.
std::uint64_t group_at(const Tree& tree, std::size_t at, std::uint64_t before) {
  const Ring& ring = tree.rings[at];
  if (ring.page() != nullptr) return std::max(before, ring.page()->facts().group);
  const tree::Node& turn = ring->container();
  if (turn.cycle() == 0 || tree::is_displaced(tree, turn)) return before;
  return std::max(before, (turn.cycle() - 1) >> kGroupBits);
}

PageFacts encode_turn_page(const Tree& tree, std::size_t first, std::size_t count, std::uint64_t group,
                           std::vector<store::Blob>& written) {
  std::vector<const Subtree*> turns;
  for (std::size_t i = 0; i < count; ++i) turns.push_back(&*tree.rings[first + i]);
  std::string bytes = encode_turns(turns);
  const Blake3Digest digest = blake3_of(bytes);
  written.push_back({digest, std::move(bytes)});
  return facts_of(turns, group, digest);
}

template <class T>
std::vector<T> slice(const std::vector<T>& all, std::size_t begin, std::size_t end) {
  return {all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end)};
}

}  // namespace

PageIndex::PageIndex(Tree tree, std::vector<PageFacts> pages, std::set<Blake3Digest> written)
    : tree_(std::move(tree)), pages_(std::move(pages)), written_(std::move(written)) {
  std::size_t first = 0;
  for (const PageFacts& facts : pages_) {
    firsts_.push_back(first);
    first += facts.size;
  }
}

std::optional<Blake3Digest> PageIndex::top() const {
  return levels_.empty() ? std::nullopt : std::optional(levels_.back().front().digest);
}

PageIndex PageIndex::next(const Tree& tree, std::vector<store::Blob>& written) const {
  PageIndex next;
  next.tree_ = tree;
  const std::size_t same = next.cut_pages(*this, written);
  next.build_levels(*this, same, written);
  return next;
}

// The page of this index that holds exactly these turns of a newer tree. The group limits the search.
const PageFacts* PageIndex::find_same(const Tree& newer, std::size_t first, std::size_t count,
                                      std::uint64_t group) const {
  auto at = std::lower_bound(pages_.begin(), pages_.end(), group,
                             [](const PageFacts& facts, std::uint64_t key) { return facts.group < key; });
  for (; at != pages_.end() && at->group == group; ++at) {
    if (at->size != count) continue;
    const std::size_t place = firsts_[static_cast<std::size_t>(at - pages_.begin())];
    std::size_t i = 0;
    while (i < count && tree_.rings[place + i] == newer.rings[first + i]) ++i;
    if (i == count) return &*at;
  }
  return nullptr;
}

// Cuts the turns into pages. Returns the number of leading pages that `last` also has.
std::size_t PageIndex::cut_pages(const PageIndex& last, std::vector<store::Blob>& written) {
  std::size_t at = 0;
  // Pages before the first changed turn stay. The last of them is cut again, because it may take more turns.
  const std::size_t differs = first_difference(last.tree_.rings, tree_.rings);
  while (pages_.size() < last.pages_.size() && at + last.pages_[pages_.size()].size < differs) {
    firsts_.push_back(at);
    at += last.pages_[pages_.size()].size;
    pages_.push_back(last.pages_[pages_.size()]);
  }
  const std::size_t same = pages_.size();
  std::uint64_t group = pages_.empty() ? 0 : pages_.back().group;
  while (at < tree_.rings.size()) {
    const std::size_t first = at;
    group = group_at(tree_, at, group);
    do {
      ++at;
    } while (at < tree_.rings.size() && at - first < RingPage::kMost && group_at(tree_, at, group) == group);
    const PageFacts* known = find_page_of(tree_, first, at - first);
    if (known == nullptr) known = last.find_same(tree_, first, at - first, group);
    const bool is_known = known != nullptr && known->group == group;
    firsts_.push_back(first);
    pages_.push_back(is_known ? *known : encode_turn_page(tree_, first, at - first, group, written));
  }
  return same;
}

// Builds the index level above `below`. The first `same` entries of `below` are unchanged since `last`. Returns the
// number of unchanged leading pages of the new level.
template <class Below, class GroupOf, class Encode>
std::size_t PageIndex::build_level(const Below& below, const Level* last, std::size_t same, GroupOf group_of,
                                   Encode encode, std::vector<store::Blob>& written) {
  Level& level = levels_.emplace_back();
  std::size_t kept = 0;
  for (std::size_t begin = 0; begin < below.size();) {
    const std::uint64_t group = group_of(below[begin]) >> kIndexBits;
    std::size_t end = begin;
    while (end < below.size() && group_of(below[end]) >> kIndexBits == group) ++end;
    const Index* before = last != nullptr && level.size() < last->size() ? &(*last)[level.size()] : nullptr;
    const bool is_same = before != nullptr && end <= same && before->begin == begin && before->end == end;
    Index index{group, begin, end, {}};
    if (is_same) {
      index.digest = before->digest;
      if (kept == level.size()) ++kept;
    } else {
      std::string bytes = encode(begin, end);
      index.digest = blake3_of(bytes);
      const bool is_written = written_.contains(index.digest);
      if (!is_written) written.push_back({index.digest, std::move(bytes)});
    }
    level.push_back(index);
    begin = end;
  }
  return kept;
}

void PageIndex::build_levels(const PageIndex& last, std::size_t same, std::vector<store::Blob>& written) {
  if (pages_.empty()) return;
  written_ = last.written_;
  const auto last_level = [&last](std::size_t number) {
    return number < last.levels_.size() ? &last.levels_[number] : nullptr;
  };
  same = build_level(
      pages_, last_level(0), same, [](const PageFacts& facts) { return facts.group; },
      [this](std::size_t begin, std::size_t end) { return encode_index(slice(pages_, begin, end)); }, written);
  while (levels_.back().size() > 1) {
    const Level below = levels_.back();
    const auto encode = [&below](std::size_t begin, std::size_t end) {
      std::vector<IndexEntry> entries;
      for (std::size_t i = begin; i < end; ++i) entries.push_back({below[i].digest, below[i].group});
      return encode_index(entries);
    };
    same = build_level(
        below, last_level(levels_.size()), same, [](const Index& index) { return index.group; }, encode, written);
  }
  written_.clear();
}

}  // namespace latewood::engine
