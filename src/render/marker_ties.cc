#include "render/marker_ties.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace latewood::render {
namespace {

// Adds ties between each marker and the nodes it names: both depend on each other, in whatever turns they are.
void tie_namings(Thread& thread, const std::vector<Naming>& namings, const tree::Tree& tree, const FindNode& find,
                 const SettledPart& settled) {
  const std::size_t count = tree.rings.size();
  for (const Naming& naming : namings) {
    if (naming.turn < settled.turns) continue;
    const auto place = find(naming.id);
    if (!place) {
      thread.ties.waits.push_back({node_of_id(naming.id), naming.turn});
    } else if (place->region == tree::Region::Sys) {
      thread.ties.with_system = true;
    } else if (place->region == tree::Region::Ah) {
      thread.ties.add(naming.turn, count);
    } else if (place->region == tree::Region::Seq) {
      thread.ties.add(naming.turn, place->ring);
      if (place->ring < settled.turns) reopen(thread, place->ring);
    }
  }
}

// Reopens the settled turns whose markers name a node that was missing and is in the tree now.
void look_for_named(Thread& thread, const tree::Tree& tree, const SettledPart& settled) {
  if (!settled.waits()) return;
  const auto look = [&](const tree::Ring& ring) {
    for (const auto& entry : ring->entries()) reopen(thread, settled.waiting_for(node_of_id(entry.node->id())));
  };
  tree.rings.for_each_from(settled.turns, look);
  look(tree.ah);
}

}  // namespace

TurnView look_at(const tree::Tree& tree, const FindNode& find, const Dialect& dialect, View view, KnownTurns known,
                 const SettledPart& settled) {
  if (view == View::Structural) return TurnView(dialect.speaking);
  std::vector<std::size_t> turns;
  TurnView::Summaries shown;
  if (settled.turns > 0) {
    const ThreadStart& start = *settled.start;
    const auto is_settled = [&settled](std::size_t turn) { return turn < settled.turns; };
    std::copy_if(start.marker_turns.begin(), start.marker_turns.end(), std::back_inserter(turns), is_settled);
    for (const auto& summary : start.summaries) {
      if (is_settled(summary.second)) shown.insert(summary);
    }
  }
  for (std::size_t turn = settled.turns; turn < tree.rings.size(); ++turn) {
    const KnownTurn* facts = known.empty() ? nullptr : known[turn - settled.turns].get();
    if (facts == nullptr || facts->has_markers) turns.push_back(turn);
  }
  return TurnView(tree, turns, find, dialect.speaking, std::move(shown));
}

void tie_markers(Thread& thread, const TurnView& view, const tree::Tree& tree, const FindNode& find,
                 const SettledPart& settled) {
  tie_namings(thread, view.namings(), tree, find, settled);
  if (view.is_effective()) look_for_named(thread, tree, settled);
}

void reopen(Thread& thread, std::optional<std::size_t> turn) {
  if (turn) thread.reopened = std::min(*turn, thread.reopened.value_or(*turn));
}

}  // namespace latewood::render
