#include "engine/prefix_cause.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "diff/tree_changes.h"
#include "render/block.h"
#include "render/markers.h"
#include "tree/ring_alignment.h"

namespace latewood::engine {
namespace {

using diff::TreeSide;
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

std::optional<PrefixCause> departure_of(const CommitReport& report, std::string_view id) {
  const auto& list = report.departures;
  const auto found = std::find_if(list.begin(), list.end(), [id](const Departure& each) { return each.id == id; });
  if (found == list.end() || found->cause == Cause::Delete) return std::nullopt;
  return cause_of(found->cause);
}

std::optional<Place> find_in(const std::vector<Place>& places, const tree::Tree& tree, std::string_view id) {
  for (const Place& place : places) {
    if (node_at(tree, place).id() == id) return place;
  }
  return std::nullopt;
}

// Somebody's call, in `^sys` or elsewhere.
PrefixCause edit_at(const tree::Tree& tree, const Place& place) {
  if (place.region != Region::Sys) return PrefixCause::Edit;
  return render::is_tool_definition(node_at(tree, place)) ? PrefixCause::Tools : PrefixCause::System;
}

// What came into a turn that was there before, or came last and is rendered earlier, was attached
// late. A marker that changes how others are shown, and a turn spliced into history, are edits.
PrefixCause arrival_at(const CommitStep& step, const Place& place) {
  if (place.region != Region::Seq) return edit_at(step.newer, place);
  if (render::Markers::is_marker(node_at(step.newer, place))) return PrefixCause::Edit;
  const tree::Ring& turn = step.newer.rings[place.ring];
  const bool is_newest = turn->container().id() == step.report.turn_id;
  return is_newest || find_same_ring(step.older, turn) ? PrefixCause::LateAttachment : PrefixCause::Edit;
}

// A marker that came or went without a unit of its own shows in those it names.
bool changed_markers(const CommitStep& step, const diff::TreeChanges& changes) {
  const auto any_in = [](const std::vector<Place>& places, const tree::Tree& tree) {
    return std::any_of(places.begin(), places.end(),
                       [&tree](const Place& place) { return render::Markers::is_marker(node_at(tree, place)); });
  };
  return any_in(changes.added, step.newer) || any_in(changes.removed, step.older);
}

std::optional<PrefixCause> change_of(const CommitStep& step, const diff::TreeChanges& changes, std::string_view id) {
  for (const diff::ChangedPlace& place : changes.changed) {
    if (node_at(step.newer, place.newer).id() != id) continue;
    // A ttl that counts down and a head that is sealed leave the record as it was.
    const Node& after = node_at(step.newer, place.newer);
    if (&after == &node_at(step.older, place.older)) return std::nullopt;
    return edit_at(step.newer, place.newer);
  }
  return std::nullopt;
}

}  // namespace

PrefixCause cause_of(const CommitStep& step, const render::Divergence& divergence) {
  const std::string_view older = divergence.older_unit ? std::string_view(divergence.older_unit->id) : "";
  const std::string_view newer = divergence.newer_unit ? std::string_view(divergence.newer_unit->id) : "";
  if (const auto departed = departure_of(step.report, older)) return *departed;
  const diff::TreeChanges changes =
      diff::tree_changes(TreeSide{step.newer, step.newer.cycle}, TreeSide{step.older, step.older.cycle});
  if (const auto place = find_in(changes.removed, step.older, older)) return edit_at(step.older, *place);
  if (const auto place = find_in(changes.added, step.newer, newer)) return arrival_at(step, *place);
  for (const std::string_view id : {newer, older}) {
    if (const auto cause = change_of(step, changes, id)) return *cause;
  }
  return changed_markers(step, changes) ? PrefixCause::Edit : PrefixCause::Repair;
}

}  // namespace latewood::engine
