// The data of a prepared selector. Immutable, so threads can share it.
#pragma once

#include <string>

#include "selector/language/ast.h"
#include "selector/matcher.h"

namespace latewood::selector {

struct SelectorData {
  std::string text;  // as given
  Query query;       // as written
  Plan plan;         // the plan for the groups of the query
};

}  // namespace latewood::selector
