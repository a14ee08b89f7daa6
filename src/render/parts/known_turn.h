// A turn that was rendered before. A known turn depends on the turn and the profile only, so it is valid for every tree
// with this turn. Whether a tree can use it is decided for each render (render/thread.cc), because other parts of the
// tree may change the turn:
//
// - a marker that names a node of the turn: the turn is built again, in the effective view;
// - the other half of a call, a result or an opaque item: a turn with a half whose other half is in another turn is not
//   independent, and is always built;
// - ids of calls that an earlier turn has used, if the vendor requires unique ids;
// - the turn is the last one with content, and the vendor requires its end to be trimmed;
// - a cache breakpoint at the end of the turn: it is inserted into a copy.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "render/parts/piece.h"
#include "render/parts/turn_repairs.h"
#include "tree/subtree.h"

namespace latewood::render {

// The position and the text of a cache breakpoint.
struct PlacedMark {
  std::size_t at = 0;
  std::string text;
};

struct KnownTurn {
  tree::Ring ring;            // kept alive, so that its address identifies the turn
  bool has_markers = false;   // the turn has a node that names nodes which the effective view hides
  bool stands_alone = false;  // the turn is independent of other turns; if false, the members below are not set

  Piece piece;                        // without a breakpoint; `piece.repairs` has the repairs of the spelling
  std::optional<PlacedMark> mark;     // the breakpoint at the end of the turn, if the profile can put one there
  TurnRepairs repairs;                // all other repairs
  std::vector<std::string> call_ids;  // as sent, if they must be unique in the whole thread
  std::vector<std::string> called;    // names of called tools, each once
  bool starts_message = false;        // the turn begins a message, even if all of it was dropped
  bool says = false;                  // the turn has a message after drops
  Role first_role = Role::User;       // the role of the first message
  Role speaker = Role::User;          // the role of the first message before drops
  bool is_one_speech = false;         // all messages have one speaker
  std::string first_block;            // the id of the first block
  bool is_trimmed_when_last = false;

  // The approximate size in memory, without the turn.
  std::size_t size() const;
};

}  // namespace latewood::render
