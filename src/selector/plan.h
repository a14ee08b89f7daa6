// A selector made ready for any tree: what each step can match at all, and what it tests.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "selector/language/ast.h"
#include "selector/predicate.h"

namespace latewood::selector {

// How the nodes a step looks at are found.
enum class Access : std::uint8_t {
  Id,      // one lookup
  Region,  // `^root`, `^sys`, `^seq`, `^ah`: known places
  Depth,   // the turns at given depths, counted from the newest
  Turns,   // the containers of the turns, without what they hold
  Scan,    // every node the step reaches
};

std::string_view name_of(Access access);

struct StepPlan {
  Access access = Access::Scan;
  Predicate predicate;
  std::optional<std::string> id;  // also of `[id='...']`
  // All pseudos, in their order; turns go through them.
  std::vector<Pseudo> pseudos;
  // From the first positional one on; other nodes go through these.
  std::vector<Pseudo> tail;
  bool may_be_region = false;  // root and regions
  bool may_be_turn = false;
  bool may_be_inner = false;  // below a turn, `^sys` or `^ah`
  // Made of nothing but zones: before white space it passes its own nodes on, too (D-35).
  bool passes_itself = false;
};

struct ChainPlan {
  std::vector<StepPlan> steps;
  std::vector<Combinator> combinators;
  // Some step that can match inner nodes counts siblings there.
  bool counts_inner = false;
  // Some step but the last takes virtual cores.
  bool takes_virtual_core = false;
};

ChainPlan plan_chain(const Chain& chain);

}  // namespace latewood::selector
