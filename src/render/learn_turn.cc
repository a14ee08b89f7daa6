#include "render/learn_turn.h"

#include <algorithm>
#include <utility>

#include "render/parts/markers.h"
#include "render/parts/turn_view.h"
#include "render/profile.h"
#include "render/provider_thread.h"

namespace latewood::render {
namespace {

bool holds_markers(const tree::Subtree& subtree) {
  const auto entries = subtree.entries();
  return std::any_of(entries.begin(), entries.end(),
                     [](const tree::Subtree::Entry& entry) { return Markers::is_marker(*entry.node); });
}

// The place of the profile's breakpoint, found by writing the turn with one.
std::optional<PlacedMark> find_mark(const Turn& turn, const Profile& profile) {
  if (profile.turn_breakpoints == 0) return std::nullopt;
  const Result<Piece> marked = profile.write_turn(turn, Breakpoint::AtEnd);
  if (!marked || marked->marks.empty()) return std::nullopt;
  const ByteRange& mark = marked->marks.front();
  return PlacedMark{mark.begin, marked->bytes.substr(mark.begin, mark.end - mark.begin)};
}

}  // namespace

KnownTurn learn_turn(const tree::Ring& ring, const Profile& profile) {
  KnownTurn known;
  if (auto alone = build_alone(structural_blocks(*ring, Role::User, profile.dialect.speaking), profile.dialect)) {
    if (Result<Piece> piece = profile.write_turn(alone->turn, Breakpoint::None)) {
      known = std::move(alone->facts);
      known.piece = *std::move(piece);
      known.mark = find_mark(alone->turn, profile);
      known.stands_alone = true;
    }
  }
  known.ring = ring;
  known.has_markers = holds_markers(*ring);
  return known;
}

KnownTurn learn_canonical_turn(const tree::Ring& ring) {
  KnownTurn known;
  known.ring = ring;
  known.stands_alone = true;
  append_canonical_units(known.piece, *ring, "user");
  known.says = !known.piece.bytes.empty();
  return known;
}

Piece spell_turn(const tree::Ring& ring, const Profile* profile) {
  KnownTurn turn = profile == nullptr ? learn_canonical_turn(ring) : learn_turn(ring, *profile);
  return std::move(turn.piece);
}

}  // namespace latewood::render
