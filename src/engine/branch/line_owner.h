// Defines history::LineOwner: the branch that loaded a snapshot on demand (history/past.h).
#pragma once

namespace latewood::engine {

class Branch;

}  // namespace latewood::engine

namespace latewood::history {

struct LineOwner {
  const engine::Branch& branch;
};

}  // namespace latewood::history
