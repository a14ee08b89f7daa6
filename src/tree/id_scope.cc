#include "tree/id_scope.h"

namespace latewood::tree {

const IdIndex::Entry* IdScope::find(std::string_view id) const {
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
    const IdIndex::Entry* entry = part->index->find(id);
    if (entry != nullptr && entry->node->cycle() <= part->cutoff) return entry;
  }
  return source_ == nullptr ? nullptr : source_->find_id(id);
}

std::optional<Place> find_place(const Tree& tree, std::string_view id, const IdScope& scope) {
  return find_place(tree, id, [&scope](std::string_view wanted) -> const Node* {
    const IdIndex::Entry* entry = scope.find(wanted);
    return entry == nullptr ? nullptr : entry->turn;
  });
}

}  // namespace latewood::tree
