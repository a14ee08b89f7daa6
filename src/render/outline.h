// A rendered text before it is put together: the pieces it is made of, and how far each of them
// gets. Two texts with the same pieces at their start are known to be equal there without a
// look at a byte.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "latewood/render.h"
#include "render/piece.h"
#include "tree/persistent_vector.h"

namespace latewood::render {

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
  std::shared_ptr<const Piece> piece;
  TextEnd end;  // after it
  friend bool operator==(const Strip& a, const Strip& b) { return a.piece == b.piece; }
};

struct Outline {
  std::vector<Repair> repairs;           // before those of the pieces
  tree::PersistentVector<Strip> strips;  // the first opens the text
  std::string_view closing;              // what ends it

  void add(std::shared_ptr<const Piece> piece);
  void add(Piece piece) { add(std::make_shared<const Piece>(std::move(piece))); }

  TextEnd end() const { return strips.empty() ? TextEnd() : strips.back().end; }
};

// The pieces from `first` on, in one, and what ends the text.
Piece joined(const Outline& outline, std::size_t first = 0);

}  // namespace latewood::render
