#include "tree/id_index.h"

#include <charconv>

#include "tree/sibling_order.h"

namespace latewood::tree {
namespace {

// A name of the form that the engine gives to the turn or core of a cycle.
struct CycleName {
  NodeClass node_class;
  std::uint64_t cycle;
};

std::optional<CycleName> parse_cycle_name(std::string_view id) {
  if (id.size() < 4 || !(id.starts_with("mt:") || id.starts_with("mc:")) || id[3] == '0') return std::nullopt;
  CycleName name{id[1] == 't' ? NodeClass::Turn : NodeClass::Core, 0};
  const auto [end, error] = std::from_chars(id.data() + 3, id.data() + id.size(), name.cycle);
  if (error != std::errc() || end != id.data() + id.size()) return std::nullopt;
  return name;
}

bool is_named_after_cycle(const Node& node) {
  const auto name = parse_cycle_name(node.id());
  return name && name->node_class == node.node_class() && name->cycle == node.cycle();
}

}  // namespace

bool IdIndex::Entry::is_in(const Node* other) const {
  if (turn == nullptr || other == nullptr) return turn == other;
  return sibling_order(*turn, *other) == 0;
}

void IdIndex::add(const Node& node, const Node* turn) {
  if (add_to_row(node, turn)) {
    ++in_row_;
    return;
  }
  if (parse_cycle_name(node.id())) has_stray_names_.store(true, std::memory_order_release);
  add_to_table(node, turn);
}

void IdIndex::add_to_table(const Node& node, const Node* turn) {
  const Regular* regular = find_regular(node.cycle());
  if (regular != nullptr && regular->turn == turn) return table_.add(node);
  table_.add(irregular_.emplace_back(IdEntry{&node, turn}));
}

// Adds a turn or core to the row, which ascends by cycle. Returns false if it must go to the table.
bool IdIndex::add_to_row(const Node& node, const Node* turn) {
  if (turn == nullptr || !is_named_after_cycle(node)) return false;
  const Regular* last = row_.size() == 0 ? nullptr : &row_[row_.size() - 1];
  if (&node == turn) {
    if (last != nullptr && last->turn->cycle() >= node.cycle()) return false;
    row_.emplace_back(turn);
    row_size_.store(row_.size(), std::memory_order_release);
    return true;
  }
  const bool is_core_of_last = last != nullptr && last->turn == turn && turn->cycle() == node.cycle();
  if (!is_core_of_last) return false;
  last->core.store(&node, std::memory_order_release);
  return true;
}

// Usually the row has every cycle, so this first tries the place that the cycle would then have.
const IdIndex::Regular* IdIndex::find_regular(std::uint64_t cycle) const {
  const std::size_t size = row_size_.load(std::memory_order_acquire);
  if (size == 0) return nullptr;
  const std::uint64_t last = row_[size - 1].turn->cycle();
  if (cycle > last) return nullptr;
  if (last - cycle < size) {
    const Regular& guess = row_[size - 1 - (last - cycle)];
    if (guess.turn->cycle() == cycle) return &guess;
  }
  std::size_t begin = 0;
  std::size_t end = size;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    const std::uint64_t there = row_[middle].turn->cycle();
    if (there == cycle) return &row_[middle];
    (there < cycle ? begin : end) = there < cycle ? middle + 1 : middle;
  }
  return nullptr;
}

std::optional<IdIndex::Entry> IdIndex::find(std::string_view id) const {
  if (const auto name = parse_cycle_name(id)) {
    const Regular* regular = find_regular(name->cycle);
    if (regular != nullptr && name->node_class == NodeClass::Turn) return entry(regular->turn, regular->turn);
    const Node* core = regular == nullptr ? nullptr : regular->core.load(std::memory_order_acquire);
    if (core != nullptr) return entry(core, regular->turn);
    // Every commit asks for the name of its new turn, so this answer must be quick.
    if (!has_stray_names_.load(std::memory_order_acquire)) return std::nullopt;
  }
  const IdTable::Found found = table_.find(id);
  return found ? std::optional(entry_of(found)) : std::nullopt;
}

IdIndex::Entry IdIndex::entry_of(const IdTable::Found& found) const {
  if (found.entry != nullptr) return entry(found.entry->node, found.entry->turn);
  return entry(found.node, find_regular(found.node->cycle())->turn);
}

}  // namespace latewood::tree
