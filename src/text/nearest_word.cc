#include "latewood/nearest_word.h"

#include <algorithm>
#include <cstddef>

namespace latewood {
namespace {

// The optimal string alignment distance, one row of its table at a time.
std::size_t slips_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t wrong = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + wrong});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  std::optional<std::string> nearest;
  std::size_t fewest = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t slips = slips_between(word, candidate);
    if (slips > (candidate.size() + 2) / 3) continue;
    if (nearest && slips >= fewest) continue;
    nearest = candidate;
    fewest = slips;
  }
  return nearest;
}

}  // namespace latewood
