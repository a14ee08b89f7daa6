#include "diff/anchors.h"

#include <algorithm>

namespace latewood::diff {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

struct Occurrence {
  std::size_t count = 0;
  std::size_t place = kNone;
};

std::vector<Occurrence> occurrences_in(std::span<const Symbol> sequence, std::size_t symbols) {
  std::vector<Occurrence> occurrences(symbols);
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    ++occurrences[sequence[i]].count;
    occurrences[sequence[i]].place = i;
  }
  return occurrences;
}

std::size_t count_of_symbols(std::span<const Symbol> a, std::span<const Symbol> b) {
  Symbol greatest = 0;
  for (const Symbol symbol : a) greatest = std::max(greatest, symbol);
  for (const Symbol symbol : b) greatest = std::max(greatest, symbol);
  return std::size_t{greatest} + 1;
}

// The lines that occur once on each side, in the order of the older side.
std::vector<Anchor> candidates(std::span<const Symbol> older, std::span<const Symbol> newer) {
  const std::size_t symbols = count_of_symbols(older, newer);
  const std::vector<Occurrence> in_older = occurrences_in(older, symbols);
  const std::vector<Occurrence> in_newer = occurrences_in(newer, symbols);
  std::vector<Anchor> found;
  for (std::size_t i = 0; i < older.size(); ++i) {
    if (in_older[older[i]].count == 1 && in_newer[older[i]].count == 1) found.push_back({i, in_newer[older[i]].place});
  }
  return found;
}

}  // namespace

// The longest increasing subsequence of the places on the newer side: `ends[n]` is the
// candidate that ends a chain of n + 1 at the least place.
std::vector<Anchor> anchors_between(std::span<const Symbol> older, std::span<const Symbol> newer) {
  const std::vector<Anchor> all = candidates(older, newer);
  std::vector<std::size_t> ends;
  std::vector<std::size_t> before(all.size(), kNone);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto is_less = [&all](std::size_t end, std::size_t place) { return all[end].newer < place; };
    const auto at = std::lower_bound(ends.begin(), ends.end(), all[i].newer, is_less);
    if (at != ends.begin()) before[i] = *(at - 1);
    if (at == ends.end()) {
      ends.push_back(i);
    } else {
      *at = i;
    }
  }
  std::vector<Anchor> chain;
  for (std::size_t i = ends.empty() ? kNone : ends.back(); i != kNone; i = before[i]) chain.push_back(all[i]);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

}  // namespace latewood::diff
