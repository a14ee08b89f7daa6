#include "show_text.h"

#include <map>
#include <sstream>
#include <string_view>

#include "json_output.h"
#include "latewood/json_text.h"
#include "latewood/trace.h"
#include "moment_text.h"
#include "node_line.h"
#include "printable.h"
#include "terminal.h"

namespace latewood::cli {
namespace {

constexpr std::size_t kNameWidth = 15;

void append_field(std::string& out, std::string_view name, std::string_view value) {
  out.append("  ").append(name).append(kNameWidth - std::min(kNameWidth, name.size()), ' ').append(" ");
  out.append(printable(value)).append("\n");
}

void append_known(std::string& out, std::string_view name, const std::optional<std::string>& value) {
  if (value) append_field(out, name, *value);
}

void append_content(std::string& out, const NodeView& node) {
  if (node.purged) append_field(out, "content", "erased for good; it was " + node.purged->hex());
  if (!node.content) return;
  append_field(out, "content", std::to_string(content_bytes(node)) + " bytes");
  const std::string* text = node.content->as_string();
  std::istringstream lines(text != nullptr ? *text : json_text_of(*node.content));
  for (std::string line; std::getline(lines, line);) out.append("    ").append(printable(line)).append("\n");
}

Colour colour_of(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::Added: return Colour::Green;
    case ChangeKind::Removed: return Colour::Red;
    case ChangeKind::Changed: return Colour::Yellow;
  }
  return Colour::Plain;
}

char sign_of(ChangeKind kind) { return kind == ChangeKind::Added ? '+' : kind == ChangeKind::Removed ? '-' : '~'; }

// Every node that has run down by one cycle would bury the rest.
bool only_ages(const AttributedChange& change) {
  return change.kind == ChangeKind::Changed && change.cause == ChangeCause::Ttl;
}

void append_changes(std::string& out, const std::vector<AttributedChange>& changes, const CommitReport& report) {
  const Paint paint(Stream::Output);
  std::map<std::string_view, std::string_view> parents;
  for (const Departure& departure : report.departures) parents.emplace(departure.id, departure.with);
  for (const AttributedChange& change : changes) {
    if (only_ages(change)) continue;
    std::string line = "  ";
    line.append(1, sign_of(change.kind)).append(" ").append(printable(change.id));
    line.append(", by ").append(to_string(change.cause));
    const auto parent = change.kind == ChangeKind::Removed ? parents.find(change.id) : parents.end();
    if (parent != parents.end() && !parent->second.empty()) line.append(" with ").append(printable(parent->second));
    out += paint(colour_of(change.kind), line) + "\n";
  }
}

// Whether the snapshot before it was collected: then it has no patch.
bool is_oldest(const Snapshot& snapshot) {
  const auto patch = snapshot.patch_bytes();
  return patch && patch->empty();
}

}  // namespace

std::string node_text(const NodeView& node) {
  const Paint paint(Stream::Output);
  std::string out = paint(Colour::Yellow, "node " + printable(node.id)) + "\n";
  append_field(out, "nodeType", node.node_type);
  append_known(out, "parent", node.parent_id);
  append_known(out, "role", node.role);
  append_known(out, "kind", node.kind);
  append_field(out, "offset", std::to_string(node.offset));
  if (node.ttl) append_field(out, "ttl", std::to_string(*node.ttl) + (*node.ttl == 1 ? " cycle left" : " cycles left"));
  append_field(out, "priority", std::to_string(node.priority));
  append_known(out, "key", node.key);
  append_known(out, "provenance", node.provenance);
  if (node.removable) append_field(out, "removable", *node.removable ? "true" : "false");
  for (const std::string& holder : node.pins) append_field(out, "pinned", holder.empty() ? "yes" : "by " + holder);
  append_field(out, "cycle", std::to_string(node.cycle));
  append_field(out, "created_at_iso", node.created_at_iso);
  append_field(out, "created_at_ns", std::to_string(node.created_at_ns));
  append_field(out, "creation_index", std::to_string(node.creation_index));
  for (const JsonMember& attribute : node.attributes) append_field(out, attribute.key, json_text_of(attribute.value));
  append_field(out, "content_hash", node.content_hash.hex());
  append_content(out, node);
  return out;
}

std::string commit_text(const Snapshot& snapshot, const std::vector<AttributedChange>& changes) {
  const Paint paint(Stream::Output);
  const CommitReport report = snapshot.report();
  const CommitNote note = snapshot.note();
  std::string out = paint(Colour::Yellow, "commit " + snapshot.commit_id().hex()) + "\n";
  append_field(out, "cycle", std::to_string(snapshot.cycle()));
  append_field(out, "parent", snapshot.parent() ? snapshot.parent()->hex() : "none, the first");
  append_field(out, "state_root", snapshot.state_root().hex());
  append_field(out, "patch_digest", snapshot.patch_digest().hex());
  append_field(out, "policy_id", std::to_string(report.policy_id));
  append_field(out, "time", time_text(note.host_time));
  if (!note.actor.empty()) append_field(out, "actor", note.actor);
  if (!note.message.empty()) append_field(out, "message", note.message);
  append_field(out, "sealed", report.turn_id);
  append_field(out, "blocks",
               std::to_string(report.nodes_after) + ", " + std::to_string(report.bytes_after) + " bytes");
  append_changes(out, changes, report);
  if (is_oldest(snapshot)) {
    append_field(out, "changes", "of nodes that were there before are not known: the snapshot before it was collected");
  }
  for (const std::string& id : report.deferred) append_field(out, "deferred", id);
  for (const std::string& id : report.kept) append_field(out, "kept", id);
  return out;
}

JsonValue commit_json(const Snapshot& snapshot, const std::vector<AttributedChange>& changes) {
  const CommitNote note = snapshot.note();
  JsonValue::Array list;
  for (const AttributedChange& change : changes) {
    list.push_back(make_object({{"id", change.id},
                                {"kind", std::string(to_string(change.kind))},
                                {"cause", std::string(to_string(change.cause))}}));
  }
  const JsonValue report = json_of(snapshot.report());
  std::vector<JsonMember> members(report.as_object()->begin(), report.as_object()->end());
  members.push_back({"parent", snapshot.parent() ? JsonValue(snapshot.parent()->hex()) : JsonValue()});
  members.push_back({"actor", note.actor});
  members.push_back({"message", note.message});
  members.push_back({"host_time", JsonValue(note.host_time)});
  members.push_back({"changes", list});
  members.push_back({"changes_known", !is_oldest(snapshot)});
  return make_object(std::move(members));
}

}  // namespace latewood::cli
