// The units that a tree holds: those of its turns with the places where commits end, those of the active head, and
// those of the system region.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "latewood/result.h"
#include "reconcile/unit.h"
#include "tree/tree.h"

namespace latewood::reconcile {

// A unit and the node that it is shown for.
struct HeldUnit {
  Unit unit;
  std::string id;
};

// A place at which the request of a commit ends.
struct LineEnd {
  std::uint64_t count = 0;  // number of units of the line in that request
  std::uint64_t cycle = 0;  // the cycle of the commit
};

struct HeldLine {
  std::vector<Unit> units;                    // the units of the turns, in the order in which they are sent
  std::vector<Prefix> prefixes = {Prefix{}};  // the prefixes of 0, 1, 2, ... units
  // Ascending. The request of each of these commits was a beginning of `units`, as far as the tree shows. Commits
  // before an edit of the history are not here.
  std::vector<LineEnd> ends;
  std::uint64_t first_cycle = 0;  // the cycle of the last commit that edited the history; 0: none did
  std::vector<HeldUnit> head;     // the units of the active head
  std::vector<HeldUnit> tools;    // the tools of `^sys`
  std::vector<HeldUnit> system;   // the other blocks of `^sys`

  void push(const Unit& unit);
  const Prefix& prefix() const { return prefixes.back(); }
};

// Reads the effective view of a tree. `ids`, if it is given, receives the node of each unit.
HeldLine line_of(const tree::Tree& tree, const UnitReader& reader, std::vector<std::string>* ids = nullptr);

// Reads the active head and the system region again.
void read_edges(const tree::Tree& tree, const UnitReader& reader, HeldLine& line);

}  // namespace latewood::reconcile
