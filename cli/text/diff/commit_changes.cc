#include "cli/text/diff/commit_changes.h"

#include <algorithm>
#include <utility>

#include "cli/text/diff/change_list.h"
#include "cli/text/diff/moment_sides.h"
#include "cli/text/json_output.h"
#include "cli/text/node_kind.h"
#include "latewood/working_diff.h"

namespace latewood::cli {
namespace {

// The diff of a first commit: every node except the regions is added.
Diff everything(const std::vector<NodeView>& nodes) {
  Diff diff;
  for (const NodeView& node : nodes) {
    if (!is_region(node)) diff.added.push_back(node.id);
  }
  return diff;
}

Result<std::optional<CommitChanges>> changes_between(const std::optional<Snapshot>& older, const Snapshot& newer) {
  CommitChanges changes;
  auto sides = sides_of_commit(older, newer);
  if (!sides) return sides.error();
  changes.sides = *std::move(sides);
  if (!older) {
    changes.diff = everything(changes.sides.newer);
    return std::optional(std::move(changes));
  }
  auto diff = older->diff(newer);
  if (!diff) return diff.error();
  changes.diff = *std::move(diff);
  return std::optional(std::move(changes));
}

// `likely` is its cycle unless cycles were skipped.
std::optional<Snapshot> find_commit(const Context& line, const CommitId& id, std::uint64_t likely) {
  if (const auto found = line.at(likely); found && found->commit_id() == id) return *found;
  for (std::uint64_t back = 0;; ++back) {
    const auto found = line.back(back);
    if (!found) return std::nullopt;
    if (found->commit_id() == id) return *found;
  }
}

}  // namespace

Result<std::optional<CommitChanges>> changes_in(const Context& line, const CommitInfo& commit) {
  const auto newer = line.at(commit.cycle);
  if (!newer) return newer.error();
  if (!commit.parent) return changes_between(std::nullopt, *newer);
  const std::optional<Snapshot> older = find_commit(line, *commit.parent, commit.cycle - 1);
  if (older) return changes_between(older, *newer);
  CommitChanges unknown;
  unknown.is_known = false;
  return std::optional(std::move(unknown));
}

Result<std::optional<CommitChanges>> changes_of_commit(Repository& repository, const std::string& context,
                                                       const CommitInfo& commit, std::optional<Context>& line) {
  const auto found = line ? line->at(commit.cycle) : Result<Snapshot>(Error{});
  if (!found || found->commit_id() != commit.id) {
    auto loaded = repository.load(context, commit.id.hex());
    if (!loaded) return loaded.error();
    line.emplace(*std::move(loaded));
  }
  return changes_in(*line, commit);
}

std::string commit_changes_text(const CommitChanges& changes, std::size_t columns) {
  if (!changes.is_known) return "  changes unknown: the previous snapshot was collected\n\n";
  Diff diff = changes.diff;
  // A ttl that counts down in every cycle is noise in a log.
  std::erase_if(diff.changed, only_ages);
  return change_list(diff, changes.sides, columns) + "\n";
}

JsonValue json_of(const Diff& diff) {
  JsonValue::Array changed;
  for (const NodeChange& change : diff.changed) {
    JsonValue::Array fields;
    for (const FieldChange& field : change.fields) fields.emplace_back(field.name);
    changed.push_back(make_object({{"fields", std::move(fields)}, {"id", change.id}}));
  }
  return make_object(
      {{"added", json_of(diff.added)}, {"changed", std::move(changed)}, {"removed", json_of(diff.removed)}});
}

}  // namespace latewood::cli
