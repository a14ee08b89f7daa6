// Inserts a removed node again.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/hint.h"
#include "latewood/json_text.h"
#include "latewood/restore.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& restore_arguments() {
  static const Schema kSchema =
      object(joined({edit_members(),
                     {required("node", text("the id of a removed node or turn")),
                      optional("from", text("take it from this moment; default: the last snapshot that contains it")),
                      optional("ttl", integer("the number of snapshots that contain it; default: no limit"))}}));
  return kSchema;
}

const Schema& restore_result() {
  static const Schema kSchema = object({required(
      "nodes", list(object({required("id", text("of the new block")), required("was", text("the node that left"))}),
                    "in document order"))});
  return kSchema;
}

Result<Snapshot> source_of(const EditCallPlace& place, const std::string& node, const std::string& from,
                           std::optional<Context>& other) {
  if (from.empty()) return last_with(place.context, node);
  if (from.starts_with('@')) return place.context.snapshot(from);
  auto line = place.repository.load(place.name, from);
  if (!line) return with_hint(place.repository, {place.name, place.branch, from}, std::move(line).error());
  other = *std::move(line);
  return other->latest();
}

Result<JsonValue> restore(const EditCallPlace& place, const Arguments& arguments) {
  std::optional<Context> other;
  const std::string node = arguments.text("node");
  LW_TRY_ASSIGN(const Snapshot from, source_of(place, node, arguments.text("from"), other));
  RestoreOptions options;
  options.ttl = arguments.find_integer("ttl");
  LW_TRY_ASSIGN(const auto restored, restore_node(place.context, node, from, options));
  JsonValue::Array nodes;
  for (const RestoredNode& one : restored) nodes.push_back(make_object({{"id", one.id}, {"was", one.was}}));
  return make_object({{"nodes", std::move(nodes)}});
}

}  // namespace

const Row kRestore = {
    .name = "restore",
    .scope = Scope::Write,
    .summary = "Inserts a removed node again, with its content, role, kind and place.",
    .arguments = restore_arguments,
    .result = restore_result,
    .example = R"({"node":"draft"})",
    .errors = {kNodeNotFound, kNodePresent, kSnapshotCollected, kPayloadPurged},
    .lines = "nodes",
    .joins_apply = true,
    .edit = restore,
};

}  // namespace latewood::operations
