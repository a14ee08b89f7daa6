// Which nodes of one tree a selector means. The matcher sees a tree and a cycle and knows
// nothing of time: moments are resolved before it is asked.
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

// A tree to match in: `cycle` turns expiries into the ttl people see; `find` looks an id up
// in this tree and may be asked for any id.
struct Scope {
  const tree::Tree& tree;
  std::uint64_t cycle = 0;
  std::function<std::optional<tree::Place>(std::string_view id)> find;
};

// What one step of a query did, for `explain`.
struct StepCost {
  std::string step;   // as printed
  std::string index;  // "id", "depth", "region", "scan", ...: what served it
  std::uint64_t visited = 0;
  std::uint64_t kept = 0;
};

// A selector made ready: constants parsed, types resolved, an access path chosen. Immutable
// and reusable for any tree and thread.
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

  // The same as match, counting.
  std::vector<StepCost> explain(const Scope& scope) const;

 private:
  struct Impl;
  std::unique_ptr<const Impl> impl_;
};

}  // namespace latewood::selector
