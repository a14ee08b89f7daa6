#include "engine/record/edit_text.h"

#include <array>
#include <utility>
#include <vector>

#include "base/try.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "engine/record/component_json.h"

namespace latewood::engine {
namespace {

using tree::Edit;
using Ids = std::vector<std::string>;

// ---- writing ----

JsonValue list_of(const Ids& ids) {
  JsonValue::Array items;
  for (const std::string& id : ids) items.emplace_back(id);
  return items;
}

struct MembersOf {
  using Members = std::vector<JsonMember>;
  Members operator()(const tree::InsertEdit& edit) const {
    return {{"op", "insert"}, {"component", component_json(edit.component)}, {"depth", edit.depth}};
  }
  Members operator()(const tree::InsertUnderEdit& edit) const {
    return {{"op", "insert_under"}, {"component", component_json(edit.component)}, {"parent", edit.parent}};
  }
  Members operator()(const tree::ReplaceEdit& edit) const {
    const Replacement& given = edit.replacement;
    Members members = {{"op", "replace"}, {"id", edit.id}, {"attributes", attributes_json(given.attributes)}};
    if (given.content) members.push_back({"content", JsonValue(JsonValue::Array{*given.content})});
    if (given.role) members.push_back({"role", *given.role});
    if (given.kind) members.push_back({"kind", *given.kind});
    if (given.ttl || given.persistent) members.push_back({"ttl", given.ttl ? JsonValue(*given.ttl) : JsonValue()});
    if (given.priority) members.push_back({"priority", *given.priority});
    if (given.offset) members.push_back({"offset", *given.offset});
    if (given.node_type) members.push_back({"nodeType", *given.node_type});
    return members;
  }
  Members operator()(const tree::DeleteEdit& edit) const { return {{"op", "delete"}, {"nodes", list_of(edit.ids)}}; }
  Members operator()(const tree::DetachEdit& edit) const { return {{"op", "detach"}, {"id", edit.id}}; }
  Members operator()(const tree::MoveEdit& edit) const {
    return {{"op", "move"}, {"nodes", list_of(edit.ids)}, {"depth", edit.depth}};
  }
  Members operator()(const tree::ReparentEdit& edit) const {
    return {{"op", "reparent"}, {"id", edit.id}, {"parent", edit.parent}};
  }
  Members operator()(const tree::PinEdit& edit) const { return pin_members("pin", edit.id, edit.holder); }
  Members operator()(const tree::UnpinEdit& edit) const { return pin_members("unpin", edit.id, edit.holder); }
  // A null holder means the actor of the call.
  static Members pin_members(const char* op, const std::string& id, const std::optional<std::string>& holder) {
    return {{"op", op}, {"id", id}, {"holder", holder ? JsonValue(*holder) : JsonValue()}};
  }
};

JsonValue edit_json(const tree::MadeEdit& made) {
  std::vector<JsonMember> members = std::visit(MembersOf(), made.edit);
  members.push_back({"made", list_of(made.ids)});
  return make_object(std::move(members));
}

// ---- reading ----

Result<std::int64_t> read_integer(const JsonField& field) {
  const std::int64_t* number = field.value().as_integer();
  if (number == nullptr) return field.error("an integer expected");
  return *number;
}

Result<std::int64_t> read_depth(const JsonField& object) {
  LW_TRY_ASSIGN(const JsonField field, object.member("depth"));
  return read_integer(field);
}

Result<Ids> read_list(const JsonField& object, std::string_view name) {
  LW_TRY_ASSIGN(const JsonField field, object.member(name));
  LW_TRY_ASSIGN(const std::vector<JsonField> items, field.items());
  Ids ids;
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(const std::string_view id, item.text());
    ids.emplace_back(id);
  }
  return ids;
}

Result<Component> read_inserted(const JsonField& object) {
  LW_TRY_ASSIGN(const JsonField field, object.member("component"));
  return read_component(field);
}

Result<Edit> read_insert(const JsonField& object) {
  tree::InsertEdit edit;
  LW_TRY_ASSIGN(edit.component, read_inserted(object));
  LW_TRY_ASSIGN(edit.depth, read_depth(object));
  return Edit(std::move(edit));
}

Result<Edit> read_insert_under(const JsonField& object) {
  tree::InsertUnderEdit edit;
  LW_TRY_ASSIGN(edit.component, read_inserted(object));
  LW_TRY_ASSIGN(edit.parent, read_text(object, "parent"));
  return Edit(std::move(edit));
}

Result<Edit> read_replace(const JsonField& object) {
  tree::ReplaceEdit edit;
  Replacement& given = edit.replacement;
  LW_TRY_ASSIGN(edit.id, read_text(object, "id"));
  if (const auto content = object.find("content")) {
    LW_TRY_ASSIGN(const std::vector<JsonField> items, content->items());
    if (items.size() != 1) return content->error("a list of one value expected");
    given.content = items.front().value();
  }
  LW_TRY_ASSIGN(const JsonField attributes, object.member("attributes"));
  LW_TRY_ASSIGN(given.attributes, read_attributes(attributes));
  LW_TRY_ASSIGN(given.role, find_text(object, "role"));
  LW_TRY_ASSIGN(given.kind, find_text(object, "kind"));
  LW_TRY_ASSIGN(given.priority, find_i64(object, "priority"));
  LW_TRY_ASSIGN(given.offset, find_i64(object, "offset"));
  LW_TRY_ASSIGN(given.node_type, find_text(object, "nodeType"));
  LW_TRY_ASSIGN(given.ttl, find_i64(object, "ttl"));
  given.persistent = !given.ttl && object.value().find("ttl") != nullptr;
  return Edit(std::move(edit));
}

Result<Edit> read_delete(const JsonField& object) {
  LW_TRY_ASSIGN(Ids ids, read_list(object, "nodes"));
  return Edit(tree::DeleteEdit{std::move(ids)});
}

Result<Edit> read_move(const JsonField& object) {
  tree::MoveEdit edit;
  LW_TRY_ASSIGN(edit.ids, read_list(object, "nodes"));
  LW_TRY_ASSIGN(edit.depth, read_depth(object));
  return Edit(std::move(edit));
}

Result<Edit> read_reparent(const JsonField& object) {
  tree::ReparentEdit edit;
  LW_TRY_ASSIGN(edit.id, read_text(object, "id"));
  LW_TRY_ASSIGN(edit.parent, read_text(object, "parent"));
  return Edit(std::move(edit));
}

// Reads an edit whose only argument is a node id.
template <class OfNode>
Result<Edit> read_of_node(const JsonField& object) {
  LW_TRY_ASSIGN(std::string id, read_text(object, "id"));
  return Edit(OfNode{std::move(id)});
}

// An absent holder comes from a version without holders and means the empty holder. A null holder means the actor.
template <class OfPin>
Result<Edit> read_pin(const JsonField& object) {
  OfPin edit;
  LW_TRY_ASSIGN(edit.id, read_text(object, "id"));
  LW_TRY_ASSIGN(edit.holder, find_text(object, "holder"));
  if (object.value().find("holder") == nullptr) edit.holder = "";
  return Edit(std::move(edit));
}

struct Reader {
  std::string_view op;
  Result<Edit> (*read)(const JsonField& object);
};

constexpr std::array<Reader, 9> kReaders = {{
    {"insert", read_insert},
    {"insert_under", read_insert_under},
    {"replace", read_replace},
    {"delete", read_delete},
    {"detach", read_of_node<tree::DetachEdit>},
    {"move", read_move},
    {"reparent", read_reparent},
    {"pin", read_pin<tree::PinEdit>},
    {"unpin", read_pin<tree::UnpinEdit>},
}};

Result<tree::MadeEdit> read_edit(const JsonField& object) {
  LW_TRY_ASSIGN(const std::string op, read_text(object, "op"));
  for (const Reader& reader : kReaders) {
    if (reader.op != op) continue;
    tree::MadeEdit made;
    LW_TRY_ASSIGN(made.edit, reader.read(object));
    LW_TRY_ASSIGN(made.ids, read_list(object, "made"));
    return made;
  }
  return object.error("no edit is called '" + op + "'");
}

Result<Stamps> read_stamps(const JsonField& field) {
  LW_TRY_ASSIGN(const std::vector<JsonField> pairs, field.items());
  Stamps stamps;
  for (const JsonField& pair : pairs) {
    LW_TRY_ASSIGN(const std::vector<JsonField> both, pair.items());
    if (both.size() != 2) return pair.error("two stamps expected");
    LW_TRY_ASSIGN(const std::int64_t previous, read_integer(both[0]));
    LW_TRY_ASSIGN(const std::int64_t stamp, read_integer(both[1]));
    if (stamp <= previous) return pair.error("stamps that do not ascend");
    stamps.emplace(previous, stamp);
  }
  return stamps;
}

Result<bool> read_flag(const JsonField& object, std::string_view name) {
  LW_TRY_ASSIGN(const JsonField field, object.member(name));
  const bool* flag = field.value().as_bool();
  if (flag == nullptr) return field.error("true or false expected");
  return *flag;
}

Result<EventRef> read_event(const JsonField& field) {
  EventRef event;
  LW_TRY_ASSIGN(event.stream, read_text(field, "stream"));
  LW_TRY_ASSIGN(const JsonField seq, field.member("seq"));
  LW_TRY_ASSIGN(event.seq, seq.u64());
  return event;
}

Result<JournalEntry::Offered> read_offered(const JsonField& field) {
  JournalEntry::Offered offered;
  LW_TRY_ASSIGN(offered.rule, read_text(field, "rule"));
  LW_TRY_ASSIGN(offered.scope, read_text(field, "scope"));
  return offered;
}

Result<JournalEntry> read_entry(const JsonField& object) {
  JournalEntry entry;
  if (object.find("base")) {
    LW_TRY_ASSIGN(entry.base, read_id<CommitId>(object, "base"));
  }
  if (object.find("reset")) {
    LW_TRY_ASSIGN(entry.is_reset, read_flag(object, "reset"));
  }
  LW_TRY_ASSIGN(entry.call.permissions.actor, read_text(object, "actor"));
  LW_TRY_ASSIGN(entry.call.permissions.system, read_flag(object, "system"));
  LW_TRY_ASSIGN(entry.call.permissions.demote, read_flag(object, "demote"));
  LW_TRY_ASSIGN(const JsonField stamps, object.member("stamps"));
  LW_TRY_ASSIGN(entry.call.stamps, read_stamps(stamps));
  LW_TRY_ASSIGN(const JsonField edits, object.member("edits"));
  LW_TRY_ASSIGN(const std::vector<JsonField> items, edits.items());
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(tree::MadeEdit made, read_edit(item));
    entry.call.edits.push_back(std::move(made));
  }
  if (const auto event = object.find("event")) {
    LW_TRY_ASSIGN(entry.call.event, read_event(*event));
  }
  if (const auto offered = object.find("offered")) {
    LW_TRY_ASSIGN(entry.offered, read_offered(*offered));
  }
  return entry;
}

}  // namespace

std::vector<std::string> reset_entries(std::uint64_t edits) {
  return std::vector<std::string>(edits + 1, encode_entry({{}, {}, {}, true}));
}

std::string encode_entry(const JournalEntry& entry) {
  const EditCall& call = entry.call;
  JsonValue::Array edits;
  for (const tree::MadeEdit& made : call.edits) edits.push_back(edit_json(made));
  JsonValue::Array stamps;
  for (const auto& [previous, stamp] : call.stamps) stamps.emplace_back(JsonValue::Array{previous, stamp});
  std::vector<JsonMember> members = {
      {"actor", call.permissions.actor}, {"demote", call.permissions.demote}, {"edits", std::move(edits)},
      {"stamps", std::move(stamps)},     {"system", call.permissions.system},
  };
  if (entry.is_reset) members.push_back({"reset", true});
  if (entry.offered) {
    members.push_back({"offered", make_object({{"rule", entry.offered->rule}, {"scope", entry.offered->scope}})});
  }
  if (call.event) {
    const auto seq = static_cast<std::int64_t>(call.event->seq);
    members.push_back({"event", make_object({{"stream", call.event->stream}, {"seq", seq}})});
  }
  if (entry.base) members.push_back({"base", entry.base->hex()});
  return canonical_json(make_object(std::move(members)));
}

Result<JournalEntry> decode_entry(std::string_view text) {
  auto value = parse_json(text, kAroundValues);
  auto entry = value ? read_entry(JsonField(*value)) : Result<JournalEntry>(std::move(value).error());
  if (!entry) {
    Error error = std::move(entry).error();
    error.code = Code::Corruption;
    error.message = "an edit of the journal: " + error.message;
    return error;
  }
  return entry;
}

}  // namespace latewood::engine
