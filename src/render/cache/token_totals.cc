#include "render/cache/token_totals.h"

#include <string>
#include <utility>

namespace latewood::render {
namespace {

// A unit's text without breakpoints.
std::string unit_text(const Piece& piece, const Unit& unit) {
  std::string text;
  std::uint64_t from = unit.bytes.begin;
  const auto add_until = [&](std::uint64_t end) {
    text.append(piece.bytes, static_cast<std::size_t>(from), static_cast<std::size_t>(end - from));
  };
  for (const ByteRange& mark : piece.marks) {
    if (mark.begin < unit.bytes.begin || mark.end > unit.bytes.end) continue;
    add_until(mark.begin);
    from = mark.end;
  }
  add_until(unit.bytes.end);
  return text;
}

std::uint64_t count_units(const Outline& outline, const Strip& strip, std::uint64_t units, TokenCounter& counter) {
  const std::shared_ptr<const Piece> piece = outline.spelled(strip);
  std::uint64_t count = 0;
  for (std::uint64_t unit = 0; unit < units; ++unit) count += counter.count(unit_text(*piece, piece->units[unit]));
  return count;
}

std::uint64_t units_in(const Outline& outline, std::size_t strip) {
  return outline.strips[strip].end.units - (strip == 0 ? 0 : outline.strips[strip - 1].end.units);
}

}  // namespace

TokenTotals count_tokens(const Outline& outline, std::string_view product, TokenCounter& counter, PieceCache& cache) {
  const std::string name = std::string(counter.name()) + " " + std::string(product);
  const auto before = counter.name().empty() ? nullptr : cache.tokens(name);
  const std::size_t same = before == nullptr ? 0 : first_difference(before->strips, outline.strips);
  TokenTotals totals;
  totals.strips = outline.strips;
  if (same > 0) totals.ends = before->ends.take(same);
  for (std::size_t strip = same; strip < outline.strips.size(); ++strip) {
    const std::uint64_t tokens = count_units(outline, outline.strips[strip], units_in(outline, strip), counter);
    totals.ends = totals.ends.push_back(totals.all() + tokens);
  }
  if (!counter.name().empty()) cache.keep_tokens(name, totals);
  return totals;
}

std::uint64_t tokens_before(const TokenTotals& totals, const Outline& outline, std::uint64_t unit,
                            TokenCounter& counter) {
  const std::size_t strip = strip_with_unit(outline, unit);
  if (strip == outline.strips.size()) return totals.all();
  const std::uint64_t units = strip == 0 ? 0 : outline.strips[strip - 1].end.units;
  const std::uint64_t tokens = strip == 0 ? 0 : totals.ends[strip - 1];
  return tokens + count_units(outline, outline.strips[strip], unit - units, counter);
}

std::vector<std::uint64_t> count_each_unit(const Outline& outline, std::size_t strip, TokenCounter& counter) {
  const std::shared_ptr<const Piece> piece = outline.spelled(outline.strips[strip]);
  std::vector<std::uint64_t> counts;
  for (const Unit& unit : piece->units) counts.push_back(counter.count(unit_text(*piece, unit)));
  return counts;
}

std::size_t strip_with_unit(const Outline& outline, std::uint64_t unit) {
  std::size_t low = 0;
  std::size_t high = outline.strips.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (outline.strips[middle].end.units <= unit) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace latewood::render
