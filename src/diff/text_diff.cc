#include "diff/text_diff.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "diff/edit_path.h"

namespace latewood::diff {
namespace {

// One sequence without the texts that begin or end both.
struct Middle {
  std::span<const std::string_view> older;
  std::span<const std::string_view> newer;
  std::size_t begin = 0;  // where it starts, on both sides
};

Middle middle_of(const Texts& older, const Texts& newer) {
  Middle middle{older, newer};
  const std::size_t shorter = std::min(older.size(), newer.size());
  while (middle.begin < shorter && older[middle.begin] == newer[middle.begin]) ++middle.begin;
  std::size_t tail = 0;
  while (tail < shorter - middle.begin && older[older.size() - 1 - tail] == newer[newer.size() - 1 - tail]) ++tail;
  middle.older = middle.older.subspan(middle.begin, older.size() - middle.begin - tail);
  middle.newer = middle.newer.subspan(middle.begin, newer.size() - middle.begin - tail);
  return middle;
}

// A sequence as symbols, and whether the other sequence has each of them at all.
struct Symbols {
  std::vector<Symbol> symbols;
  std::vector<bool> is_shared;
};

struct SymbolPair {
  Symbols older;
  Symbols newer;
};

// Numbers texts by their rank. Sorting needs no hash, whose order would have to be
// kept away from the result.
SymbolPair symbols_of(const Middle& middle) {
  const std::size_t split = middle.older.size();
  const std::size_t count = split + middle.newer.size();
  const auto text_at = [&](std::size_t i) { return i < split ? middle.older[i] : middle.newer[i - split]; };
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Ties by place, so that a group of equal texts has those of the older side first.
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int compared = text_at(a).compare(text_at(b));
    return compared != 0 ? compared < 0 : a < b;
  });
  SymbolPair pair;
  pair.older = {std::vector<Symbol>(split), std::vector<bool>(split)};
  pair.newer = {std::vector<Symbol>(count - split), std::vector<bool>(count - split)};
  Symbol symbol = 0;
  for (std::size_t begin = 0, end = 0; begin < count; begin = end, ++symbol) {
    while (end < count && text_at(order[end]) == text_at(order[begin])) ++end;
    const bool shared = order[begin] < split && order[end - 1] >= split;
    for (std::size_t i = begin; i < end; ++i) {
      Symbols& side = order[i] < split ? pair.older : pair.newer;
      const std::size_t place = order[i] < split ? order[i] : order[i] - split;
      side.symbols[place] = symbol;
      side.is_shared[place] = shared;
    }
  }
  return pair;
}

std::vector<Symbol> shared_only(const Symbols& all) {
  std::vector<Symbol> shared;
  for (std::size_t i = 0; i < all.symbols.size(); ++i) {
    if (all.is_shared[i]) shared.push_back(all.symbols[i]);
  }
  return shared;
}

// `left_out` tells of shared texts only; afterwards it tells of all of them.
std::vector<bool> spread(const std::vector<bool>& left_out, const std::vector<bool>& is_shared) {
  std::vector<bool> spread(is_shared.size(), true);
  std::size_t next = 0;
  for (std::size_t i = 0; i < is_shared.size(); ++i) {
    if (is_shared[i]) spread[i] = left_out[next++];
  }
  return spread;
}

// A text that only one side has cannot be part of what both share, so leaving it
// out of the search changes nothing but the time.
LeftOut left_out_of(const Middle& middle) {
  const SymbolPair pair = symbols_of(middle);
  const LeftOut shared = edit_path(shared_only(pair.older), shared_only(pair.newer));
  return {spread(shared.older, pair.older.is_shared), spread(shared.newer, pair.newer.is_shared)};
}

std::vector<Change> runs_of(const LeftOut& left_out, std::size_t begin) {
  std::vector<Change> changes;
  std::size_t x = 0;
  std::size_t y = 0;
  while (x < left_out.older.size() || y < left_out.newer.size()) {
    const std::size_t older_begin = x;
    const std::size_t newer_begin = y;
    while (x < left_out.older.size() && left_out.older[x]) ++x;
    while (y < left_out.newer.size() && left_out.newer[y]) ++y;
    if (x > older_begin || y > newer_begin) {
      changes.push_back({begin + older_begin, begin + x, begin + newer_begin, begin + y});
    }
    // Both sides are now at a shared text or at their end.
    while (x < left_out.older.size() && y < left_out.newer.size() && !left_out.older[x] && !left_out.newer[y]) ++x, ++y;
  }
  return changes;
}

}  // namespace

std::vector<Change> changes_between(const Texts& older, const Texts& newer) {
  const Middle middle = middle_of(older, newer);
  return runs_of(left_out_of(middle), middle.begin);
}

}  // namespace latewood::diff
