#include "engine/stored/checkpoint.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "base/corrupt.h"
#include "base/try.h"
#include "engine/stored/page_cache.h"
#include "lifecycle/departure.h"
#include "tree/edit/marker.h"

namespace latewood::engine {
namespace {

using tree::Node;
using tree::PageFacts;
using tree::RingPage;
using tree::Subtree;

Result<void> collect_pages(PageCache& cache, const Blake3Digest& digest, int levels, Checkpoint& checkpoint) {
  if (levels == 0) return corrupt("page " + digest.hex() + " has too many pages above it");
  LW_TRY_ASSIGN(const std::shared_ptr<const IndexPage> index, cache.load_index(digest));
  // Different index pages have different groups, so no page occurs twice. Without this check, damaged bytes could make
  // the walk endless.
  if (!checkpoint.index_pages.insert(digest).second) return corrupt("page " + digest.hex() + " is twice in an index");
  checkpoint.pages.insert(checkpoint.pages.end(), index->turns.begin(), index->turns.end());
  for (const IndexEntry& entry : index->pages) LW_TRY(collect_pages(cache, entry.digest, levels - 1, checkpoint));
  return {};
}

// Iterates over the turns of consecutive pages.
class RingReader {
 public:
  RingReader(PageCache& cache, std::span<const PageFacts> pages) : cache_(cache), pages_(pages) {}

  tree::Ring next() {
    if (page_ == nullptr || place_ == page_->facts().size) {
      page_ = &cache_.page(pages_[next_++]);
      place_ = 0;
    }
    return tree::Ring(*page_, place_++);
  }

 private:
  PageCache& cache_;
  std::span<const PageFacts> pages_;
  std::size_t next_ = 0;
  std::size_t place_ = 0;
  const RingPage* page_ = nullptr;
};

// Builds the list of `count` turns. Shares the leading turns with a checkpoint that is already loaded, as far as both
// have the same pages: two checkpoints of a line differ only in their last pages.
tree::PersistentVector<tree::Ring> build_rings(PageCache& cache, std::span<const PageFacts> pages, std::size_t count) {
  std::size_t same = 0;
  std::size_t turns = 0;
  const std::shared_ptr<const PageCache::PagedRings> known = cache.longest();
  const std::size_t most = known == nullptr ? 0 : std::min(known->pages.size(), pages.size());
  while (same < most && known->pages[same] == pages[same]) turns += pages[same++].size;
  if (turns < count / 2) {
    RingReader all(cache, pages);
    return tree::PersistentVector<tree::Ring>::build(count, [&all](std::size_t) { return all.next(); });
  }
  tree::PersistentVector<tree::Ring> rings;
  if (known != nullptr) rings = known->rings.take(turns);
  RingReader rest(cache, pages.subspan(same));
  while (rings.size() < count) rings = rings.push_back(rest.next());
  return rings;
}

bool refers_to(const Node& node, std::string_view id) {
  const std::vector<std::string> targets = lifecycle::references_in(node);
  return std::find(targets.begin(), targets.end(), id) != targets.end();
}

bool marks(const Node& node, std::string_view id) {
  const std::vector<std::string_view> named = tree::marked_by(node);
  return std::find(named.begin(), named.end(), id) != named.end();
}

}  // namespace

Result<Checkpoint> load_checkpoint(PageCache& cache, const CheckpointRef& ref) {
  Checkpoint checkpoint;
  checkpoint.ref = ref;
  LW_TRY_ASSIGN(checkpoint.root, cache.load_root(ref.page));
  RootPage& root = checkpoint.root;
  if (root.links.turns) LW_TRY(collect_pages(cache, *root.links.turns, kMostIndexLevels, checkpoint));
  std::uint64_t count = 0;
  bool ascends = true;
  for (std::size_t i = 0; i < checkpoint.pages.size(); ++i) {
    count += checkpoint.pages[i].size;
    ascends = ascends && (i == 0 || checkpoint.pages[i - 1].group <= checkpoint.pages[i].group);
  }
  if (count != root.turn_count || !ascends) {
    return corrupt("page " + ref.page.hex() + ": its index has " + std::to_string(count) + " turns for " +
                   std::to_string(root.turn_count));
  }
  root.tree.rings = build_rings(cache, checkpoint.pages, static_cast<std::size_t>(count));
  cache.note_rings(checkpoint.pages, root.tree.rings);
  return checkpoint;
}

CheckpointBase::CheckpointBase(std::shared_ptr<PageCache> cache, const Checkpoint& checkpoint)
    : cache_(std::move(cache)), tree_(checkpoint.root.tree), runs_(checkpoint.root.links.runs) {
  std::size_t first = 0;
  for (const PageFacts& facts : checkpoint.pages) {
    const RingPage* page = tree_.rings[first].page();
    pages_.push_back({page, first});
    if (facts.next_expiry != tree::kNever) expiring_.push_back(page);
    first += facts.size;
  }
  std::stable_sort(expiring_.begin(), expiring_.end(), [](const RingPage* a, const RingPage* b) {
    return a->facts().next_expiry < b->facts().next_expiry;
  });
}

// ---- ids ----

// Calls fn(subtree, turn or null) for every turn of the cycle `turn` until it returns Enough::Yes; for 0, first for the
// system region. Turns of cycle 0 come from imported documents without cycles and are in the first group.
template <class Fn>
void CheckpointBase::for_each_subtree(std::uint64_t turn, Fn fn) const {
  if (turn == 0 && fn(*tree_.sys, static_cast<const Node*>(nullptr)) == Enough::Yes) return;
  for (const Node* displaced : tree_.displaced()) {
    if (displaced->cycle() != turn) continue;
    if (const auto ring = tree::find_ring(tree_, *displaced)) {
      if (fn(*tree_.rings[*ring], &tree_.rings[*ring]->container()) == Enough::Yes) return;
    }
  }
  const std::uint64_t group = turn == 0 ? 0 : (turn - 1) >> kGroupBits;
  auto at = std::lower_bound(pages_.begin(), pages_.end(), group,
                             [](const PagePlace& place, std::uint64_t key) { return place.page->facts().group < key; });
  for (; at != pages_.end() && at->page->facts().group == group; ++at) {
    for (std::size_t place = 0; place < at->page->facts().size; ++place) {
      const Subtree& ring = (*at->page)[place];
      const bool is_meant = ring.container().cycle() == turn && !tree::is_displaced(tree_, ring.container());
      if (is_meant && fn(ring, &ring.container()) == Enough::Yes) return;
    }
  }
}

std::vector<std::uint64_t> CheckpointBase::turns_of(HintKind kind, std::string_view name) const {
  std::vector<std::uint64_t> turns;
  const HintKey key = hint_key(kind, name);
  for (const RunRef& ref : runs_) {
    if (auto found = cache_->find_hints(ref, key, turns); !found) cache_->fail(std::move(found).error());
  }
  std::sort(turns.begin(), turns.end());
  turns.erase(std::unique(turns.begin(), turns.end()), turns.end());
  return turns;
}

std::optional<tree::IdIndex::Entry> CheckpointBase::find_id(std::string_view id) {
  const std::lock_guard lock(mutex_);
  if (const auto known = found_.find(id); known != found_.end()) return known->second;
  const std::vector<std::uint64_t> turns = turns_of(HintKind::Id, id);
  if (turns.empty()) return std::nullopt;
  Entry entry;  // stays without a node if the node is no longer in the tree
  entry.since = turns.front();
  for (const std::uint64_t turn : turns) {
    for_each_subtree(turn, [&](const Subtree& subtree, const Node* container) {
      const auto at = subtree.find(id);
      if (at) entry = {&subtree.node(*at), container, subtree.node(*at).cycle()};
      return at ? Enough::Yes : Enough::No;
    });
  }
  return found_.emplace(std::string(id), entry).first->second;
}

// ---- hints ----

void CheckpointBase::add_due(std::uint64_t cycle, std::vector<std::string>& ids) {
  if (cycle > 0) add_due_between(cycle - 1, cycle, ids);
}

// Nodes that the checkpoint's commit deferred are due in the next cycle. Also fills `found_`, so that a later `find_id`
// of these nodes reads no hint pages.
void CheckpointBase::add_due_between(std::uint64_t after, std::uint64_t last, std::vector<std::string>& ids) {
  const std::lock_guard lock(mutex_);
  const auto add_all = [&](const Subtree& subtree, const Node* turn) {
    for (const Subtree::Entry& entry : subtree.entries()) {
      const std::int64_t expiry = std::max(entry.node->expiry(), static_cast<std::int64_t>(tree_.cycle) + 1);
      const bool is_due = entry.node->expiry() != tree::kNever && expiry > static_cast<std::int64_t>(after) &&
                          expiry <= static_cast<std::int64_t>(last);
      if (!is_due) continue;
      ids.emplace_back(entry.node->id());
      if (!found_.contains(entry.node->id()))
        found_.emplace(entry.node->id(), Entry{entry.node, turn, entry.node->cycle()});
    }
  };
  add_all(*tree_.sys, nullptr);
  for (const RingPage* page : expiring_) {
    if (page->facts().next_expiry > static_cast<std::int64_t>(last)) return;
    for (std::size_t place = 0; place < page->facts().size; ++place) {
      if ((page->facts().marks >> place & 1) != 0) add_all((*page)[place], &(*page)[place].container());
    }
  }
}

// Appends in the order of creation, which is the order of a ledger.
template <class Test>
void CheckpointBase::add_hinted(HintKind kind, std::string_view name, Test test, std::vector<std::string>& ids) {
  std::vector<const Node*> nodes;
  {
    const std::lock_guard lock(mutex_);
    for (const std::uint64_t turn : turns_of(kind, name)) {
      for_each_subtree(turn, [&](const Subtree& subtree, const Node*) {
        for (const Subtree::Entry& entry : subtree.entries()) {
          if (test(*entry.node)) nodes.push_back(entry.node);
        }
        return Enough::No;
      });
    }
  }
  std::sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) {
    return std::tuple(a->created_at_ns(), a->creation_index(), a->id()) <
           std::tuple(b->created_at_ns(), b->creation_index(), b->id());
  });
  for (const Node* node : nodes) ids.emplace_back(node->id());
}

void CheckpointBase::add_referrers(std::string_view id, std::vector<std::string>& ids) {
  add_hinted(
      HintKind::Referrer, id, [id](const Node& node) { return refers_to(node, id); }, ids);
}

void CheckpointBase::add_holders(std::string_view key, std::vector<std::string>& ids) {
  const auto holds = [key](const Node& node) { return node.extra() != nullptr && node.extra()->key == key; };
  add_hinted(HintKind::Holder, key, holds, ids);
}

void CheckpointBase::add_markers(std::string_view id, std::vector<std::string>& ids) {
  add_hinted(
      HintKind::Marker, id, [id](const Node& node) { return marks(node, id); }, ids);
}

}  // namespace latewood::engine
