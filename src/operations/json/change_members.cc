#include "operations/json/change_members.h"

#include <string>
#include <utility>

#include "latewood/node_facts.h"
#include "operations/json/members.h"
#include "operations/table/common.h"

namespace latewood::operations {
namespace {

JsonValue names_of(const std::vector<FieldChange>& fields) {
  JsonValue::Array names;
  for (const FieldChange& field : fields) names.emplace_back(field.name);
  return names;
}

JsonValue change_json(const AttributedChange& change, const std::vector<std::string>& marks) {
  std::vector<JsonMember> members = {{"id", change.id},
                                     {"kind", std::string(to_string(change.kind))},
                                     {"cause", std::string(to_string(change.cause))}};
  if (!change.fields.empty()) members.push_back({"fields", names_of(change.fields)});
  if (!marks.empty()) members.push_back({"marks", json_of(marks)});
  return make_object(std::move(members));
}

// Whether the snapshot before was collected. Then there is no patch.
bool is_oldest(const Snapshot& snapshot) {
  const auto patch = snapshot.patch_bytes();
  return patch && patch->empty();
}

}  // namespace

JsonValue json_of(const Diff& diff) {
  JsonValue::Array changed;
  for (const NodeChange& change : diff.changed) {
    changed.push_back(make_object({{"fields", names_of(change.fields)}, {"id", change.id}}));
  }
  return make_object(
      {{"added", json_of(diff.added)}, {"changed", std::move(changed)}, {"removed", json_of(diff.removed)}});
}

std::vector<Member> diff_members() {
  const Schema changed = object({required("id", text()), required("fields", list(text(), "the members that differ"))});
  return {required("added", list(text(), "in document order")), required("changed", list(changed, "in document order")),
          required("removed", list(text(), "sorted"))};
}

JsonValue commit_json(const Snapshot& snapshot, const std::vector<AttributedChange>& changes,
                      const std::vector<NodeView>& nodes) {
  const CommitNote note = snapshot.note();
  const NodesById index = by_id(nodes);
  JsonValue::Array list;
  for (const AttributedChange& change : changes) {
    const NodeView* node = change.kind == ChangeKind::Added ? find_by_id(index, change.id) : nullptr;
    list.push_back(change_json(change, node == nullptr ? std::vector<std::string>() : marked_by(*node)));
  }
  return with_members(json_of(snapshot.report()),
                      {{"parent", snapshot.parent() ? JsonValue(snapshot.parent()->hex()) : JsonValue()},
                       {"actor", note.actor},
                       {"message", note.message},
                       {"host_time", json_of_nanoseconds(note.host_time)},
                       {"changes", std::move(list)},
                       {"changes_known", JsonValue(!is_oldest(snapshot))}});
}

std::vector<Member> commit_members() {
  const Schema change =
      object({required("id", text()), required("kind", word({"added", "removed", "changed"})),
              required("cause", word({"ttl", "cascade", "prune", "seal", "edit"})),
              optional("fields", list(text(), "of a changed node: the members that differ; pins: its pins")),
              optional("marks", list(text(), "of a new redaction or replacement: the ids that it names"))});
  return joined({commit_report_members(),
                 {required("parent", nullable(commit_id("null: the first commit"))), required("actor", text()),
                  required("message", text()), required("host_time", nanoseconds()),
                  required("changes", list(change, "since the snapshot before")),
                  required("changes_known", boolean("false: the snapshot before was collected, so `changes` has only "
                                                    "additions and departures"))}});
}

}  // namespace latewood::operations
