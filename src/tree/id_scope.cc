#include "tree/id_scope.h"

namespace latewood::tree {

std::optional<IdIndex::Entry> IdScope::find(std::string_view id) const {
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
    const auto entry = part->index->find(id);
    if (entry && entry->node->cycle() <= part->cutoff) return entry;
  }
  return source_ == nullptr ? std::nullopt : source_->find_id(id);
}

std::optional<Place> find_place(const Tree& tree, std::string_view id, const IdScope& scope) {
  return find_place(tree, id, [&scope](std::string_view wanted) -> const Node* {
    const auto entry = scope.find(wanted);
    return entry ? entry->turn : nullptr;
  });
}

}  // namespace latewood::tree
