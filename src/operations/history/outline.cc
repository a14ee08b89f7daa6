// The nodes of one moment in short: sizes, places, the start of each content.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/node_facts.h"
#include "operations/history/moment_nodes.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

constexpr std::size_t kShownBytes = 120;

const Schema& outline_arguments() {
  static const Schema kSchema = object(moment_nodes_members());
  return kSchema;
}

const Schema& outline_result() {
  static const Schema kNode = object({
      required("id", text()),
      required("nodeType", text("^root, ^sys, ^seq, ^ah, mt, mc, cb or cb:NAME")),
      optional("parent_id", text()),
      optional("role", text()),
      optional("kind", text()),
      optional("key", text()),
      optional("depth", count("of a turn; 1: the newest")),
      optional("offset", integer("below 0: before the core of its turn; above 0: after it")),
      optional("ttl", integer("snapshots that still contain it")),
      optional("priority", integer()),
      optional("cycle", count("of the commit that introduced it")),
      optional("bytes", count("of the content as canonical JSON")),
      optional("tokens", count("of the content, by `counter`")),
      optional("text", text("the start of the content, at most 120 bytes")),
      optional("marks", list(text(), "the nodes that this marker redacts or replaces")),
      optional("pinned", boolean()),
      optional("purged", boolean("the content was erased")),
      optional("uncommitted", boolean("new or changed in the working state")),
  });
  static const Schema kSchema = object(joined(
      {{required("nodes", list(kNode, "in document order; a member that is null, 0, false or empty is left out"))},
       moment_nodes_result_members()}));
  return kSchema;
}

// The first bytes, cut between two characters.
std::string start_of(std::string text) {
  if (text.size() <= kShownBytes) return text;
  std::size_t end = kShownBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  text.resize(end);
  return text;
}

// Members of an object; absent if they are null, 0, false or empty.
class ShortMembers {
 public:
  void add(std::string_view name, std::int64_t number) {
    if (number != 0) members_.push_back({std::string(name), JsonValue(number)});
  }
  void add_count(std::string_view name, std::uint64_t number) { add(name, static_cast<std::int64_t>(number)); }
  void add_text(std::string_view name, std::string text) {
    if (!text.empty()) members_.push_back({std::string(name), JsonValue(std::move(text))});
  }
  void add_flag(std::string_view name, bool flag) {
    if (flag) members_.push_back({std::string(name), JsonValue(true)});
  }
  void add_list(std::string_view name, const std::vector<std::string>& texts) {
    if (!texts.empty()) members_.push_back({std::string(name), json_of(texts)});
  }
  JsonValue object() && { return make_object(std::move(members_)); }

 private:
  std::vector<JsonMember> members_;
};

JsonValue outline_line(const MomentNodes& found, const NodeView& node, std::uint64_t depth) {
  const std::uint64_t bytes = content_bytes(node);
  ShortMembers line;
  line.add_text("id", node.id);
  line.add_text("nodeType", node.node_type);
  line.add_text("parent_id", node.parent_id.value_or(""));
  line.add_text("role", node.role.value_or(""));
  line.add_text("kind", node.kind.value_or(""));
  line.add_text("key", node.key.value_or(""));
  line.add_count("depth", depth);
  line.add("offset", node.offset);
  line.add("ttl", node.ttl.value_or(0));
  line.add("priority", node.priority);
  line.add_count("cycle", node.cycle);
  line.add_count("bytes", bytes);
  line.add_count("tokens", content_tokens(node, *found.counter));
  line.add_text("text", start_of(content_text(node)));
  line.add_list("marks", marked_by(node));
  line.add_flag("pinned", found.pinned.contains(node.id));
  line.add_flag("purged", node.purged.has_value());
  line.add_flag("uncommitted", found.uncommitted.contains(node.id));
  return std::move(line).object();
}

Result<std::string> outline(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const std::optional<Cursor> cursor, cursor_of(arguments));
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(MomentNodes found, find_nodes(history, arguments, cursor));
  LW_TRY_ASSIGN(found.counter, session.counter_for(arguments));
  return page_of_nodes(found, outline_line);
}

}  // namespace

const Row kOutline = {
    .name = "outline",
    .scope = Scope::Read,
    .summary = "Gives the nodes of one moment in short: sizes, places, the start of each content.",
    .arguments = outline_arguments,
    .result = outline_result,
    .example = R"({"moment":"@t0","limit":50})",
    .errors = {kSnapshotNotFound, kReferenceAmbiguous},
    .lines = "nodes",
    .run = outline,
};

}  // namespace latewood::operations
