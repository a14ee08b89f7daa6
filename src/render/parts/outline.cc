#include "render/parts/outline.h"

namespace latewood::render {

// Computes the end of a text after `join`, without joining the bytes.
TextEnd TextEnd::joined_with(const Piece& next) const {
  if (next.bytes.empty()) return *this;
  const bool same_message = last && next.first && *last == *next.first;
  TextEnd after = *this;
  if (same_message) after.bytes += 0 - std::uint64_t{closing} - next.opening;
  if (!is_open) ++after.bytes;
  after.bytes += next.bytes.size();
  for (const ByteRange& mark : next.marks) after.marks += mark.end - mark.begin;
  after.units += next.units.size();
  after.last = next.last;
  after.closing = static_cast<std::uint32_t>(next.closing);
  after.is_open = next.bytes.back() == '[' || next.bytes.back() == '{';
  return after;
}

void Outline::add(std::shared_ptr<const Piece> piece, tree::Ring ring) {
  const TextEnd after = end().joined_with(*piece);
  strips = strips.push_back({std::move(piece), after, std::move(ring)});
}

std::shared_ptr<const Piece> Outline::spelled(const Strip& strip) const {
  if (strip.piece != nullptr) return strip.piece;
  return std::make_shared<const Piece>(spell(strip.ring, profile));
}

SpelledPieces pieces_from(const Outline& outline, std::size_t first) {
  SpelledPieces spelled;
  spelled.pieces.reserve(outline.strips.size() - first);
  outline.strips.for_each_from(first, [&](const Strip& strip) {
    if (strip.piece == nullptr) spelled.made.push_back(outline.spelled(strip));
    spelled.pieces.push_back(strip.piece == nullptr ? spelled.made.back().get() : strip.piece.get());
  });
  return spelled;
}

Piece joined(const Outline& outline, std::size_t first) {
  const TextEnd before = first == 0 ? TextEnd() : outline.strips[first - 1].end;
  const TextEnd after = outline.end();
  Piece whole;
  // A message that continues in the first of these pieces is opened again here, which takes a few more bytes.
  constexpr std::size_t kMore = 64;
  whole.bytes.reserve(static_cast<std::size_t>(after.bytes - before.bytes) + outline.closing.size() + kMore);
  whole.units.reserve(static_cast<std::size_t>(after.units - before.units));
  for_each_ahead(pieces_from(outline, first), [&whole](const Piece& piece) { join(whole, piece); });
  whole.bytes.append(outline.closing);
  return whole;
}

}  // namespace latewood::render
