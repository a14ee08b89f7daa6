#include "engine/query/prompt_tokens.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>
#include <vector>

namespace latewood::engine {
namespace {

using render::Outline;
using render::Piece;
using render::TokenTotals;

// The strips of one request from the first difference on.
class Tail {
 public:
  Tail(const Outline& outline, std::uint64_t first_unit, const TokenTotals& totals)
      : outline_(outline), totals_(totals), first_unit_(first_unit), first_(strip_with_unit(outline, first_unit)) {
    for (std::size_t strip = first_; strip < outline.strips.size(); ++strip) {
      pieces_.push_back(outline.spelled(outline.strips[strip]));
    }
  }

  // Returns the ids of the units from the first difference to the end. The views are valid as long as this object.
  std::set<std::string_view> ids() const {
    std::set<std::string_view> all;
    for_each_strip([&](std::size_t, const Piece& piece, std::uint64_t begin) {
      for (std::size_t unit = first_in(begin); unit < piece.units.size(); ++unit) all.insert(piece.units[unit].id);
    });
    return all;
  }

  // Calls take(unit index, id, tokens, tokens before it) for each unit from the first difference on whose id is not in
  // `known`, and returns the tokens of the others. Strips without such units are not counted again.
  template <class Take>
  std::uint64_t split(const std::set<std::string_view>& known, TokenCounter& counter, Take take) const {
    std::uint64_t others = 0;
    for_each_strip([&](std::size_t strip, const Piece& piece, std::uint64_t begin) {
      const std::size_t first = first_in(begin);
      const auto is_known = [&](const Unit& unit) { return known.contains(unit.id); };
      const bool is_whole = first == 0 && std::all_of(piece.units.begin(), piece.units.end(), is_known);
      if (is_whole) {
        others += tokens_in(strip);
        return;
      }
      const std::vector<std::uint64_t> counts = count_each_unit(outline_, strip, counter);
      std::uint64_t before = strip == 0 ? 0 : totals_.ends[strip - 1];
      for (std::size_t unit = 0; unit < counts.size(); ++unit) {
        if (unit >= first && is_known(piece.units[unit])) others += counts[unit];
        if (unit >= first && !is_known(piece.units[unit]))
          take(begin + unit, piece.units[unit].id, counts[unit], before);
        before += counts[unit];
      }
    });
    return others;
  }

 private:
  template <class Visit>
  void for_each_strip(Visit visit) const {
    for (std::size_t strip = first_; strip < outline_.strips.size(); ++strip) {
      const Piece& piece = *pieces_[strip - first_];
      visit(strip, piece, outline_.strips[strip].end.units - piece.units.size());
    }
  }
  // The first unit of a strip that is not before the first difference.
  std::size_t first_in(std::uint64_t begin) const {
    return begin >= first_unit_ ? 0 : static_cast<std::size_t>(first_unit_ - begin);
  }
  std::uint64_t tokens_in(std::size_t strip) const {
    return totals_.ends[strip] - (strip == 0 ? 0 : totals_.ends[strip - 1]);
  }

  const Outline& outline_;
  const TokenTotals& totals_;
  std::uint64_t first_unit_;
  std::size_t first_;
  std::vector<std::shared_ptr<const Piece>> pieces_;
};

// The ends of the older request at which an entry of the cache may be read.
void find_entries(const Outline& older, const TokenTotals& totals, const Outline& newer, std::uint64_t unchanged_units,
                  PromptTokens& tokens) {
  if (older.strips.empty()) return;
  tokens.system = totals.ends[0];
  // The strips before the one with the first changed unit are whole.
  const std::size_t whole = strip_with_unit(older, unchanged_units);
  if (whole == 0) return;
  tokens.whole_turns = totals.ends[whole - 1];
  // The newer request reads at the end of the newest turn but one.
  const std::uint64_t end = newer.end().units;
  std::size_t last = newer.strips.size();
  while (last > 0 && newer.strips[last - 1].end.units == end) --last;
  const std::uint64_t reads = last == 0 ? 0 : newer.strips[last - 1].end.units;
  const std::uint64_t entry = older.strips[whole - 1].end.units;
  tokens.blocks_behind = reads > entry ? reads - entry : 0;
}

}  // namespace

ComparedTokens compare_tokens(const Outline& older, const Outline& newer, const render::Divergence& divergence,
                              const PromptProduct& product, TokenCounter& counter) {
  const TokenTotals before = render::count_tokens(older, product.name(), counter, product.cache);
  const TokenTotals after = render::count_tokens(newer, product.name(), counter, product.cache);
  const std::uint64_t older_unit = divergence.older_unit ? divergence.older_unit->index : older.end().units;
  const std::uint64_t newer_unit = divergence.newer_unit ? divergence.newer_unit->index : newer.end().units;
  const Tail lost(older, older_unit, before);
  const Tail came(newer, newer_unit, after);
  const std::set<std::string_view> older_ids = lost.ids();
  const std::set<std::string_view> newer_ids = came.ids();

  ComparedTokens result;
  PromptTokens& tokens = result.tokens;
  tokens.total = after.all();
  tokens.again =
      came.split(older_ids, counter,
                 [&](std::uint64_t, const std::string&, std::uint64_t count, std::uint64_t) { tokens.fresh += count; });
  tokens.unchanged = tokens.total - tokens.again - tokens.fresh;
  const auto note = [&](std::uint64_t unit, const std::string& id, std::uint64_t count, std::uint64_t place) {
    tokens.left += count;
    const auto [found, is_first] = result.lost.emplace(id, LostUnits{});
    LostUnits& units = found->second;
    if (is_first) {
      units.index = unit;
      units.behind = before.all() - place;
    }
    units.tokens += count;
    units.behind -= std::min(units.behind, count);
  };
  lost.split(newer_ids, counter, note);
  find_entries(older, before, newer, older_unit, tokens);
  return result;
}

PromptTokens tokens_of_first(const Outline& outline, const PromptProduct& product, TokenCounter& counter) {
  PromptTokens tokens;
  tokens.total = tokens.fresh = render::count_tokens(outline, product.name(), counter, product.cache).all();
  return tokens;
}

}  // namespace latewood::engine
