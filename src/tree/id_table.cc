#include "tree/id_table.h"

#include "canon/quick_hash.h"
#include "tree/node.h"

namespace latewood::tree {
namespace {

// A word is an address of 48 bits. Its lowest bit is free and distinguishes an entry from a node.
constexpr WordTable::Word kIsEntry = 1;
static_assert(alignof(Node) > 1 && alignof(IdEntry) > 1);

WordTable::Word word_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

}  // namespace

IdTable::IdTable() : IdTable(quick_hash) {}

IdTable::IdTable(HashOf hash_of)
    : hash_of_(hash_of), words_([hash_of](WordTable::Word word) { return hash_of(found_at(word).node->id()); }) {}

IdTable::Found IdTable::found_at(WordTable::Word word) {
  const auto address = static_cast<std::uintptr_t>(word & ~kIsEntry);
  if ((word & kIsEntry) == 0) return {reinterpret_cast<const Node*>(address), nullptr};
  const auto* entry = reinterpret_cast<const IdEntry*>(address);
  return {entry->node, entry};
}

IdTable::Found IdTable::find(std::string_view id) const {
  const auto has_id = [id](WordTable::Word word) { return found_at(word).node->id() == id; };
  const WordTable::Word word = words_.find(hash_of_(id), has_id);
  return word == WordTable::kNone ? Found{} : found_at(word);
}

void IdTable::add(const Node& node) { words_.add(word_of(&node), hash_of_(node.id())); }

void IdTable::add(const IdEntry& entry) { words_.add(word_of(&entry) | kIsEntry, hash_of_(entry.node->id())); }

}  // namespace latewood::tree
