#include "warp/mapping/tree_ids.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace latewood::warp {
namespace {

std::array<TypeId, tree::kNodeClasses> make_type_ids() {
  std::array<TypeId, tree::kNodeClasses> ids;
  for (std::size_t i = 0; i < tree::kNodeClasses; ++i)
    ids[i] = make_type_id(tree::name_of(static_cast<tree::NodeClass>(i)));
  return ids;
}

WarpId make_trunk_id() {
  WarpId id = make_warp_id("trunk");
  std::fill_n(id.bytes.begin(), 8, std::uint8_t{0xff});
  return id;
}

}  // namespace

const WarpId& trunk_id() {
  static const WarpId id = make_trunk_id();
  return id;
}

const TypeId& type_id(tree::NodeClass node_class) {
  static const std::array<TypeId, tree::kNodeClasses> ids = make_type_ids();
  return ids[static_cast<std::size_t>(node_class)];
}

const TypeId& child_type() {
  static const TypeId id = make_type_id("child");
  return id;
}

const TypeId& chain_type() {
  static const TypeId id = make_type_id("chain");
  return id;
}

const TypeId& header_type() {
  static const TypeId id = make_type_id("header");
  return id;
}

const EdgeId& newest_edge() {
  // No node id has a NUL, so no child edge has this name.
  static const EdgeId id = make_edge_id(std::string_view("\0newest", 7));
  return id;
}

const EdgeId& older_edge() {
  static const EdgeId id = make_edge_id(std::string_view("\0older", 6));
  return id;
}

}  // namespace latewood::warp
