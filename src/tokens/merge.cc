#include "tokens/merge.h"

#include <algorithm>
#include <cstddef>
#include <queue>
#include <utility>

namespace latewood::tokens {
namespace {

// Above this length the heap is faster.
constexpr std::size_t kShort = 96;

// A part of the piece. `pair` is the rank of this part together with the next one.
struct Part {
  std::uint32_t begin = 0;
  Rank pair = kNoRank;
};

std::vector<Rank> merge_short(std::string_view piece, const Ranks& ranks) {
  std::vector<Part> parts(piece.size() + 1);
  for (std::size_t at = 0; at <= piece.size(); ++at) parts[at].begin = static_cast<std::uint32_t>(at);
  // The part after the last one only marks the end.
  const auto pair_at = [&](std::size_t at) {
    if (at + 2 >= parts.size()) return kNoRank;
    return ranks.find(piece.substr(parts[at].begin, parts[at + 2].begin - parts[at].begin));
  };
  for (std::size_t at = 0; at < piece.size(); ++at) parts[at].pair = pair_at(at);
  for (;;) {
    const auto best =
        std::min_element(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.pair < b.pair; });
    if (best->pair == kNoRank) break;
    const auto at = static_cast<std::size_t>(best - parts.begin());
    parts.erase(best + 1);
    parts[at].pair = pair_at(at);
    if (at > 0) parts[at - 1].pair = pair_at(at - 1);
  }
  std::vector<Rank> tokens;
  for (std::size_t at = 0; at + 1 < parts.size(); ++at) {
    tokens.push_back(ranks.find(piece.substr(parts[at].begin, parts[at + 1].begin - parts[at].begin)));
  }
  return tokens;
}

// The parts as a list in place: a part begins where `end_` is not 0, and `before_` is the part before it.
class LongMerge {
 public:
  LongMerge(std::string_view piece, const Ranks& ranks) : piece_(piece), ranks_(ranks) {
    end_.resize(piece.size());
    before_.resize(piece.size());
    for (std::size_t at = 0; at < piece.size(); ++at) {
      end_[at] = at + 1;
      before_[at] = at == 0 ? 0 : at - 1;
    }
    for (std::size_t at = 0; at + 1 < piece.size(); ++at) offer(at);
  }

  std::vector<Rank> run() {
    while (!pairs_.empty()) {
      const Pair pair = pairs_.top();
      pairs_.pop();
      // An offer is outdated if one of its parts was merged meanwhile: then the pair ends elsewhere.
      if (end_[pair.begin] == 0 || end_of_pair(pair.begin) != pair.end) continue;
      merge(pair.begin);
    }
    std::vector<Rank> tokens;
    for (std::size_t at = 0; at < piece_.size(); at = end_[at]) {
      tokens.push_back(ranks_.find(piece_.substr(at, end_[at] - at)));
    }
    return tokens;
  }

 private:
  struct Pair {
    Rank rank = kNoRank;
    std::size_t begin = 0;
    std::size_t end = 0;
    // The top of the queue has the lowest rank, then the first place.
    friend bool operator<(const Pair& a, const Pair& b) {
      return std::pair(b.rank, b.begin) < std::pair(a.rank, a.begin);
    }
  };

  // Where the part after the one at `begin` ends; 0 if there is none.
  std::size_t end_of_pair(std::size_t begin) const {
    const std::size_t middle = end_[begin];
    return middle < piece_.size() ? end_[middle] : 0;
  }

  void offer(std::size_t begin) {
    const std::size_t end = end_of_pair(begin);
    if (end == 0) return;
    const Rank rank = ranks_.find(piece_.substr(begin, end - begin));
    if (rank != kNoRank) pairs_.push({rank, begin, end});
  }

  void merge(std::size_t begin) {
    const std::size_t middle = end_[begin];
    end_[begin] = end_[middle];
    end_[middle] = 0;
    if (end_[begin] < piece_.size()) before_[end_[begin]] = begin;
    offer(begin);
    if (begin > 0) offer(before_[begin]);
  }

  const std::string_view piece_;
  const Ranks& ranks_;
  std::vector<std::size_t> end_;
  std::vector<std::size_t> before_;
  std::priority_queue<Pair> pairs_;
};

}  // namespace

std::vector<Rank> merge_bytes(std::string_view piece, const Ranks& ranks) {
  return piece.size() <= kShort ? merge_short(piece, ranks) : LongMerge(piece, ranks).run();
}

}  // namespace latewood::tokens
