#include "tree/subtree.h"

#include <algorithm>
#include <memory>
#include <new>

#include "canon/quick_hash.h"
#include "tree/ring_page.h"
#include "tree/sibling_order.h"

namespace latewood::tree {
namespace {

using Index = Subtree::Index;

// Adds `change` to the ends of `at` and all its ancestors.
void stretch(Subtree::Entry* entries, Index at, std::int64_t change) {
  for (;; at = entries[at].parent) {
    entries[at].end = static_cast<Index>(entries[at].end + change);
    if (at == 0) return;
  }
}

// The last among the children of `parent`.
std::optional<Index> last_child(std::span<const Subtree::Entry> entries, Index parent) {
  Index at = entries[parent].end - 1;
  if (at == parent) return std::nullopt;
  while (entries[at].parent != parent) at = entries[at].parent;
  return at;
}

// A subtree of at least this size has room for a table of its ids after its entries. The table is built only after many
// searches: for a subtree that is changed after every search it would not pay.
constexpr Index kLarge = 128;
constexpr std::uint32_t kManyLooks = 8;

class Places {
 public:
  Places() = default;
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;
  ~Places() { delete table_.load(std::memory_order_acquire); }

  bool is_worth_a_table() {
    if (table_.load(std::memory_order_acquire) != nullptr) return true;
    return looks_.fetch_add(1, std::memory_order_relaxed) >= kManyLooks;
  }

  std::optional<Index> find(std::span<const Subtree::Entry> entries, std::string_view id) {
    const Table& table = made(entries);
    const std::uint64_t wanted = quick_hash(id);
    auto found = std::lower_bound(table.begin(), table.end(), std::pair(wanted, Index{0}));
    for (; found != table.end() && found->first == wanted; ++found) {
      if (entries[found->second].node->id() == id) return found->second;
    }
    return std::nullopt;
  }

 private:
  using Table = std::vector<std::pair<std::uint64_t, Index>>;  // sorted by the hash of the id

  // Several threads may build the table; the first one is kept.
  const Table& made(std::span<const Subtree::Entry> entries) {
    if (const Table* known = table_.load(std::memory_order_acquire)) return *known;
    auto table = std::make_unique<Table>();
    table->reserve(entries.size());
    for (Index at = 0; at < entries.size(); ++at) table->emplace_back(quick_hash(entries[at].node->id()), at);
    std::sort(table->begin(), table->end());
    const Table* expected = nullptr;
    if (table_.compare_exchange_strong(expected, table.get(), std::memory_order_acq_rel)) return *table.release();
    return *expected;
  }

  std::atomic<const Table*> table_{nullptr};
  std::atomic<std::uint32_t> looks_{0};
};

static_assert(alignof(Places) <= alignof(Subtree::Entry));

// Null for a small subtree.
template <class Block>
Places* places_of(Block* block, Index size) {
  return size >= kLarge ? reinterpret_cast<Places*>(block->entries() + size) : nullptr;
}

}  // namespace

Subtree::Subtree(const Node* container) {
  const Entry alone{container, 0, 1};
  block_ = make_block({&alone, 1});
}

Subtree::Subtree(const std::vector<Entry>& entries) : block_(make_block(entries)) {}

Subtree::Block* Subtree::make_block(Index size) {
  const std::size_t more = size >= kLarge ? sizeof(Places) : 0;
  void* const memory = ::operator new(sizeof(Block) + size * sizeof(Entry) + more);
  Block* const block = new (memory) Block;
  block->size = size;
  std::uninitialized_default_construct_n(block->entries(), size);
  if (more > 0) new (block->entries() + size) Places;
  return block;
}

Subtree::Block* Subtree::make_block(std::span<const Entry> entries) {
  Block* const block = make_block(static_cast<Index>(entries.size()));
  std::copy(entries.begin(), entries.end(), block->entries());
  return block;
}

void Subtree::destroy(Block* block) {
  if (Places* places = places_of(block, block->size)) places->~Places();
  block->~Block();
  ::operator delete(block);
}

bool operator==(const Subtree& a, const Subtree& b) { return std::ranges::equal(a.entries(), b.entries()); }

Ring::Ring(const RingPage& page, std::size_t at) {
  static_assert(alignof(RingPage) >= 2 * RingPage::kMost);
  subtree_.block_ = reinterpret_cast<Subtree::Block*>(reinterpret_cast<std::uintptr_t>(&page) | at << 1 | 1);
}

const RingPage* Ring::page() const {
  return is_on_page() ? reinterpret_cast<const RingPage*>(bits() & ~std::uintptr_t{alignof(RingPage) - 1}) : nullptr;
}

std::size_t Ring::place() const { return (bits() & (alignof(RingPage) - 1)) >> 1; }

const Subtree& Ring::on_page() const { return (*page())[place()]; }

bool is_marked(const Ring& ring) {
  if (const RingPage* page = ring.page()) return (page->facts().marks >> ring.place() & 1) != 0;
  const auto entries = ring->entries();
  return std::any_of(entries.begin(), entries.end(),
                     [](const Subtree::Entry& entry) { return entry.node->expiry() != kNever; });
}

std::optional<Index> Subtree::find(std::string_view id) const {
  if (Places* places = places_of(block_, block_->size)) {
    if (places->is_worth_a_table()) return places->find(entries(), id);
  }
  for (Index at = 0; at < block_->size; ++at) {
    if (node(at).id() == id) return at;
  }
  return std::nullopt;
}

std::optional<Index> Subtree::find_core() const {
  for (Index at = first_child(0); at < next(0); at = next(at)) {
    if (node(at).node_class() == NodeClass::Core) return at;
  }
  return std::nullopt;
}

Subtree Subtree::with_child(Index parent, const Subtree& child) const {
  Index place = next(parent);
  // Most new children are the last ones, so this is tried first.
  const std::optional<Index> last = last_child(entries(), parent);
  if (last && !sibling_less(node(*last), child.container())) {
    place = first_child(parent);
    while (sibling_less(node(place), child.container())) place = next(place);
  }
  const Index count = child.block_->size;
  Subtree grown;
  grown.block_ = make_block(block_->size + count);
  Entry* const all = grown.block_->entries();
  std::copy_n(block_->entries(), place, all);
  for (Index i = 0; i < count; ++i) {
    const Entry& inserted = child.block_->entries()[i];
    all[place + i] = {inserted.node, inserted.parent + place, inserted.end + place};
  }
  for (Index i = place; i < block_->size; ++i) {
    const Entry& later = block_->entries()[i];
    all[count + i] = {later.node, later.parent >= place ? later.parent + count : later.parent, later.end + count};
  }
  all[place].parent = parent;
  stretch(all, parent, count);
  return grown;
}

Subtree Subtree::without(Index at) const {
  const Index end = next(at);
  const Index count = end - at;
  std::vector<Entry> shrunk = copied();
  stretch(shrunk.data(), shrunk[at].parent, -static_cast<std::int64_t>(count));
  for (std::size_t i = end; i < shrunk.size(); ++i) {
    Entry& later = shrunk[i];
    later.end -= count;
    if (later.parent >= end) later.parent -= count;
  }
  shrunk.erase(shrunk.begin() + at, shrunk.begin() + end);
  return Subtree(shrunk);
}

Subtree Subtree::with_node(Index at, const Node* node) const {
  Subtree changed;
  changed.block_ = make_block(entries());
  changed.block_->entries()[at].node = node;
  return changed;
}

Subtree Subtree::part(Index at) const {
  const std::span<const Entry> below = entries().subspan(at, next(at) - at);
  std::vector<Entry> alone(below.begin(), below.end());
  for (Entry& entry : alone) {
    entry.parent = entry.parent < at ? 0 : entry.parent - at;
    entry.end -= at;
  }
  return Subtree(alone);
}

}  // namespace latewood::tree
