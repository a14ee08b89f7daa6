#include "render/cache/divergence.h"

#include <algorithm>
#include <string>
#include <utility>

namespace latewood::render {
namespace {

std::string without_marks(const Piece& piece) {
  std::string text;
  text.reserve(piece.bytes.size());
  std::size_t from = 0;
  for (const ByteRange& mark : piece.marks) {
    text.append(piece.bytes, from, static_cast<std::size_t>(mark.begin) - from);
    from = static_cast<std::size_t>(mark.end);
  }
  return text.append(piece.bytes, from);
}

// The bytes of breakpoints before a position in the piece.
std::uint64_t marks_before(const Piece& piece, std::uint64_t place) {
  std::uint64_t size = 0;
  for (const ByteRange& mark : piece.marks) {
    if (mark.end <= place) size += mark.end - mark.begin;
  }
  return size;
}

// The inverse: the position in the piece of a byte of the text without breakpoints.
std::uint64_t with_marks(const Piece& piece, std::uint64_t at) {
  for (const ByteRange& mark : piece.marks) {
    if (mark.begin <= at) at += mark.end - mark.begin;
  }
  return at;
}

bool same_text(const Piece& a, const Piece& b) {
  if (&a == &b) return true;
  if (a.first != b.first || a.last != b.last || a.opening != b.opening || a.closing != b.closing) return false;
  if (a.marks.empty() && b.marks.empty()) return a.bytes == b.bytes;
  return without_marks(a) == without_marks(b);
}

// The number of equal pieces at the start. Pieces that are not shared are compared byte by byte; only changed or
// unknown turns have such pieces.
std::size_t shared_pieces(const Outline& older, const Outline& newer) {
  const std::size_t size = std::min(older.strips.size(), newer.strips.size());
  const bool same_product = older.profile == newer.profile;
  std::size_t at = same_product ? first_difference(older.strips, newer.strips) : 0;
  while (at < size && same_text(*older.spelled(older.strips[at]), *newer.spelled(newer.strips[at]))) {
    ++at;
    while (same_product && at < size && older.strips[at] == newer.strips[at]) ++at;
  }
  return at;
}

// The last shared piece that is not empty. The next piece may continue its last message.
std::size_t last_with_bytes(const Outline& outline, std::size_t shared) {
  const auto end_of = [&outline](std::size_t strip) { return outline.strips[strip].end.bytes; };
  while (shared > 1 && end_of(shared - 1) == end_of(shared - 2)) --shared;
  return shared == 0 ? 0 : shared - 1;
}

// The end of a text from the last shared piece on.
class Tail {
 public:
  Tail(const Outline& outline, std::size_t first) : piece_(joined(outline, first)), text_(without_marks(piece_)) {
    if (first == 0) return;
    const Strip& strip = outline.strips[first];
    const std::shared_ptr<const Piece> piece = outline.spelled(strip);
    before_.units = strip.end.units - piece->units.size();
    before_.marks = strip.end.marks - marks_before(*piece, piece->bytes.size());
    before_.bytes = strip.end.bytes - piece->bytes.size();
  }

  const std::string& text() const { return text_; }
  // The bytes before the tail, without breakpoints. If the text continues a message at this place, the tail repeats the
  // start of that message, and these bytes are subtracted here, so that later positions are correct.
  std::uint64_t before() const { return before_.bytes - before_.marks; }
  std::uint64_t size() const { return before() + text_.size(); }

  // The text without the closing brackets after the last unit.
  std::string_view open_text() const {
    const std::uint64_t units_end = piece_.units.empty() ? 0 : piece_.units.back().bytes.end;
    const std::uint64_t least = units_end - marks_before(piece_, units_end);
    std::string_view text = text_;
    while (text.size() > least && (text.back() == ']' || text.back() == '}')) text.remove_suffix(1);
    return text;
  }

  std::uint64_t offset_as_sent(std::uint64_t at) const { return before_.bytes + with_marks(piece_, at); }

  // The first unit that ends after a byte of the text.
  std::optional<PrefixUnit> unit_at(std::uint64_t at) const {
    const auto ends_after = [&](const Unit& unit) {
      return unit.bytes.end - marks_before(piece_, unit.bytes.end) > at;
    };
    const auto found = std::find_if(piece_.units.begin(), piece_.units.end(), ends_after);
    if (found == piece_.units.end()) return std::nullopt;
    const auto index = static_cast<std::uint64_t>(found - piece_.units.begin());
    return PrefixUnit{
        before_.units + index, found->id, {before_.bytes + found->bytes.begin, before_.bytes + found->bytes.end}};
  }

 private:
  Piece piece_;
  std::string text_;
  TextEnd before_;
};

}  // namespace

Divergence find_divergence(const Outline& older, const Outline& newer) {
  const std::size_t shared = shared_pieces(older, newer);
  const std::size_t first = last_with_bytes(older, shared);
  const Tail before(older, first);
  const Tail after(newer, first);
  Divergence result;
  result.older_bytes = before.size();
  result.newer_bytes = after.size();
  if (before.text() == after.text()) {
    result.unchanged = after.size();
    result.offset = after.offset_as_sent(after.text().size());
    return result;
  }
  const std::string_view a = before.open_text();
  const std::string_view b = after.open_text();
  const auto at = static_cast<std::uint64_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  result.relation = at == a.size() ? Relation::Appended : Relation::Diverged;
  result.unchanged = after.before() + at;
  result.offset = after.offset_as_sent(at);
  result.older_unit = before.unit_at(at);
  result.newer_unit = after.unit_at(at);
  return result;
}

}  // namespace latewood::render
