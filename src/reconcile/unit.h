// Units: the blocks of a request and of a tree, each as one digest, so that both can be compared.
//
// The digest covers what a model sees of a block: role, kind, type, content and attributes. It does not cover the
// grouping of blocks into messages (`lw:message`), since vendors join messages of one role, nor the attributes with
// which this folder keeps its own records. A masked text counts as the beginning by which it is told.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/node.h"
#include "render/parts/block.h"

namespace latewood::reconcile {

using Unit = Bytes32<struct UnitTag>;
// The digest of a list of units. All zeros for an empty list.
using Prefix = Bytes32<struct PrefixTag>;

// The prefix of the list with this unit added.
Prefix with_unit(const Prefix& prefix, const Unit& unit);

// The attributes that this folder writes: the masked texts of a request, on a block of its turn, and the call in
// another context that began this one.
inline constexpr std::string_view kMasked = "data_masked";
inline constexpr std::string_view kSpawnedBy = "data_spawned_by";

class UnitReader {
 public:
  // `masked` adds to the shipped beginnings of system texts. Of a text with such a beginning only the beginning is
  // compared.
  explicit UnitReader(std::vector<std::string> masked = {});

  Unit unit_of(const Component& component) const;
  Unit unit_of(const tree::Node& node) const;
  // The unit of a rendered block, which is a node or a placeholder.
  Unit unit_of(const render::Block& block) const;

  // The beginning that masks the text of a system block; empty if none does.
  std::string_view mask_of(const Component& component) const;

 private:
  std::string_view mask_of(std::string_view role, std::string_view json) const;

  std::vector<std::string> masked_;  // as the beginning of a JSON text
};

}  // namespace latewood::reconcile
