// A rendered text before it is put together: the pieces it is made of, and how far each of them
// gets. Two texts with the same pieces at their start are known to be equal there without a
// look at a byte.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "latewood/render.h"
#include "render/parts/piece.h"
#include "tree/memory/persistent_vector.h"
#include "tree/subtree.h"

namespace latewood::render {

struct Profile;

// The end of the text so far, as `join` would see it.
struct TextEnd {
  std::uint64_t bytes = 0;
  std::uint64_t marks = 0;  // how many of the bytes are breakpoints
  std::uint64_t units = 0;
  std::optional<Role> last = {};
  std::uint32_t closing = 0;
  bool is_open = true;  // no comma is due

  TextEnd joined_with(const Piece& next) const;
};

struct Strip {
  std::shared_ptr<const Piece> piece;  // null: given up, and made again of the ring by who wants it
  TextEnd end;                         // after it
  tree::Ring ring = {};                // the turn, if it makes the piece by itself; else nothing

  // Of strips of the same product: a ring alone is enough to know the piece.
  friend bool operator==(const Strip& a, const Strip& b) {
    return (a.piece != nullptr && a.piece == b.piece) || (a.ring && a.ring == b.ring);
  }
};

struct Outline {
  // Renders a turn of the product again.
  using Spell = Piece (*)(const tree::Ring& ring, const Profile* profile);

  const Profile* profile = nullptr;      // the product; null: the canonical thread
  Spell spell = nullptr;                 // used for strips without a piece
  tree::PersistentVector<Strip> strips;  // the first opens the text
  std::string_view closing;              // what ends it

  void add(std::shared_ptr<const Piece> piece, tree::Ring ring = {});
  void add(Piece piece) { add(std::make_shared<const Piece>(std::move(piece))); }

  TextEnd end() const { return strips.empty() ? TextEnd() : strips.back().end; }

  // The piece of one of the strips, made again if it was given up.
  std::shared_ptr<const Piece> spelled(const Strip& strip) const;
};

// Pieces in order, and those among them that nobody else holds.
struct SpelledPieces {
  std::vector<const Piece*> pieces;
  std::vector<std::shared_ptr<const Piece>> made;
};

// The pieces from `first` on. The outline must outlive them.
SpelledPieces pieces_from(const Outline& outline, std::size_t first);

// Calls fn(piece) for each. Pieces lie wherever they were made, and copying them one after the
// other would wait for each; so they are asked for ahead, first a piece and then its bytes.
template <class Fn>
void for_each_ahead(const SpelledPieces& spelled, Fn fn) {
  const std::vector<const Piece*>& pieces = spelled.pieces;
  constexpr std::size_t kAhead = 3;
  constexpr std::size_t kLines = 40;  // of a long piece the processor sees to the rest by itself
  for (std::size_t at = 0; at < pieces.size(); ++at) {
    if (at + 2 * kAhead < pieces.size()) {
      const auto* piece = reinterpret_cast<const char*>(pieces[at + 2 * kAhead]);
      for (std::size_t i = 0; i < sizeof(Piece); i += 64) __builtin_prefetch(piece + i);
    }
    if (at + kAhead < pieces.size()) {
      const std::string& bytes = pieces[at + kAhead]->bytes;
      for (std::size_t i = 0; i < std::min(bytes.size(), 64 * kLines); i += 64) __builtin_prefetch(bytes.data() + i);
    }
    fn(*pieces[at]);
  }
}

// The pieces from `first` on, in one, and what ends the text.
Piece joined(const Outline& outline, std::size_t first = 0);

}  // namespace latewood::render
