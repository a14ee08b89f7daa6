// What had to be done for one turn so that the vendor takes it.
#pragma once

#include <array>
#include <vector>

#include "latewood/render.h"

namespace latewood::render {

struct TurnRepairs {
  std::vector<Repair> markers;     // of the view
  std::vector<Repair> built;       // of its blocks
  std::vector<Repair> unanswered;  // calls without a result
  std::vector<Repair> unpaired;    // opaque items without their other half
  std::vector<Repair> dropped;     // reasoning that cannot be sent

  // In the order in which they are reported: those of all turns before the next list.
  static constexpr std::array kLists = {&TurnRepairs::markers, &TurnRepairs::built, &TurnRepairs::unanswered,
                                        &TurnRepairs::unpaired, &TurnRepairs::dropped};

  std::size_t size() const {
    return markers.size() + built.size() + unanswered.size() + unpaired.size() + dropped.size();
  }
};

}  // namespace latewood::render
