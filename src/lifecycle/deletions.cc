#include "lifecycle/deletions.h"

#include <string>

#include "tree/ring_alignment.h"

namespace latewood::lifecycle {
namespace {

using tree::Node;
using tree::Ring;
using tree::Subtree;
using tree::Tree;

class Search {
 public:
  Search(const Tree& edited, const tree::Surroundings& around) : edited_(edited), around_(around) {}

  // Compares `older` with its edited version `newer`, which may be null.
  void look_through(const Ring& older, const Ring& newer) {
    if (older == newer) return;
    for (const Subtree::Entry& entry : older->entries()) {
      if (!is_there(entry.node->id(), newer)) add(*entry.node);
    }
  }

  Deletions take() { return std::move(found_); }

 private:
  // Looks in the same ring first: most nodes did not move.
  bool is_there(std::string_view id, const Ring& newer) const {
    return (newer && newer->find(id)) || tree::find_place(edited_, id, around_);
  }

  void add(const Node& node) {
    const std::uint64_t bytes = node.payload() == nullptr ? 0 : node.payload()->counted_bytes();
    found_.departures.push_back({std::string(node.id()), Cause::Delete, bytes, {}});
    found_.totals += measure_node(node, nullptr);
  }

  const Tree& edited_;
  const tree::Surroundings& around_;
  Deletions found_;
};

}  // namespace

Deletions find_deletions(const Tree& older, const Tree& edited, const tree::Surroundings& around) {
  Search search(edited, around);
  search.look_through(older.sys, edited.sys);
  for (const tree::RingPair& pair : tree::differing_rings(older, edited)) {
    if (pair.older) search.look_through(older.rings[*pair.older], pair.newer ? edited.rings[*pair.newer] : Ring());
  }
  search.look_through(older.ah, edited.ah);
  return search.take();
}

}  // namespace latewood::lifecycle
