// The repairs of one turn: the changes that were needed for the vendor to accept it.
#pragma once

#include <array>
#include <vector>

#include "latewood/render.h"

namespace latewood::render {

struct TurnRepairs {
  std::vector<Repair> markers;     // repairs of the view
  std::vector<Repair> built;       // repairs of blocks
  std::vector<Repair> unanswered;  // calls without a result
  std::vector<Repair> unpaired;    // opaque items without their other half
  std::vector<Repair> dropped;     // reasoning that cannot be sent

  // In the order of the report: the first list of all turns, then the second list of all turns, and so on.
  static constexpr std::array kLists = {&TurnRepairs::markers, &TurnRepairs::built, &TurnRepairs::unanswered,
                                        &TurnRepairs::unpaired, &TurnRepairs::dropped};

  std::size_t size() const {
    return markers.size() + built.size() + unanswered.size() + unpaired.size() + dropped.size();
  }
};

}  // namespace latewood::render
