#include "cli/text/diff/moment_sides.h"

#include <utility>
#include <variant>
#include <vector>

namespace latewood::cli {
namespace {

using IdSet = std::set<std::string>;

void keep_only(std::vector<std::string>& pins, const IdSet& ids) {
  std::erase_if(pins, [&ids](const std::string& pin) { return !ids.contains(pin); });
}

Result<void> add_matches(const Snapshot& snapshot, const Selector& selector, IdSet& ids) {
  auto found = snapshot.select(selector);
  if (!found) return found.error();
  ids.insert(found->begin(), found->end());
  return {};
}

Result<void> add_matches(const Context& context, const Selector& selector, IdSet& ids) {
  SelectOptions options;
  options.working = true;
  const auto found = context.select(selector, options);
  if (!found) return found.error();
  if (const auto* list = std::get_if<std::vector<std::string>>(&*found)) ids.insert(list->begin(), list->end());
  return {};
}

Result<void> add_snapshot(DiffSides& sides, const std::optional<Snapshot>& older) {
  if (!older) return {};
  auto nodes = older->nodes();
  if (!nodes) return nodes.error();
  sides.older = *std::move(nodes);
  sides.older_pins = older->pins();
  return {};
}

}  // namespace

Result<IdSet> matches_in_either(const Snapshot& older, const Snapshot& newer, const Selector& selector) {
  IdSet ids;
  if (auto added = add_matches(older, selector, ids); !added) return added.error();
  if (auto added = add_matches(newer, selector, ids); !added) return added.error();
  return ids;
}

Result<DiffSides> sides_of_commit(const std::optional<Snapshot>& older, const Snapshot& newer) {
  DiffSides sides;
  if (auto added = add_snapshot(sides, older); !added) return added.error();
  auto nodes = newer.nodes();
  if (!nodes) return nodes.error();
  sides.newer = *std::move(nodes);
  sides.newer_pins = newer.pins();
  return sides;
}

Result<DiffSides> sides_of(const Snapshot& older, const Snapshot& newer, const Selector* selector) {
  auto sides = sides_of_commit(older, newer);
  if (!sides || selector == nullptr) return sides;
  const auto ids = matches_in_either(older, newer, *selector);
  if (!ids) return ids.error();
  keep_only(sides->older_pins, *ids);
  keep_only(sides->newer_pins, *ids);
  return sides;
}

Result<DiffSides> sides_to_working(const Context& context, const std::optional<Snapshot>& older,
                                   const std::string& older_name, const std::optional<std::string>& selector) {
  DiffSides sides{{}, {}, older_name, "working"};
  if (auto added = add_snapshot(sides, older); !added) return added.error();
  auto nodes = context.working();
  if (!nodes) return nodes.error();
  sides.newer = *std::move(nodes);
  sides.newer_pins = context.working_pins();
  if (!selector) return sides;
  const auto parsed = Selector::parse(*selector);
  if (!parsed) return parsed.error();
  IdSet ids;
  if (auto added = add_matches(context, *parsed, ids); !added) return added.error();
  if (older) {
    if (auto added = add_matches(*older, *parsed, ids); !added) return added.error();
  }
  keep_only(sides.older_pins, ids);
  keep_only(sides.newer_pins, ids);
  return sides;
}

}  // namespace latewood::cli
