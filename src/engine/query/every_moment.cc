#include "engine/query/every_moment.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/try.h"
#include "engine/query/scope.h"
#include "tree/ring_alignment.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;
using selector::Chain;
using selector::Pseudo;
using selector::PseudoKind;
using selector::Query;
using selector::Step;
using tree::Place;
using tree::Region;
using tree::Tree;

// ---- the dependencies of a match ----

bool may_be_turn(const Step& step) {
  if (step.is_any || !step.type) return !step.root;
  return tree::class_of(step.type->node_class ? tree::name_of(*step.type->node_class) : step.type->name) ==
         tree::NodeClass::Turn;
}

// Whether the step counts turns, by depth or as siblings. A match then depends on other turns.
bool counts_turns(const Step& step) {
  return std::any_of(step.pseudos.begin(), step.pseudos.end(), [&step](const Pseudo& pseudo) {
    switch (pseudo.kind) {
      case PseudoKind::Depth: return true;
      case PseudoKind::First:
      case PseudoKind::Last:
      case PseudoKind::Nth: return may_be_turn(step);
      case PseudoKind::Pre:
      case PseudoKind::Core:
      case PseudoKind::Post: break;
    }
    return false;
  });
}

bool asks_for_ttl(const Step& step) {
  return std::any_of(step.attributes.begin(), step.attributes.end(),
                     [](const selector::AttributeTest& test) { return test.key == "ttl"; });
}

bool any_step(const Query& query, bool (*test)(const Step& step)) {
  return std::any_of(query.groups.begin(), query.groups.end(),
                     [test](const Chain& chain) { return std::any_of(chain.steps.begin(), chain.steps.end(), test); });
}

std::string id_at(const Tree& tree, const Place& place) { return std::string(node_at(tree, place).id()); }

// ---- matching every snapshot ----

Result<std::vector<std::string>> select_each(const selector::Plan& plan, const history::Timeline& line) {
  std::vector<std::string> ids;
  std::set<std::string, std::less<>> seen;
  const auto ask = [&](const SnapshotData* at) {
    plan.for_each(scope_of(*at), [&](const Place& place) {
      const std::string_view id = node_at(at->tree, place).id();
      if (!seen.contains(id)) {
        seen.emplace(id);
        ids.emplace_back(id);
      }
      return true;
    });
  };
  for (const SnapshotData* at = &line.back(0); at != nullptr && !at->is_collected(); at = at->parent) ask(at);
  for (const history::KeptPast::Mark& mark : line.kept_before()) {
    LW_TRY_ASSIGN(const SnapshotData* kept, line.load(mark));
    ask(kept);
  }
  return ids;
}

// ---- matching the differences ----

class WalkBack {
 public:
  WalkBack(const Query& query, const selector::Plan& plan, const SnapshotData& newest)
      : plan_(plan), newest_(scope_of(newest)), asks_for_ttl_(any_step(query, asks_for_ttl)) {
    for (const Place& place : plan.match(newest_)) ids_.push_back(id_at(newest.tree, place));
  }

  // Call for every pair of neighbours, newest first. `older` is the next older snapshot that was not collected.
  void visit(const SnapshotData& newer, const SnapshotData& older) {
    const selector::Scope scope = scope_of(older);
    const bool counts_down = asks_for_ttl_ && newer.cycle() != older.cycle();
    const bool is_new_frame = newer.tree.root() != older.tree.root() || newer.tree.seq() != older.tree.seq();
    if (is_new_frame) {
      plan_.for_each(scope, [&](const Place& place) { return emit(older.tree, place), true; });
      return;
    }
    if (counts_down || !(newer.tree.sys == older.tree.sys)) ask_subtree(scope, {Region::Sys, 0, 0});
    for (const std::size_t ring : rings_to_ask(newer.tree, older.tree, counts_down)) {
      ask_subtree(scope, {Region::Seq, ring, 0});
    }
    if (counts_down || !(newer.tree.ah == older.tree.ah)) ask_subtree(scope, {Region::Ah, 0, 0});
  }

  std::vector<std::string> take() { return std::move(ids_); }

 private:
  // The turns of `older` to match, as ascending positions.
  static std::vector<std::size_t> rings_to_ask(const Tree& newer, const Tree& older, bool counts_down) {
    std::vector<std::size_t> rings;
    for (const tree::RingPair& pair : tree::differing_rings(older, newer)) {
      if (pair.older) rings.push_back(*pair.older);
    }
    if (!counts_down) return rings;
    older.rings.for_each_marked([&rings](std::size_t at, const tree::Ring&) { rings.push_back(at); });
    std::sort(rings.begin(), rings.end());
    rings.erase(std::unique(rings.begin(), rings.end()), rings.end());
    return rings;
  }

  void ask_subtree(const selector::Scope& scope, Place place) {
    const auto size = static_cast<tree::Subtree::Index>(subtree_at(scope.tree, place).entries().size());
    for (; place.at < size; ++place.at) {
      if (plan_.matches(scope, place)) emit(scope.tree, place);
    }
  }

  void emit(const Tree& tree, const Place& place) {
    const std::string_view id = node_at(tree, place).id();
    if (later_.contains(id) || was_in_newest(id)) return;
    later_.emplace(id);
    ids_.emplace_back(id);
  }

  // Uses the plan instead of an index of all ids of the newest snapshot.
  bool was_in_newest(std::string_view id) const {
    const auto place = newest_.find(id);
    return place && plan_.matches(newest_, *place);
  }

  const selector::Plan& plan_;
  selector::Scope newest_;
  bool asks_for_ttl_;
  std::vector<std::string> ids_;
  std::set<std::string, std::less<>> later_;  // ids that were found in older snapshots only
};

}  // namespace

Result<std::vector<std::string>> select_every_moment(const Query& query, const selector::Plan& plan,
                                                     const history::Timeline& line) {
  if (line.empty()) return std::vector<std::string>();
  if (any_step(query, counts_turns)) return select_each(plan, line);
  WalkBack walk(query, plan, line.back(0));
  const SnapshotData* at = &line.back(0);
  for (; at->parent != nullptr && !at->parent->is_collected(); at = at->parent) walk.visit(*at, *at->parent);
  for (const history::KeptPast::Mark& mark : line.kept_before()) {
    LW_TRY_ASSIGN(const SnapshotData* kept, line.load(mark));
    walk.visit(*at, *kept);
    at = kept;
  }
  return walk.take();
}

}  // namespace latewood::engine
