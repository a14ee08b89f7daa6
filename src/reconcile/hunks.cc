#include "reconcile/hunks.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace latewood::reconcile {
namespace {

using Units = std::span<const Unit>;

// The failure function of Knuth, Morris and Pratt for the end of the line read backwards.
std::vector<std::size_t> failures_of(const std::vector<Unit>& pattern) {
  std::vector<std::size_t> failure(pattern.size(), 0);
  for (std::size_t at = 1, same = 0; at < pattern.size(); ++at) {
    while (same > 0 && pattern[at] != pattern[same]) same = failure[same - 1];
    if (pattern[at] == pattern[same]) ++same;
    failure[at] = same;
  }
  return failure;
}

// Pairs of equal units that each side has once.
struct Pair {
  std::size_t line = 0;
  std::size_t given = 0;
};

std::vector<Pair> unique_pairs(Units line, Units given) {
  struct Counts {
    std::size_t in_line = 0;
    std::size_t in_given = 0;
    std::size_t given = 0;
  };
  std::map<Unit, Counts> counts;
  for (const Unit& unit : line) ++counts[unit].in_line;
  for (std::size_t at = 0; at < given.size(); ++at) {
    Counts& count = counts[given[at]];
    ++count.in_given;
    count.given = at;
  }
  std::vector<Pair> pairs;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const Counts& count = counts[line[at]];
    if (count.in_line == 1 && count.in_given == 1) pairs.push_back({at, count.given});
  }
  return pairs;
}

// The longest list of pairs that ascend on both sides.
std::vector<Pair> ascending(const std::vector<Pair>& pairs) {
  std::vector<std::size_t> ends;  // the index of the last pair, for the best list of each length
  std::vector<std::optional<std::size_t>> before(pairs.size());
  for (std::size_t at = 0; at < pairs.size(); ++at) {
    const auto place = std::lower_bound(ends.begin(), ends.end(), at,
                                        [&](std::size_t a, std::size_t b) { return pairs[a].given < pairs[b].given; });
    if (place != ends.begin()) before[at] = *std::prev(place);
    if (place == ends.end()) {
      ends.push_back(at);
    } else {
      *place = at;
    }
  }
  std::vector<Pair> chosen;
  std::optional<std::size_t> at;
  if (!ends.empty()) at = ends.back();
  for (; at; at = before[*at]) chosen.push_back(pairs[*at]);
  std::reverse(chosen.begin(), chosen.end());
  return chosen;
}

// A message that was inserted between two messages hides none of the line. A hunk must name a unit of the line, so the
// next message is part of the hunk and is inserted again behind the new one.
void give_place(Hunk& hunk, std::size_t line_size) {
  if (hunk.from < hunk.to || hunk.from == line_size) return;
  ++hunk.to;
  ++hunk.given_to;
}

}  // namespace

Comparison compare(Units line, Units request) {
  Comparison found;
  const auto [in_line, in_request] = std::mismatch(line.begin(), line.end(), request.begin(), request.end());
  found.prefix = static_cast<std::size_t>(in_line - line.begin());
  const std::vector<Unit> pattern(line.rbegin(), std::make_reverse_iterator(in_line));
  if (pattern.empty()) return found;
  const std::vector<std::size_t> failure = failures_of(pattern);
  // Read backwards, the end of the line is a beginning, so the longest match at each place is known.
  std::size_t same = 0;
  for (std::size_t at = request.size(); at > found.prefix; --at) {
    while (same > 0 && (same == pattern.size() || request[at - 1] != pattern[same])) same = failure[same - 1];
    if (request[at - 1] == pattern[same]) ++same;
    if (same <= found.suffix) continue;
    found.suffix = same;
    found.given_suffix = at - 1;
  }
  return found;
}

std::vector<Hunk> hunks_of(Units line, Units request, const Comparison& comparison) {
  std::vector<Hunk> hunks;
  Hunk open{comparison.prefix, comparison.prefix, comparison.prefix, comparison.prefix};
  const auto close_at = [&](std::size_t in_line, std::size_t in_request) {
    open.to = in_line;
    open.given_to = in_request;
    if (open.from < open.to || open.given_from < open.given_to) hunks.push_back(open);
  };
  const std::size_t end = line.size() - comparison.suffix;
  const std::size_t given_end = comparison.suffix == 0 ? request.size() : comparison.given_suffix;
  const Units middle = line.subspan(comparison.prefix, end - comparison.prefix);
  const Units given = request.subspan(comparison.prefix, given_end - comparison.prefix);
  for (const Pair& pair : ascending(unique_pairs(middle, given))) {
    const std::size_t at = comparison.prefix + pair.line;
    const std::size_t at_given = comparison.prefix + pair.given;
    close_at(at, at_given);
    open = {at + 1, at + 1, at_given + 1, at_given + 1};
  }
  close_at(end, given_end);
  if (comparison.suffix > 0) {
    open = {line.size(), line.size(), given_end + comparison.suffix, given_end + comparison.suffix};
    close_at(line.size(), request.size());
  }
  for (Hunk& hunk : hunks) give_place(hunk, line.size());
  return hunks;
}

}  // namespace latewood::reconcile
