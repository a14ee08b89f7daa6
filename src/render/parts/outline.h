// An outline: a rendered text as a list of pieces that are not joined yet, each with its end position. If two texts
// share their first pieces, they are equal there without comparing bytes.
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

// The end of a text after some pieces, as `join` computes it.
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
  std::shared_ptr<const Piece> piece;  // null: dropped; `spelled` renders it again from the ring
  TextEnd end;                         // the end of the text after the piece
  tree::Ring ring = {};                // the turn, if the piece depends on nothing else; otherwise null

  // For strips of the same product: equal rings have equal pieces.
  friend bool operator==(const Strip& a, const Strip& b) {
    return (a.piece != nullptr && a.piece == b.piece) || (a.ring && a.ring == b.ring);
  }
};

struct Outline {
  // Renders the piece of a turn again.
  using Spell = Piece (*)(const tree::Ring& ring, const Profile* profile);

  const Profile* profile = nullptr;      // the product; null: the canonical thread
  Spell spell = nullptr;                 // used for strips without a piece
  tree::PersistentVector<Strip> strips;  // the first one is the opening of the text
  std::string_view closing;              // the last bytes of the text

  void add(std::shared_ptr<const Piece> piece, tree::Ring ring = {});
  void add(Piece piece) { add(std::make_shared<const Piece>(std::move(piece))); }

  TextEnd end() const { return strips.empty() ? TextEnd() : strips.back().end; }

  // The piece of one of the strips, rendered again if it was dropped.
  std::shared_ptr<const Piece> spelled(const Strip& strip) const;
};

// Pieces in order. `made` keeps alive the pieces that were rendered again.
struct SpelledPieces {
  std::vector<const Piece*> pieces;
  std::vector<std::shared_ptr<const Piece>> made;
};

// The pieces from `first` on. The outline must outlive them.
SpelledPieces pieces_from(const Outline& outline, std::size_t first);

// Calls fn(piece) for each piece. Pieces are scattered in memory, so the next pieces and their bytes are prefetched.
template <class Fn>
void for_each_ahead(const SpelledPieces& spelled, Fn fn) {
  const std::vector<const Piece*>& pieces = spelled.pieces;
  constexpr std::size_t kAhead = 3;
  constexpr std::size_t kLines = 40;  // cache lines per piece; the processor prefetches the rest of a long piece
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

// Joins the pieces from `first` on and appends the closing.
Piece joined(const Outline& outline, std::size_t first = 0);

}  // namespace latewood::render
