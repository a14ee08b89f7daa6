// Where two sequences of texts differ: the lines or the tokens of two contents, or the
// elements of two JSON arrays.
//
// The result is deterministic, and it is as small as possible unless that takes too
// long; `edit_path` has the two rules. Texts that occur on one side only cost no
// search, so two contents that share nothing are the cheapest of all. Otherwise the
// time is that of sorting the texts and of at most 2^25 comparisons.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace latewood::diff {

// `[older_begin, older_end)` of the older sequence becomes `[newer_begin, newer_end)`
// of the newer. At least one of the two is not empty.
struct Change {
  std::size_t older_begin = 0;
  std::size_t older_end = 0;
  std::size_t newer_begin = 0;
  std::size_t newer_end = 0;
  friend bool operator==(const Change&, const Change&) = default;
};

using Texts = std::vector<std::string_view>;

// Ascending, with at least one equal text between neighbours. Empty exactly if the
// sequences are equal.
std::vector<Change> changes_between(const Texts& older, const Texts& newer);

}  // namespace latewood::diff
