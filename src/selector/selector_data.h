// What a prepared selector holds. Immutable once made, so that any number of threads share it.
#pragma once

#include <string>

#include "selector/language/ast.h"
#include "selector/matcher.h"

namespace latewood::selector {

struct SelectorData {
  std::string text;  // as given
  Query query;       // as written
  Plan plan;         // of the query's groups
};

}  // namespace latewood::selector
