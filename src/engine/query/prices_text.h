// A row of prices in a line for people.
#pragma once

#include <string>

#include "latewood/prices.h"

namespace latewood::engine {

// "openai, gpt-5.4, 2026-11-19", without what the row leaves empty.
inline std::string prices_text(const Prices& prices) {
  std::string text = prices.name;
  for (const std::string* part : {&prices.model, &prices.date}) {
    if (!part->empty()) text += ", " + *part;
  }
  return text;
}

}  // namespace latewood::engine
