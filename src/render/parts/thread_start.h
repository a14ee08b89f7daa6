// The settled start of a thread: turns whose rendered form later turns do not change, except through a tie or a wait
// that is recorded here. A later thread with the same turns uses the start, and costs only the turns after it.
//
// A start ends before the last few turns, which a cache breakpoint or the end of the thread may change, and before
// every turn that is tied to one of those. It records ties (turns that depend on later turns) and waits (names that
// would change a turn if a later turn brings them).
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

// Names, each with the turn that has it or waits for it. A copy costs the newest few entries; the older ones are
// shared.
class TurnsByName {
 public:
  void add(std::vector<std::string> names, std::size_t turn);
  // The first turn of `name` among the first `turns` turns.
  std::optional<std::size_t> find(std::string_view name, std::size_t turns) const;
  bool empty() const { return older_ == nullptr && newest_.empty(); }
  // Removes the entries of the turns after the first `turns`. Cost: all entries.
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
  bool says = false;                           // this turn or one before it has a message
  bool calls = false;                          // this turn or one before it has a call
  // The last repaired turn up to this one, counted from 1; 0: none.
  std::size_t repaired = 0;
};

// A turn that is to be settled.
struct TurnToSettle {
  const TurnRepairs& repairs;
  std::vector<std::string> call_ids;  // as sent, if they must be unique in the whole thread
  bool says = false;
  bool calls = false;
  bool has_markers = false;
};

struct ThreadStart {
  tree::Ring sys;
  tree::PersistentVector<tree::Ring> rings;  // the turns of the tree for which the start was made
  tree::PersistentVector<SettledTurn> turns;
  tree::PersistentVector<Strip> strips;  // `head` of them, and one for each turn
  std::size_t head = 0;
  std::optional<Repair> user_added;  // the fixed message of the user is among the first strips
  TurnsByName ids;                   // ids of calls
  TurnsByName waits;
  std::vector<Tie> ties;                                             // sorted, each once
  std::vector<std::size_t> marker_turns;                             // turns with markers
  std::vector<std::pair<const tree::Node*, std::size_t>> summaries;  // shown summaries, with the turn of each
  // The turns of that tree after the settled ones, so that they need not be rendered again.
  std::vector<std::shared_ptr<const KnownTurn>> recent;

  void add(TurnToSettle turn);
  // Adds the ties and waits of the turns of this start.
  void add(const Ties& more);
  // Removes all turns after the first `count`.
  void cut(std::size_t count);
  // The greatest number up to `count` such that no turn before it is tied to one after it.
  std::size_t closed(std::size_t count) const;
};

// The first `turns` turns of a start; without one, none.
struct SettledPart {
  std::shared_ptr<const ThreadStart> start;
  std::size_t turns = 0;

  bool says() const { return turns > 0 && start->turns[turns - 1].says; }
  bool calls() const { return turns > 0 && start->turns[turns - 1].calls; }
  // The repairs of the repaired turns, in order. Cost: the number of repaired turns.
  std::vector<const TurnRepairs*> repaired() const;
  bool has_used(std::string_view call_id) const { return turns > 0 && start->ids.find(call_id, turns).has_value(); }
  bool waits() const { return turns > 0 && !start->waits.empty(); }
  // The first turn that waits for `name`.
  std::optional<std::size_t> waiting_for(std::string_view name) const {
    return turns == 0 ? std::nullopt : start->waits.find(name, turns);
  }
};

}  // namespace latewood::render
