#include "selector/virtual_core.h"

#include <utility>

namespace latewood::selector {

using tree::NodeClass;
using tree::Subtree;

std::optional<VirtualCore> find_virtual_core(const Subtree& subtree) {
  const NodeClass container = subtree.container().node_class();
  if (container != NodeClass::Turn && container != NodeClass::Ah) return std::nullopt;
  VirtualCore core;
  for (Subtree::Index at = subtree.first_child(0); at < subtree.entries()[0].end; at = subtree.next(at)) {
    const tree::Node& child = subtree.node(at);
    if (child.node_class() == NodeClass::Core) return std::nullopt;
    if (child.node_class() == NodeClass::Block && child.offset() == 0) core.blocks.push_back(at);
  }
  if (core.blocks.empty()) return std::nullopt;
  return core;
}

}  // namespace latewood::selector
