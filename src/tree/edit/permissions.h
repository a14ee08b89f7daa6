// The capabilities of the caller of a mutation, and the rule for conflicts of keys.
#pragma once

#include <string>

namespace latewood::tree {

struct Permissions {
  bool system = false;  // may write `^sys`, and system text in turns and in the head
  bool demote = false;  // move prior instances of a key deeper instead of refusing (D-26)
  std::string actor;    // the provenance of nodes that name none; empty: none
  // The edits are replayed on the head they were made on. Skips the check of system text in turns, which older versions
  // did not make for the edits in their journals.
  bool made_before = false;

  bool may_speak_for_system() const { return system || made_before; }
};

}  // namespace latewood::tree
