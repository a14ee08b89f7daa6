// A turn that was rendered before. What is known of it follows from the turn and the profile
// alone, so it holds for every tree that has the turn; whether it may stand in a tree is asked
// anew each time (render/thread.cc), since what stands elsewhere may have a say:
//
// - a marker that names a node of the turn: then it is built again, in the effective view;
// - the other half of a call, a result or an opaque item: a turn that leaves one open, or
//   answers one from outside, does not stand alone;
// - ids of calls that an earlier turn has used, where the vendor wants them to differ;
// - being the last turn that says something, where the vendor wants the end trimmed;
// - a cache breakpoint at its end, which is put into a copy.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "render/parts/piece.h"
#include "render/parts/turn_repairs.h"
#include "tree/subtree.h"

namespace latewood::render {

// Where a cache breakpoint goes, and its text.
struct PlacedMark {
  std::size_t at = 0;
  std::string text;
};

struct KnownTurn {
  tree::Ring ring;            // held, so that its address names it as long as this lives
  bool has_markers = false;   // a node of it names others that the effective view hides
  bool stands_alone = false;  // otherwise nothing below holds

  Piece piece;                        // without a breakpoint; its repairs are those of the spelling
  std::optional<PlacedMark> mark;     // the breakpoint it would have
  TurnRepairs repairs;                // but for those of the spelling
  std::vector<std::string> call_ids;  // as sent, where they must differ in the whole thread
  std::vector<std::string> called;    // names of tools, each once
  bool starts_message = false;        // even if all of it was dropped
  bool says = false;                  // some message is left
  Role first_role = Role::User;       // of the first message
  Role speaker = Role::User;          // of the first message, even if that was dropped
  bool is_one_speech = false;         // nobody else speaks in it
  std::string first_block;            // its id
  bool is_trimmed_when_last = false;

  // About what it takes in memory besides the turn.
  std::size_t size() const;
};

}  // namespace latewood::render
