// `:first`, `:last` and `:nth` among nodes of one subtree: per parent, among those the step has
// kept so far (D-35, E-19).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "selector/language/ast.h"
#include "tree/subtree.h"

namespace latewood::selector {

// The nodes of one subtree that a step has kept, without the container.
struct Kept {
  std::vector<tree::Subtree::Index> nodes;  // ascending; without 0
  bool has_virtual_core = false;
};

class PositionFilter {
 public:
  // Runs the pseudos over `kept`, left to right. `core_place` is the virtual core's place among
  // its siblings; it is needed only where `kept` has it.
  void apply(const std::vector<Pseudo>& pseudos, const tree::Subtree& subtree,
             std::optional<tree::Subtree::Index> core_place, Kept& kept);

 private:
  enum class From { Front, Back };

  void keep_ranked(const tree::Subtree& subtree, std::uint64_t rank, From from, Kept& kept);
  bool is_ranked(tree::Subtree::Index parent, std::uint64_t rank) { return ++counts_[parent] == rank; }

  std::vector<std::uint64_t> counts_;  // per parent; all 0 between calls
  tree::Subtree::Index core_place_ = 0;
};

}  // namespace latewood::selector
