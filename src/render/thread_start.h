// The start of a thread that is settled: turns that stand as they are known, whatever comes after
// them. A later thread of the same turns goes on from there, and costs the turns that follow.
//
// A start ends before the first turn that something outside it has a say in, and before the last
// few, which a cache breakpoint or the end of the thread may change. It is of a tree without markers;
// in the structural view there are none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "render/known_turn.h"
#include "render/outline.h"
#include "tree/persistent_vector.h"
#include "tree/subtree.h"

namespace latewood::render {

// Ids of calls by the turn that used them first. A copy costs the newest few; the others are shared.
class UsedIds {
 public:
  void add(std::vector<std::string> ids, std::size_t turn);
  // Whether one of the first `turns` turns has used it.
  bool contains(std::string_view id, std::size_t turns) const;
  // Forgets those of the turns after the first `turns`. Costs all of them.
  void cut(std::size_t turns);

 private:
  using Entry = std::pair<std::string, std::size_t>;
  using Entries = std::vector<Entry>;  // sorted by id

  static bool holds(const Entries& entries, std::string_view id, std::size_t turns);

  std::shared_ptr<const Entries> older_;
  Entries newest_;
};

// Of a turn that had to be repaired, without the spelling.
struct TurnRepairs {
  std::vector<Repair> built;
  std::vector<Repair> dropped;
};

struct SettledTurn {
  std::shared_ptr<const TurnRepairs> repairs;  // null: none
  bool says = false;                           // it, or one before it
  bool calls = false;                          // the same
  // Which turn had to be repaired, counted from 1: it, or the last before it; 0: none.
  std::size_t repaired = 0;
};

struct ThreadStart {
  tree::Ring sys;
  tree::PersistentVector<tree::Ring> rings;  // of the tree it was made for
  tree::PersistentVector<SettledTurn> turns;
  tree::PersistentVector<Strip> strips;  // `head` of them, and one for each turn
  std::size_t head = 0;
  std::optional<Repair> user_added;  // the fixed message of the user is among the first strips
  UsedIds ids;
  // Turns of that tree after the settled ones, so that they need not be rendered again.
  std::vector<std::shared_ptr<const KnownTurn>> recent;

  void add(const std::shared_ptr<const KnownTurn>& turn);
  // Leaves the first `count` turns.
  void cut(std::size_t count);
  // The turns at the start of this that are also those of `rings`.
  std::size_t shared_with(const tree::PersistentVector<tree::Ring>& others) const;
};

// The first `turns` turns of a start; without one, none.
struct SettledPart {
  std::shared_ptr<const ThreadStart> start;
  std::size_t turns = 0;

  bool says() const { return turns > 0 && start->turns[turns - 1].says; }
  bool calls() const { return turns > 0 && start->turns[turns - 1].calls; }
  // Those that had to be repaired, in order. Costs as many as there are.
  std::vector<const TurnRepairs*> repaired() const;
  bool has_used(std::string_view call_id) const { return turns > 0 && start->ids.contains(call_id, turns); }
};

}  // namespace latewood::render
