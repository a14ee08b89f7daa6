#include "engine/query/prefix_cause.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "diff/tree_changes.h"
#include "render/cache/divergence.h"
#include "render/parts/block.h"
#include "render/parts/markers.h"
#include "tree/ring_alignment.h"

namespace latewood::engine {
namespace {

using diff::TreeSide;
using render::Divergence;
using render::Outline;
using render::Relation;
using tree::Node;
using tree::Place;
using tree::Region;

PrefixCause cause_of(Cause cause) {
  switch (cause) {
    case Cause::Ttl: return PrefixCause::Ttl;
    case Cause::Prune: return PrefixCause::Prune;
    case Cause::Cascade: return PrefixCause::Cascade;
    case Cause::Delete: return PrefixCause::Edit;
  }
  return PrefixCause::Ttl;
}

std::optional<Place> find_in(const std::vector<Place>& places, const tree::Tree& tree, std::string_view id) {
  for (const Place& place : places) {
    if (node_at(tree, place).id() == id) return place;
  }
  return std::nullopt;
}

// The cause for an edit at `place`.
PrefixCause edit_at(const tree::Tree& tree, const Place& place) {
  if (place.region != Region::Sys) return PrefixCause::Edit;
  return render::is_tool_definition(node_at(tree, place)) ? PrefixCause::Tools : PrefixCause::System;
}

// The tree without these nodes. Containers of turns and regions stay, since they are not rendered.
tree::Tree without(tree::Tree tree, std::vector<Place> places) {
  // From the end, so that the places that are still to come stay valid.
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return diff::document_less(b, a); });
  for (const Place& place : places) {
    if (place.region == Region::Frame || place.at == 0) continue;
    tree = with_subtree(tree, place, subtree_at(tree, place).without(place.at));
  }
  return tree;
}

// The tree as a side of a diff. Pins are not rendered, so pinned nodes are not looked up.
TreeSide side_of(const tree::Tree& tree) {
  return {tree, tree.cycle, [](std::string_view) { return std::optional<tree::Place>(); }};
}

class CauseSearch {
 public:
  CauseSearch(const CommitStep& step, const StepThreads& threads)
      : step_(step),
        threads_(threads),
        divergence_(find_divergence(threads.older, threads.newer)),
        changes_(diff::tree_changes(side_of(step.newer), side_of(step.older))) {
    for (const Departure& each : step.report.departures) departures_.emplace(each.id, each.cause);
  }

  PrefixCause run() const {
    const std::string_view older = divergence_.older_unit ? std::string_view(divergence_.older_unit->id) : "";
    const std::string_view newer = divergence_.newer_unit ? std::string_view(divergence_.newer_unit->id) : "";
    if (const auto place = find_in(changes_.removed, step_.older, older)) return cause_of_loss(*place);
    if (const auto cause = cause_among_losses()) return *cause;
    if (const auto place = find_in(changes_.added, step_.newer, newer)) {
      const bool is_last = is_in_newest_turn(*place) && !precedes_other_turns(subtree_at(step_.newer, *place));
      if (!is_last) return cause_of_arrival(*place);
    }
    for (const std::string_view id : {newer, older}) {
      if (const auto cause = change_of(id)) return *cause;
    }
    if (const auto cause = cause_among_late_arrivals()) return *cause;
    if (has_changed_markers()) return PrefixCause::Edit;
    return has_other_opening() ? PrefixCause::Tools : PrefixCause::Repair;
  }

 private:
  PrefixCause cause_of_loss(const Place& place) const {
    const auto found = departures_.find(node_at(step_.older, place).id());
    const bool was_edited = found == departures_.end() || found->second == Cause::Delete;
    return was_edited ? edit_at(step_.older, place) : cause_of(found->second);
  }

  // The cause for an added node. A marker, or a turn inserted into history, is an edit.
  PrefixCause cause_of_arrival(const Place& place) const {
    if (place.region != Region::Seq) return edit_at(step_.newer, place);
    if (render::Markers::is_marker(node_at(step_.newer, place))) return PrefixCause::Edit;
    const bool came_late = is_in_newest_turn(place) || find_same_ring(step_.older, step_.newer.rings[place.ring]);
    return came_late ? PrefixCause::LateAttachment : PrefixCause::Edit;
  }

  // Whether `other` diverges from the older thread at the same unit as the newer thread, or before it.
  bool diverges_as_early(const Divergence& other) const {
    if (other.relation != Relation::Diverged) return false;
    if (!divergence_.older_unit) return true;
    return other.older_unit && other.older_unit->index <= divergence_.older_unit->index;
  }

  // The older tree with the newest turn added: that turn alone may change how the units before it are rendered.
  tree::Tree continued() const {
    const tree::Tree& older = step_.older;
    if (step_.newer.rings.empty()) return older;
    const tree::Ring& newest = step_.newer.rings.back();
    const bool is_new = !find_same_ring(older, newest) && ring_place(older, newest->container()) == older.rings.size();
    return is_new ? with_ring(older, *newest) : older;
  }

  // Whether the thread of `tree` diverges from the older thread as early as the newer thread does. Nullopt if `tree`
  // cannot be rendered.
  std::optional<bool> diverges_in(const tree::Tree& tree) const {
    const auto thread = threads_.outline_of(tree);
    if (!thread) return std::nullopt;
    return diverges_as_early(find_divergence(threads_.older, *thread));
  }

  // The first cause of removals that, together with the causes before it, makes the older tree diverge as early as the
  // newer one. Nullopt if the newest turn alone makes it diverge.
  std::optional<PrefixCause> cause_among_losses() const {
    std::map<PrefixCause, std::vector<Place>> losses;
    for (const Place& place : changes_.removed) losses[cause_of_loss(place)].push_back(place);
    if (losses.empty()) return std::nullopt;
    const tree::Tree all = continued();
    if (diverges_in(all) == true) return std::nullopt;
    std::vector<Place> gone;
    for (const auto& [cause, places] : losses) {
      gone.insert(gone.end(), places.begin(), places.end());
      if (diverges_in(without(all, gone)) == true) return cause;
    }
    return std::nullopt;
  }

  // The first cause of additions without which the newer thread diverges later. Additions to the newest turn do not
  // count: every commit makes them.
  std::optional<PrefixCause> cause_among_late_arrivals() const {
    std::map<PrefixCause, std::vector<Place>> arrivals;
    for (const Place& place : changes_.added) {
      if (!is_in_newest_turn(place)) arrivals[cause_of_arrival(place)].push_back(place);
    }
    std::vector<Place> late;
    for (const auto& [cause, places] : arrivals) {
      late.insert(late.end(), places.begin(), places.end());
      if (diverges_in(without(step_.newer, late)) == false) return cause;
    }
    return std::nullopt;
  }

  bool is_in_newest_turn(const Place& place) const {
    return place.region == Region::Seq && step_.newer.rings[place.ring]->container().id() == step_.report.turn_id;
  }

  // Whether a unit of another turn follows the unit of the newer thread at which the threads diverge.
  bool precedes_other_turns(const tree::Subtree& turn) const {
    const auto& strips = threads_.newer.strips;
    std::uint64_t left = strips.back().end.units - divergence_.newer_unit->index - 1;
    for (std::size_t strip = strips.size(); strip > 0 && left > 0; --strip) {
      const auto piece = threads_.newer.spelled(strips[strip - 1]);
      for (std::size_t unit = piece->units.size(); unit > 0 && left > 0; --unit, --left) {
        if (!turn.find(piece->units[unit - 1].id)) return true;
      }
    }
    return false;
  }

  std::optional<PrefixCause> change_of(std::string_view id) const {
    for (const diff::ChangedPlace& place : changes_.changed) {
      const Node& after = node_at(step_.newer, place.newer);
      if (after.id() != id) continue;
      // The record is the same if only a ttl counted down or the head was sealed.
      if (&after == &node_at(step_.older, place.older)) return std::nullopt;
      return edit_at(step_.newer, place.newer);
    }
    return std::nullopt;
  }

  // Whether a marker was added or removed. It may have no unit of its own and still change the units that it names.
  bool has_changed_markers() const {
    const auto any_in = [](const std::vector<Place>& places, const tree::Tree& tree) {
      return std::any_of(places.begin(), places.end(),
                         [&tree](const Place& place) { return render::Markers::is_marker(node_at(tree, place)); });
    };
    return any_in(changes_.added, step_.newer) || any_in(changes_.removed, step_.older);
  }

  // Whether the openings of the threads differ. Changes of `^sys` were excluded before, so the difference is in
  // definitions that were generated for called tools without one.
  bool has_other_opening() const {
    const auto opening = [](const Outline& outline) { return outline.spelled(outline.strips[0]); };
    return opening(threads_.older)->bytes != opening(threads_.newer)->bytes;
  }

  const CommitStep& step_;
  const StepThreads& threads_;
  Divergence divergence_;
  diff::TreeChanges changes_;
  std::map<std::string_view, Cause> departures_;
};

}  // namespace

PrefixCause cause_of(const CommitStep& step, const StepThreads& threads) { return CauseSearch(step, threads).run(); }

}  // namespace latewood::engine
