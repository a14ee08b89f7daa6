// The start of a thread that is settled: turns that stand as they are, whatever comes after them, as long as it
// touches none of them. A later thread of the same turns goes on from there, and costs the turns that follow.
//
// A start ends before the last few turns, which a cache breakpoint or the end of the thread may change, and before a
// turn that is tied to one of those. What else could change a turn of it is written down here: which turns are tied
// to later ones, and what would change them if it came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "render/parts/known_turn.h"
#include "render/parts/outline.h"
#include "render/parts/ties.h"
#include "tree/memory/persistent_vector.h"
#include "tree/subtree.h"

namespace latewood::render {

// Names, each with a turn that has to do with it. A copy costs the newest few; the others are shared.
class TurnsByName {
 public:
  void add(std::vector<std::string> names, std::size_t turn);
  // The first of the first `turns` turns that has to do with it.
  std::optional<std::size_t> find(std::string_view name, std::size_t turns) const;
  bool empty() const { return older_ == nullptr && newest_.empty(); }
  // Forgets those of the turns after the first `turns`. Costs all of them.
  void cut(std::size_t turns);

 private:
  using Entry = std::pair<std::string, std::size_t>;
  using Entries = std::vector<Entry>;  // sorted

  static std::optional<std::size_t> find_in(const Entries& entries, std::string_view name);

  std::shared_ptr<const Entries> older_;
  Entries newest_;
};

struct SettledTurn {
  std::shared_ptr<const TurnRepairs> repairs;  // null: none
  bool says = false;                           // it, or one before it
  bool calls = false;                          // the same
  // Which turn had to be repaired, counted from 1: it, or the last before it; 0: none.
  std::size_t repaired = 0;
};

// A turn that is to be settled.
struct TurnToSettle {
  const TurnRepairs& repairs;
  std::vector<std::string> call_ids;  // as sent, where they must differ in the whole thread
  bool says = false;
  bool calls = false;
  bool has_markers = false;
};

struct ThreadStart {
  tree::Ring sys;
  tree::PersistentVector<tree::Ring> rings;  // of the tree it was made for
  tree::PersistentVector<SettledTurn> turns;
  tree::PersistentVector<Strip> strips;  // `head` of them, and one for each turn
  std::size_t head = 0;
  std::optional<Repair> user_added;  // the fixed message of the user is among the first strips
  TurnsByName ids;                   // of calls
  TurnsByName waits;
  std::vector<Tie> ties;                                             // sorted, each once
  std::vector<std::size_t> marker_turns;                             // those that hold markers
  std::vector<std::pair<const tree::Node*, std::size_t>> summaries;  // and the turns in which they were shown
  // Turns of that tree after the settled ones, so that they need not be rendered again.
  std::vector<std::shared_ptr<const KnownTurn>> recent;

  void add(TurnToSettle turn);
  // Those of its turns; the others are not its business.
  void add(const Ties& more);
  // Leaves the first `count` turns.
  void cut(std::size_t count);
  // As many of the first `count` turns as are not tied to those after them.
  std::size_t closed(std::size_t count) const;
};

// The first `turns` turns of a start; without one, none.
struct SettledPart {
  std::shared_ptr<const ThreadStart> start;
  std::size_t turns = 0;

  bool says() const { return turns > 0 && start->turns[turns - 1].says; }
  bool calls() const { return turns > 0 && start->turns[turns - 1].calls; }
  // Those that had to be repaired, in order. Costs as many as there are.
  std::vector<const TurnRepairs*> repaired() const;
  bool has_used(std::string_view call_id) const { return turns > 0 && start->ids.find(call_id, turns).has_value(); }
  bool waits() const { return turns > 0 && !start->waits.empty(); }
  // The first turn that changes if something of that name comes.
  std::optional<std::size_t> waiting_for(std::string_view name) const {
    return turns == 0 ? std::nullopt : start->waits.find(name, turns);
  }
};

}  // namespace latewood::render
