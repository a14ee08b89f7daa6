#include "cli/text/show_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"
#include "cli/text/moment_text.h"
#include "cli/text/node_line.h"
#include "cli/text/query_text.h"
#include "latewood/json_text.h"
#include "latewood/node_facts.h"
#include "latewood/trace.h"

namespace latewood::cli {
namespace {

constexpr std::size_t kNodeNameWidth = 15;

void append_node_field(std::string& out, std::string_view name, std::string_view value) {
  out.append("  ").append(padded(printable(name), kNodeNameWidth)).append(" ");
  out.append(printable(value)).append("\n");
}

void append_known(std::string& out, std::string_view name, const std::optional<std::string>& value) {
  if (value) append_node_field(out, name, *value);
}

void append_content(std::string& out, const NodeView& node) {
  if (node.purged) append_node_field(out, "content", "purged; its digest was " + node.purged->hex());
  if (!node.content) return;
  append_node_field(out, "content", std::to_string(content_bytes(node)) + " bytes");
  const std::string* text = node.content->as_string();
  std::istringstream lines(text != nullptr ? *text : json_text_of(*node.content));
  for (std::string line; std::getline(lines, line);) out.append("    ").append(printable(line)).append("\n");
}

Colour change_colour(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::Added: return Colour::Green;
    case ChangeKind::Removed: return Colour::Red;
    case ChangeKind::Changed: return Colour::Yellow;
  }
  return Colour::Plain;
}

char sign_of(ChangeKind kind) { return kind == ChangeKind::Added ? '+' : kind == ChangeKind::Removed ? '-' : '~'; }

// "pinned by ann" or "unpinned": the state after the change.
std::string pins_text(const std::string& id, const std::vector<NodeView>& nodes) {
  const NodeView* node = find_node(nodes, id);
  if (node == nullptr || node->pins.empty()) return "unpinned";
  std::string text = "pinned";
  for (const std::string& holder : node->pins) {
    if (!holder.empty()) text.append(text == "pinned" ? " by " : ", ").append(printable(holder));
  }
  return text;
}

// "  ~ cb:rules, by edit: content_hash 34ed558456c1 -> f8a17de16b24"; below a new marker its effect.
void append_touches(std::string& out, const std::vector<AttributedChange>& changes, const CommitReport& report,
                    const std::vector<NodeView>& nodes) {
  const Paint paint(Stream::Output);
  std::map<std::string_view, std::string_view> parents;
  for (const Departure& departure : report.departures) parents.emplace(departure.id, departure.with);
  for (const AttributedChange& change : changes) {
    std::string line = "  ";
    line.append(1, sign_of(change.kind)).append(" ").append(printable(change.id));
    line.append(", by ").append(to_string(change.cause));
    const auto parent = change.kind == ChangeKind::Removed ? parents.find(change.id) : parents.end();
    if (parent != parents.end() && !parent->second.empty()) line.append(" with ").append(printable(parent->second));
    for (const FieldChange& field : change.fields) {
      line.append(&field == change.fields.data() ? ": " : ", ");
      line.append(field.name == "pins" ? pins_text(change.id, nodes) : field_text(field));
    }
    out += paint(change_colour(change.kind), line) + "\n";
    const NodeView* node = change.kind == ChangeKind::Added ? find_node(nodes, change.id) : nullptr;
    if (node == nullptr) continue;
    for (const std::string& mark : marker_lines(*node, nodes, terminal_width() - 4)) out += "    " + mark + "\n";
  }
}

// The markers that redact or replace the node.
void append_held(std::string& out, const NodeView& node, const SeenNodes& seen) {
  for (const NodeView* marker : markers_of(node.id, seen.nodes)) {
    const bool replaces = is_replacement(*marker);
    const std::string words = replaces ? ": " + first_words(*marker, terminal_width() / 2) : "";
    append_node_field(out, replaces ? "replaced by" : "redacted by", marker->id + words);
  }
  for (const std::string& line : marker_lines(node, seen.nodes, terminal_width() - kNodeNameWidth - 3)) {
    const std::size_t space = line.find(' ');
    append_node_field(out, line.substr(0, space), line.substr(space + 1));
  }
}

// Whether the previous snapshot was collected. Then there is no patch.
bool is_oldest(const Snapshot& snapshot) {
  const auto patch = snapshot.patch_bytes();
  return patch && patch->empty();
}

}  // namespace

std::string node_text(const NodeView& node, const SeenNodes& seen) {
  const Paint paint(Stream::Output);
  std::string out = paint(Colour::Yellow, "node " + printable(node.id)) + "\n";
  append_node_field(out, "nodeType", node.node_type);
  append_known(out, "parent", node.parent_id);
  append_known(out, "role", node.role);
  append_known(out, "kind", node.kind);
  append_node_field(out, "offset", std::to_string(node.offset));
  if (node.ttl)
    append_node_field(out, "ttl", std::to_string(*node.ttl) + (*node.ttl == 1 ? " cycle left" : " cycles left"));
  append_node_field(out, "priority", std::to_string(node.priority));
  append_known(out, "key", node.key);
  append_known(out, "provenance", node.provenance);
  if (node.removable) append_node_field(out, "removable", *node.removable ? "true" : "false");
  for (const std::string& holder : node.pins) append_node_field(out, "pinned", holder.empty() ? "yes" : "by " + holder);
  append_node_field(out, "cycle", std::to_string(node.cycle));
  append_node_field(out, "created_at_iso", node.created_at_iso);
  append_node_field(out, "created_at_ns", std::to_string(node.created_at_ns));
  append_node_field(out, "creation_index", std::to_string(node.creation_index));
  for (const JsonMember& attribute : node.attributes)
    append_node_field(out, attribute.key, json_text_of(attribute.value));
  append_held(out, node, seen);
  append_node_field(out, "content_hash", node.content_hash.hex());
  append_content(out, node);
  return out;
}

std::string blocks_text(const NodeView& node, const std::vector<NodeView>& blocks, std::size_t columns) {
  std::string out;
  if (!is_container(node)) return out;
  append_node_field(out, "blocks", blocks.empty() ? "none" : std::to_string(blocks.size()));
  constexpr std::size_t kIndent = 4;
  for (const NodeView& block : blocks) {
    out += std::string(kIndent, ' ') + node_line(block, columns - std::min(columns, kIndent)) + "\n";
  }
  return out;
}

std::string commit_text(const Snapshot& snapshot, const std::vector<AttributedChange>& changes,
                        const std::vector<NodeView>& nodes) {
  const Paint paint(Stream::Output);
  const CommitReport report = snapshot.report();
  const CommitNote note = snapshot.note();
  std::string out = paint(Colour::Yellow, "commit " + snapshot.commit_id().hex()) + "\n";
  append_node_field(out, "cycle", std::to_string(snapshot.cycle()));
  append_node_field(out, "parent", snapshot.parent() ? snapshot.parent()->hex() : "none: this is the first commit");
  append_node_field(out, "state_root", snapshot.state_root().hex());
  append_node_field(out, "patch_digest", snapshot.patch_digest().hex());
  append_node_field(out, "policy_id", std::to_string(report.policy_id));
  append_node_field(out, "time", time_text(note.host_time));
  if (!note.actor.empty()) append_node_field(out, "actor", note.actor);
  if (!note.message.empty()) append_node_field(out, "message", note.message);
  append_node_field(out, "sealed", report.turn_id);
  append_node_field(out, "blocks",
                    std::to_string(report.nodes_after) + ", " + std::to_string(report.bytes_after) + " bytes");
  append_touches(out, changes, report, nodes);
  if (is_oldest(snapshot)) {
    append_node_field(out, "changes", "of earlier nodes are unknown: the previous snapshot was collected");
  }
  const SeenNodes seen{nodes, snapshot.pins()};
  for (const std::string& id : report.deferred) append_node_field(out, "deferred", id + ", " + holders_text(id, seen));
  for (const std::string& id : report.kept) append_node_field(out, "kept", id + ", " + holders_text(id, seen));
  return out;
}

}  // namespace latewood::cli
