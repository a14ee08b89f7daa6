// Finds the nodes of one tree that a selector matches. The matcher gets a tree and a cycle; moments are resolved
// before.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "selector/language/ast.h"
#include "tree/tree.h"

namespace latewood::selector {

// A tree to match in. `cycle` converts expiries to the shown ttl. `find` finds a node of this tree by any id.
struct Scope {
  const tree::Tree& tree;
  std::uint64_t cycle = 0;
  std::function<std::optional<tree::Place>(std::string_view id)> find;
};

// The work of one step of a query, for `explain`.
struct StepCost {
  std::string step;   // as printed
  std::string index;  // the access path: "id", "depth", "region", "scan", ...
  std::uint64_t visited = 0;
  std::uint64_t kept = 0;
};

// A prepared selector: constants are parsed, types resolved, an access path is chosen. Immutable; any thread may use it
// for any tree.
class Plan {
 public:
  explicit Plan(const Query& query);
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;
  ~Plan();

  // Every match once, in document order. `visit` may return false to stop.
  void for_each(const Scope& scope, const std::function<bool(const tree::Place& place)>& visit) const;
  std::vector<tree::Place> match(const Scope& scope) const;

  // Whether the node at `place` is among the matches: costs its siblings and ancestors, not the tree.
  bool matches(const Scope& scope, const tree::Place& place) const;

  // As `match`, but returns the counted work of each step.
  std::vector<StepCost> explain(const Scope& scope) const;

 private:
  struct Impl;
  std::unique_ptr<const Impl> impl_;
};

}  // namespace latewood::selector
