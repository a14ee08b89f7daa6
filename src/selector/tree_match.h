// All chains of a selector on one tree: their matches merged in document order, subtree by
// subtree, each node once.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "selector/chain_match.h"
#include "selector/matcher.h"
#include "selector/plan.h"
#include "selector/read_ahead.h"

namespace latewood::selector {

class TreeMatch {
 public:
  // Both must outlive this.
  TreeMatch(const std::vector<ChainPlan>& plans, const Scope& scope);

  // Calls sink(place) for every match until it returns false.
  template <class Sink>
  void visit(Sink sink);

  bool matches(const tree::Place& place);

  const std::deque<ChainMatch>& chains() const { return chains_; }

 private:
  using Index = tree::Subtree::Index;
  using Rings = tree::PersistentVector<tree::Ring>;

  template <class Ask>
  bool any(Ask ask) const {
    return std::any_of(chains_.begin(), chains_.end(), ask);
  }
  template <class Sink>
  bool visit_region(const tree::Ring& region, const tree::Place& place, Sink& sink);
  template <class Sink>
  bool visit_rings(Sink& sink);
  template <class Sink>
  bool scan_rings(Index from, Sink& sink);
  RingSet rings() const;
  const std::vector<Index>& matches_in(const tree::Subtree& subtree, const tree::Place& place);

  const Scope& scope_;
  std::deque<ChainMatch> chains_;
  std::vector<Index> merged_;
};

template <class Sink>
void TreeMatch::visit(Sink sink) {
  using tree::Place;
  using tree::Region;
  const tree::Tree& tree = scope_.tree;
  const auto visit_if = [&](bool is_match, const Place& place) { return !is_match || sink(place); };
  const bool has_root = any([](const ChainMatch& chain) { return chain.has_root(); });
  const bool has_sys = any([](const ChainMatch& chain) { return chain.has_sys(); });
  const bool has_seq = any([](const ChainMatch& chain) { return chain.has_seq(); });
  const bool has_ah = any([](const ChainMatch& chain) { return chain.has_ah(); });
  static_cast<void>(visit_if(has_root, {Region::Frame, 0, tree::kRootAt}) &&  //
                    visit_if(has_sys, {Region::Sys, 0, 0}) &&                 //
                    visit_region(tree.sys, {Region::Sys, 0, 0}, sink) &&      //
                    visit_if(has_seq, {Region::Frame, 0, tree::kSeqAt}) &&    //
                    visit_rings(sink) &&                                      //
                    visit_if(has_ah, {Region::Ah, 0, 0}) &&                   //
                    visit_region(tree.ah, {Region::Ah, 0, 0}, sink));
}

template <class Sink>
bool TreeMatch::visit_region(const tree::Ring& region, const tree::Place& place, Sink& sink) {
  for (const Index at : matches_in(*region, place)) {
    if (!sink(tree::Place{place.region, 0, at})) return false;
  }
  return true;
}

template <class Sink>
bool TreeMatch::visit_rings(Sink& sink) {
  Index from = 0;
  if (chains_.size() == 1 && chains_.front().is_plain_scan(from)) return scan_rings(from, sink);
  const RingSet all = rings();
  for (const RingSet::Stretch& stretch : all.stretches()) {
    Rings::Iterator ring(&scope_.tree.rings, stretch.begin);
    for (std::size_t i = stretch.begin; i < stretch.end; ++i, ++ring) {
      for (const Index at : matches_in(**ring, {tree::Region::Seq, i, 0})) {
        if (!sink(tree::Place{tree::Region::Seq, i, at})) return false;
      }
    }
  }
  return true;
}

// The loop that a question about a whole history spends its time in.
template <class Sink>
bool TreeMatch::scan_rings(Index from, Sink& sink) {
  StepRun& run = chains_.front().last_run();
  const bool is_below_turns = from > 0;
  if (is_below_turns) chains_.front().count_turns();
  bool goes_on = true;
  run.predicate.with_test([&](const auto& test) {
    for (const RingSet::Stretch& stretch : chains_.front().rings().stretches()) {
      Rings::Iterator ring(&scope_.tree.rings, stretch.begin);
      ReadAhead ahead(scope_.tree.rings, stretch);
      for (std::size_t i = stretch.begin; i < stretch.end; ++i, ++ring) {
        ahead.step();
        const auto entries = (*ring)->entries();
        const auto size = static_cast<Index>(entries.size());
        run.visited += size - from;
        for (Index at = from; at < size; ++at) {
          if (!test(*entries[at].node)) continue;
          ++run.kept;
          goes_on = sink(tree::Place{tree::Region::Seq, i, at});
          if (!goes_on) return;
        }
      }
    }
  });
  return goes_on;
}

}  // namespace latewood::selector
