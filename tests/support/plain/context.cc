#include "support/plain/context.h"

#include <algorithm>
#include <functional>
#include <regex>
#include <tuple>

#include "base/iso_time.h"
#include "canon/blake3.h"
#include "canon/content_hash.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"

namespace latewood::test {
namespace {

constexpr std::int64_t kStep = 1 << 20;

PlainNode region(const std::string& id, std::int64_t stamp) {
  PlainNode made;
  made.shown.id = id;
  made.shown.node_type = "^" + id;
  made.shown.created_at_ns = stamp;
  made.shown.creation_index = static_cast<std::uint64_t>(stamp);
  if (id != "root") made.shown.parent_id = "root";
  return made;
}

// D-05, TREE-11: `cb`, or a type with a namespace that is not a turn's or core's.
void check_type(const std::string& type) {
  const std::size_t colon = type.find(':');
  const std::string prefix = type.substr(0, colon);
  const bool named = colon != std::string::npos && colon > 0 && !type.ends_with(':');
  const bool structural = prefix == "mt" || prefix == "mc" || type.starts_with('^');
  if (type != "cb" && (!named || structural)) throw Refused{"E_PLACEMENT_INVALID"};
}

// D-08.
void check_attributes(const std::vector<JsonMember>& attributes) {
  std::set<std::string> names;
  for (const JsonMember& attribute : attributes) {
    const std::string& name = attribute.key;
    const std::size_t colon = name.find(':');
    const bool prefixed = colon != std::string::npos && colon > 0 && colon + 1 < name.size();
    const bool allowed = name.starts_with("data_") || name.starts_with("content_") || prefixed;
    if (!allowed || name == "content_hash" || !names.insert(name).second) throw Refused{"E_ATTR_NAME"};
  }
}

// TREE-10, VER-04: `developer` is a role of vendors only, so it needs a prefix here.
void check_role(const std::optional<std::string>& role) {
  static const std::set<std::string> kKnown = {"user", "assistant", "tool", "system", "other"};
  if (role && !kKnown.contains(*role) && role->find(':') == std::string::npos) throw Refused{"E_ATTR_VALUE"};
}

bool is_system_role(const std::string& role) { return role == "system" || role == "developer"; }

// Whether some object in it has a member `role` that names the system.
bool names_system(const JsonValue& value) {
  if (value.as_array()) return std::any_of(value.as_array()->begin(), value.as_array()->end(), names_system);
  if (!value.as_object()) return false;
  for (const JsonMember& member : *value.as_object()) {
    const std::string* text = member.value.as_string();
    if (member.key == "role" && text != nullptr && is_system_role(*text)) return true;
    if (names_system(member.value)) return true;
  }
  return false;
}

bool sorts_before(const NodeView* a, const NodeView* b) {
  return std::tie(a->offset, a->created_at_ns, a->creation_index, a->id) <
         std::tie(b->offset, b->created_at_ns, b->creation_index, b->id);
}

std::vector<JsonMember> sorted(std::vector<JsonMember> attributes) {
  std::sort(attributes.begin(), attributes.end(),
            [](const JsonMember& a, const JsonMember& b) { return a.key < b.key; });
  return attributes;
}

Sha256Digest content_hash_of(const NodeView& node) {
  HashedContent hashed;
  std::string json;
  if (node.content) hashed.content_json = json = canonical_json(*node.content);
  if (node.kind) hashed.kind = *node.kind;
  if (node.role) hashed.role = *node.role;
  hashed.attributes = &node.attributes;
  return content_hash(hashed);
}

std::string bytes_of(const RawBytes32& digest) { return {digest.begin(), digest.end()}; }

}  // namespace

// By its role; or it is an item of a vendor's own, given as JSON or as its text, with such a role in it. A replacement
// without a kind has that of what it replaces, so it may be an item too.
bool speaks_for_system(const NodeView& node) {
  if (node.role && is_system_role(*node.role)) return true;
  if (!node.content || !(node.kind ? node.kind == "opaque" : is_replacement(node))) return false;
  const std::string* text = node.content->as_string();
  if (text == nullptr) return names_system(*node.content);
  const auto parsed = parse_json(*text);
  return parsed && names_system(*parsed);
}

bool is_reserved_id(const std::string& id) {
  static const std::regex kIssued("(mt:|mc:)[^]*|cb:[a-z2-7]{16}(:[0-9]+)?");
  return std::regex_match(id, kIssued);
}

PlainContext::PlainContext(const ContextOptions& options)
    : system_(options.system), demotes_(options.demote_overlaps), actor_(options.actor), tokens_(options.tokens) {
  std::int64_t stamp = 0;
  for (const char* id : {"root", "sys", "seq", "ah"}) {
    start_.nodes[id] = region(id, stamp++);
    start_.used.insert(id);
  }
  now_ = start_;
}

// ---- looking ----

// ORDER-01.
Ids PlainContext::children(const std::string& id) const {
  std::vector<const NodeView*> found;
  for (const auto& [child_id, child] : now_.nodes) {
    if (child.shown.parent_id == id) found.push_back(&child.shown);
  }
  std::sort(found.begin(), found.end(), sorts_before);
  Ids ids;
  for (const NodeView* child : found) ids.push_back(child->id);
  return ids;
}

// ORDER-10: the node, then its children.
Ids PlainContext::subtree(const std::string& id) const {
  std::map<std::string, std::vector<const NodeView*>> children_of;
  for (const auto& [child_id, child] : now_.nodes) {
    if (child.shown.parent_id) children_of[*child.shown.parent_id].push_back(&child.shown);
  }
  for (auto& [parent, found] : children_of) std::sort(found.begin(), found.end(), sorts_before);
  Ids ids;
  const std::function<void(const std::string&)> visit = [&](const std::string& here) {
    ids.push_back(here);
    for (const NodeView* child : children_of[here]) visit(child->id);
  };
  visit(id);
  return ids;
}

bool PlainContext::is_within(const std::string& id, const std::string& ancestor) const {
  const auto found = now_.nodes.find(id);
  if (found == now_.nodes.end()) return false;
  const auto& parent = found->second.shown.parent_id;
  return id == ancestor || (parent && is_within(*parent, ancestor));
}

bool PlainContext::is_in_tree(const std::string& id) const { return is_within(id, "root"); }

void PlainContext::find(const std::string& id) const {
  if (id == "root" || id == "seq") throw Refused{"E_PLACEMENT_INVALID"};
  if (!is_in_tree(id)) throw Refused{"E_NODE_NOT_FOUND"};
}

bool PlainContext::is_block(const std::string& id) const {
  const std::string& type = node(id).node_type;
  return type != "mt" && type != "mc" && !type.starts_with('^');
}

// The turn a node is in; "sys" or "ah" outside of turns.
std::string PlainContext::top_of(const std::string& id) const {
  const NodeView& here = node(id);
  const bool is_top = here.node_type == "mt" || here.parent_id == "root";
  return is_top ? id : top_of(*here.parent_id);
}

std::optional<std::string> PlainContext::core_of(const std::string& top) const {
  for (const std::string& child : children(top)) {
    if (node(child).node_type == "mc") return child;
  }
  return std::nullopt;
}

bool PlainContext::is_in_core(const std::string& id) const {
  const auto core = core_of(top_of(id));
  return core && is_within(id, *core);
}

// D-21, D-24: in history, everything but what insertions of this cycle made.
bool PlainContext::is_sealed(const std::string& id) const {
  const std::string top = top_of(id);
  return top != "sys" && top != "ah" && (!is_fresh(id) || now_.moved.contains(id));
}

// PLACE-09: turns count from the newest, 1. The head is 0, `^sys` below.
std::int64_t PlainContext::depth_of(const std::string& id) const {
  const std::string top = top_of(id);
  if (top == "sys") return -1;
  if (top == "ah") return 0;
  const Ids turns = children("seq");
  return turns.end() - std::find(turns.begin(), turns.end(), top);
}

std::vector<NodeView> PlainContext::shown_nodes() const {
  std::vector<NodeView> nodes;
  for (const std::string& id : document()) {
    const PlainNode& plain = now_.nodes.at(id);
    NodeView view = plain.shown;
    if (plain.expiry) view.ttl = std::max<std::int64_t>(0, *plain.expiry - static_cast<std::int64_t>(now_.cycle));
    view.created_at_iso = iso_time(view.created_at_ns);
    view.content_hash = content_hash_of(view);
    for (const Pin& pin : now_.pins) {
      if (pin.id == id) view.pins.push_back(pin.holder);
    }
    nodes.push_back(view);
  }
  return nodes;
}

// ---- making ----

bool PlainContext::is_taken(const std::string& id) const { return now_.used.contains(id) || now_.issued.contains(id); }

std::string PlainContext::free_id(const std::string& base) const {
  if (!is_taken(base)) return base;
  for (int suffix = 1;; ++suffix) {
    const std::string id = base + ":" + std::to_string(suffix);
    if (!is_taken(id)) return id;
  }
}

// D-09: the first 80 bits of BLAKE3(parent commit, creation index, payload digest).
std::string PlainContext::derived_id(std::uint64_t index, const std::optional<JsonValue>& content) const {
  std::string hashed = now_.parent ? bytes_of(now_.parent->bytes) : "";
  for (int i = 0; i < 8; ++i) hashed.push_back(static_cast<char>(index >> (8 * i)));
  const std::string payload = content ? '\1' + canonical_json(*content) : std::string(1, '\0');
  hashed += bytes_of(blake3_of(payload).bytes);
  const RawBytes32 digest = blake3_of(hashed).bytes;
  std::string id = "cb:";
  for (std::size_t character = 0; character < 16; ++character) {
    std::size_t value = 0;
    for (std::size_t bit = 5 * character; bit < 5 * character + 5; ++bit) {
      value = 2 * value + (digest[bit / 8] >> (7 - bit % 8)) % 2;
    }
    id.push_back("abcdefghijklmnopqrstuvwxyz234567"[value]);
  }
  return free_id(id);
}

// D-18.
void PlainContext::stamp(NodeView& made) {
  now_.last_stamp += kStep;
  made.created_at_ns = now_.last_stamp;
  made.creation_index = now_.next_index++;
  made.cycle = now_.cycle;
}

void PlainContext::put_new(PlainNode made) {
  now_.issued.insert(made.shown.id);
  now_.nodes[made.shown.id] = made;
}

std::string PlainContext::make_container(const std::string& type, const std::string& base_id,
                                         const std::string& parent) {
  PlainNode made;
  stamp(made.shown);
  made.shown.id = free_id(base_id);
  made.shown.node_type = type;
  made.shown.parent_id = parent;
  put_new(made);
  return made.shown.id;
}

// 02 section 5.3.1: a rule of the policy marks what does not say itself whether it is removable.
Component PlainContext::marked_by_policy(const Component& component) const {
  Component marked = component;
  if (!policy_ || component.removable) return marked;
  for (const RemovableRule& rule : policy_->removable) {
    if (rule.type && *rule.type != component.node_type) continue;
    if (rule.zone == "pre" && component.offset >= 0) continue;
    if (rule.zone == "core" && component.offset != 0) continue;
    if (rule.zone == "post" && component.offset <= 0) continue;
    marked.removable = true;
  }
  return marked;
}

std::string PlainContext::make_block(const Component& component, const std::string& parent) {
  PlainNode made;
  stamp(made.shown);
  made.shown.id = component.id ? *component.id : derived_id(made.shown.creation_index, component.content);
  made.shown.node_type = component.node_type;
  made.shown.offset = component.offset;
  made.shown.priority = component.priority;
  made.shown.role = component.role;
  made.shown.kind = component.kind;
  //
  NodeView kin;
  kin.node_type = component.node_type;
  kin.attributes = component.attributes;
  const bool is_text = component.content && component.content->as_string();
  if (!component.kind && is_text && !is_replacement(kin)) made.shown.kind = "text";
  made.shown.content = component.content;
  made.shown.removable = component.removable;
  made.shown.key = component.key;
  made.shown.provenance = component.provenance;
  if (!component.provenance && !actor_.empty()) made.shown.provenance = actor_;
  made.shown.attributes = sorted(component.attributes);
  made.shown.parent_id = parent;
  if (component.ttl) made.expiry = static_cast<std::int64_t>(now_.cycle) + *component.ttl;
  NodeView said = made.shown;
  said.kind = component.kind;
  if (!system_ && speaks_for_system(said)) throw Refused{"E_UNAUTHORIZED"};
  put_new(made);
  return made.shown.id;
}

void PlainContext::check_depth(std::int64_t depth) const {
  if (depth > static_cast<std::int64_t>(turn_count()) + 1) throw Refused{"E_DEPTH_RANGE"};
}

// D-23: the stamp of a turn decides its depth, so one in the middle gets one in the middle.
std::string PlainContext::make_turn(std::int64_t depth) {
  const Ids turns = children("seq");
  const auto count = static_cast<std::int64_t>(turns.size());
  const std::string base_id = "mt:" + std::to_string(now_.cycle) + ":1";
  if (depth == 1) return make_container("mt", base_id, "seq");

  const NodeView newer = node(turns[static_cast<std::size_t>(count - depth + 1)]);
  const bool has_older = depth <= count;
  const NodeView older = has_older ? node(turns[static_cast<std::size_t>(count - depth)]) : NodeView();
  const std::int64_t middle = older.created_at_ns + (newer.created_at_ns - older.created_at_ns) / 2;
  const bool is_tie = has_older && older.created_at_ns == newer.created_at_ns;
  PlainNode made;
  made.shown.created_at_ns = middle;
  if (!has_older && newer.created_at_ns <= 1) {
    made.shown.created_at_ns = newer.created_at_ns - kStep;  // below 0
    made.shown.creation_index = now_.next_index++;
  } else if (middle != older.created_at_ns) {
    made.shown.creation_index = now_.next_index++;
  } else if (is_tie) {
    made.shown.creation_index = older.creation_index + (newer.creation_index - older.creation_index) / 2;
    if (made.shown.creation_index == older.creation_index) throw Refused{"E_DEPTH_NO_GAP"};
  } else {
    made.shown.creation_index = older.creation_index + kStep;
  }
  made.shown.id = free_id(base_id);
  made.shown.node_type = "mt";
  made.shown.cycle = now_.cycle;
  made.shown.parent_id = "seq";
  put_new(made);
  return made.shown.id;
}

std::string PlainContext::head_core() {
  const auto core = core_of("ah");
  return core ? *core : make_container("mc", "mc:" + std::to_string(now_.cycle), "ah");
}

// ---- inserting ----

// The ids that such a block would redact, replace or cover.
Ids PlainContext::marked_ids(const std::string& type, const std::vector<JsonMember>& attributes) const {
  NodeView marker;
  marker.node_type = type;
  marker.attributes = attributes;
  Ids named = named_by(marker);
  marker.node_type = "cb:replacement";  // what a block covers is named in the same way
  for (JsonMember& attribute : marker.attributes) attribute.key = attribute.key == "data_covers" ? "data_replaces" : "";
  for (const std::string& id : named_by(marker)) named.push_back(id);
  return named;
}

// D-27: a caller without the capability does not hide what is in `^sys` either.
void PlainContext::check_marked(const std::string& type, const std::vector<JsonMember>& attributes) const {
  for (const std::string& id : marked_ids(type, attributes)) {
    if (system_) continue;
    const bool is_there = is_in_tree(id) && id != "root" && id != "seq";
    if (is_there && top_of(id) == "sys") throw Refused{"E_UNAUTHORIZED"};
    if (is_there) check_system_text(id);
    // AUD-19: a marker would act on whatever gets the id, so it names what is there, or was there once.
    if (!is_there && (type == "cb:redaction" || !is_taken(id))) throw Refused{"E_NODE_NOT_FOUND"};
  }
}

// Text of the system below `id`, which is neither the root nor `seq`: all of `^sys`, what speaks for the system
// elsewhere.
bool PlainContext::holds_system_text(const std::string& id) const {
  if (top_of(id) == "sys") return true;
  const Ids below = subtree(id);
  return std::any_of(below.begin(), below.end(),
                     [this](const std::string& each) { return is_block(each) && speaks_for_system(node(each)); });
}

// AUD-19: such text, and what marks it, is changed with the capability only.
void PlainContext::check_system_text(const std::string& id) const {
  if (system_) return;
  if (holds_system_text(id)) throw Refused{"E_UNAUTHORIZED"};
  for (const std::string& each : subtree(id)) {
    for (const std::string& named : marked_ids(node(each).node_type, node(each).attributes)) {
      const bool is_there = is_in_tree(named) && named != "root" && named != "seq";
      if (is_there && holds_system_text(named)) throw Refused{"E_UNAUTHORIZED"};
    }
  }
}

// AUD-14. An id that a node has is refused for that.
void PlainContext::check_own_id(const Component& component) const {
  if (!component.id || is_in_tree(*component.id)) return;
  if (is_reserved_id(*component.id)) throw Refused{"E_ID_RESERVED"};
}

// Checks a component and takes its id, so that nothing else made on its way gets that.
void PlainContext::claim(const Component& component) {
  check_own_id(component);
  check_type(component.node_type);
  check_role(component.role);
  check_attributes(component.attributes);
  check_marked(component.node_type, component.attributes);
  if (component.ttl && *component.ttl < 0) throw Refused{"E_TTL_INVALID"};
  if (!component.id) return;
  if (component.id->empty()) throw Refused{""};
  if (is_taken(*component.id)) throw Refused{"E_DUPLICATE_ID"};
  now_.issued.insert(*component.id);
}

// The node that a block at `offset` really hangs under: offset 0 of a turn or the head is its
// core. Refuses `^sys` without the capability, and cores that a snapshot has seen.
std::string PlainContext::resolved_parent(const std::string& parent, std::int64_t offset) {
  find(parent);
  const std::string top = top_of(parent);
  if (top == "sys" && !system_) throw Refused{"E_UNAUTHORIZED"};
  if (top == "sys") return parent;
  const bool goes_to_core = parent == top && offset == 0;
  if (top == "ah") return goes_to_core ? head_core() : parent;
  const std::string target = goes_to_core ? *core_of(top) : parent;
  if (is_in_core(target) && is_sealed(target)) throw Refused{"E_SEALED_IMMUTABLE"};
  return target;
}

// D-26: whoever comes to `depth` with a key needs every other live holder to be deeper. If
// holders are demoted, the shallowest goes first and pushes the next one, so they keep
// their order.
void PlainContext::make_way(const std::optional<std::string>& key, std::int64_t depth, std::int64_t demoted_to) {
  if (!key || depth < 0) return;
  Ids holders;
  for (const std::string& id : document()) {
    if (node(id).key == key && depth_of(id) >= 0) holders.push_back(id);
  }
  std::stable_sort(holders.begin(), holders.end(),
                   [this](const std::string& a, const std::string& b) { return depth_of(a) < depth_of(b); });
  for (const std::string& holder : holders) {
    if (!is_in_tree(holder) || depth_of(holder) > depth) continue;
    if (!demotes_) throw Refused{"OverlapWouldViolateODI"};
    try {
      move_all({holder}, demoted_to);
    } catch (const Refused&) {
      throw Refused{"OverlapWouldViolateODI"};
    }
  }
}

// The same for everything that comes to `depth` together: two with one key cannot.
void PlainContext::make_way_for_all(const Ids& parts, std::int64_t depth, std::int64_t demoted_to) {
  if (depth < 0) return;
  std::set<std::string> keys;
  Ids in_order;
  for (const std::string& part : parts) {
    for (const std::string& id : subtree(part)) {
      const auto& key = node(id).key;
      if (!key) continue;
      if (!keys.insert(*key).second) throw Refused{"OverlapWouldViolateODI"};
      in_order.push_back(*key);
    }
  }
  for (const std::string& key : in_order) make_way(key, depth, demoted_to);
}

std::string PlainContext::insert_below(const Component& component, const std::string& parent) {
  const std::string target = resolved_parent(parent, component.offset);
  const std::int64_t depth = depth_of(target);
  make_way(component.key, depth, depth + 1);
  // A holder that the new one would be inside of cannot make way for it.
  if (!is_in_tree(target) || depth_of(target) != depth) throw Refused{"OverlapWouldViolateODI"};
  return make_block(component, target);
}

Result<Ids> PlainContext::insert(const Component& component, std::int64_t depth) {
  return all_or_nothing([&]() -> Ids {
    claim(component);
    const Component marked = marked_by_policy(component);
    if (depth <= 0) return {insert_below(marked, depth == 0 ? "ah" : "sys")};
    check_depth(depth);
    make_way(component.key, depth - 1, depth);  // the new turn pushes what is at its depth
    const std::string turn = make_turn(depth);
    const std::string core = make_container("mc", "mc:" + std::to_string(now_.cycle) + ":1", turn);
    return {make_block(marked, component.offset == 0 ? core : turn)};
  });
}

Result<Ids> PlainContext::insert_under(const Component& component, const std::string& parent) {
  return all_or_nothing([&]() -> Ids {
    claim(component);
    return {insert_below(marked_by_policy(component), parent)};
  });
}

// ---- replacing and deleting ----

std::string PlainContext::add_marker(const std::string& id, const Component& marker,
                                     const std::optional<std::int64_t>& expiry) {
  if (marker.offset == 0) throw Refused{"E_PLACEMENT_INVALID"};
  const std::string made = make_block(marker, top_of(id));
  changeable(made).expiry = expiry;
  return made;
}

std::optional<std::int64_t> PlainContext::expiry_after(const std::string& id, const Replacement& given) const {
  if (given.persistent) return std::nullopt;
  if (given.ttl) return static_cast<std::int64_t>(now_.cycle) + *given.ttl;
  return now_.nodes.at(id).expiry;
}

// what is given, and the rest as it was.
void PlainContext::change_block(const std::string& id, const Replacement& given) {
  NodeView& shown = changeable(id).shown;
  std::vector<JsonMember> attributes = shown.attributes;
  for (const JsonMember& one : given.attributes) {
    std::erase_if(attributes, [&one](const JsonMember& old) { return old.key == one.key; });
    if (!one.value.is_null()) attributes.push_back(one);
  }
  const std::string type = given.node_type.value_or(shown.node_type);
  check_marked(type, type == shown.node_type ? given.attributes : attributes);
  NodeView said = shown;
  said.node_type = type;
  said.attributes = attributes;
  said.content = given.content;
  if (given.role) said.role = given.role;
  if (given.kind) said.kind = given.kind;
  const bool is_text = given.content && given.content->as_string();
  if (!said.kind && is_text && !is_replacement(said)) said.kind = "text";
  if (!system_ && speaks_for_system(said)) throw Refused{"E_UNAUTHORIZED"};
  const std::int64_t offset = given.offset.value_or(shown.offset);
  changeable(id).expiry = expiry_after(id, given);
  if (offset != shown.offset) {
    std::string parent = *shown.parent_id;
    if (node(parent).node_type == "mc") parent = *node(parent).parent_id;
    shown.parent_id = resolved_parent(parent, offset);
  }
  shown.node_type = type;
  shown.attributes = sorted(attributes);
  shown.content = given.content;
  shown.role = said.role;
  shown.kind = said.kind;
  if (given.priority) shown.priority = *given.priority;
  shown.offset = offset;
}

Result<Ids> PlainContext::replace(const std::string& id, const Replacement& given) {
  return all_or_nothing([&]() -> Ids {
    check_attributes(given.attributes);
    check_role(given.role);
    if (given.node_type) check_type(*given.node_type);
    if (given.ttl && (*given.ttl < 0 || given.persistent)) throw Refused{"E_TTL_INVALID"};
    find(id);
    if (is_sealed(id) && node(id).node_type == "mc") throw Refused{"E_SEALED_IMMUTABLE"};
    if (!is_block(id)) throw Refused{"E_PLACEMENT_INVALID"};
    check_system_text(id);
    if (!is_sealed(id)) {
      change_block(id, given);
      return {id};
    }
    if (given.node_type == "cb:redaction") throw Refused{"E_PLACEMENT_INVALID"};
    const NodeView original = node(id);
    Component marker;
    marker.node_type = given.node_type.value_or("cb:replacement");
    marker.role = given.role ? given.role : original.role;
    marker.kind = given.kind ? given.kind : original.kind;
    marker.priority = given.priority.value_or(original.priority);
    marker.offset = given.offset.value_or(original.offset == 0 ? 1 : original.offset);
    marker.content = given.content;
    marker.attributes = given.attributes;
    std::erase_if(marker.attributes, [](const JsonMember& one) { return one.value.is_null(); });
    marker.attributes.push_back({"data_replaces", JsonValue(id)});
    if (marker.node_type != "cb:replacement") marker.attributes.push_back({"lw:marker", JsonValue("replacement")});
    check_attributes(marker.attributes);
    return {add_marker(id, marker, expiry_after(id, given))};
  });
}

void PlainContext::erase(const std::string& id) {
  for (const std::string& gone : subtree(id)) now_.nodes.erase(gone);
}

std::optional<std::string> PlainContext::delete_one(const std::string& id) {
  find(id);
  const std::string top = top_of(id);
  if (id == "sys" || id == "ah") throw Refused{"E_PLACEMENT_INVALID"};
  check_system_text(id);
  if (is_sealed(id) && (node(id).node_type == "cb:redaction" || is_replacement(node(id)))) {
    if (is_in_core(id)) throw Refused{"E_SEALED_IMMUTABLE"};
    erase(id);
    return std::nullopt;
  }
  if (is_sealed(id)) {
    Component marker;
    marker.node_type = "cb:redaction";
    marker.offset = 1;
    marker.attributes = {{"data_redacts", JsonValue(id)}};
    return add_marker(id, marker, now_.nodes.at(id).expiry);
  }
  if (top != "ah" && node(id).node_type == "mc") throw Refused{"E_PLACEMENT_INVALID"};
  erase(id);
  return std::nullopt;
}

Result<Ids> PlainContext::delete_nodes(const Ids& ids) {
  return all_or_nothing([&] {
    if (ids.empty()) throw Refused{"E_NODE_NOT_FOUND"};
    for (const std::string& id : ids) find(id);
    Ids markers;
    std::set<std::string> done;
    for (const std::string& id : ids) {
      if (!done.insert(id).second || !is_in_tree(id)) continue;  // went with one above it
      if (const auto marker = delete_one(id)) markers.push_back(*marker);
    }
    return markers;
  });
}

Result<Ids> PlainContext::detach(const std::string& id) {
  return all_or_nothing([&]() -> Ids {
    find(id);
    if (!is_sealed(id)) {
      delete_one(id);
      return {};
    }
    if (id == top_of(id) || is_in_core(id)) throw Refused{"E_SEALED_IMMUTABLE"};
    check_system_text(id);
    erase(id);
    return {};
  });
}

// ---- pins ----

Ids PlainContext::working_pins() const {
  std::set<std::string> ids;
  for (const Pin& pin : now_.pins) ids.insert(pin.id);
  return {ids.begin(), ids.end()};
}

Result<Ids> PlainContext::pin(const std::string& id, const std::optional<std::string>& holder) {
  return all_or_nothing([&]() -> Ids {
    find(id);
    now_.pins.insert({id, holder.value_or(actor_)});
    return {};
  });
}

Result<Ids> PlainContext::unpin(const std::string& id, const std::optional<std::string>& holder) {
  return all_or_nothing([&]() -> Ids {
    if (now_.pins.erase({id, holder.value_or(actor_)}) == 0) throw Refused{"E_NODE_NOT_FOUND"};
    return {};
  });
}

std::vector<NodeView> PlainContext::said_by_system() const {
  std::vector<NodeView> said;
  for (NodeView& shown : shown_nodes()) {
    if (shown.node_type.starts_with('^')) continue;
    const Ids marked = marked_ids(shown.node_type, shown.attributes);
    const bool is_said = top_of(shown.id) == "sys" || (is_block(shown.id) && speaks_for_system(shown)) ||
                         std::any_of(marked.begin(), marked.end(), [this](const std::string& id) {
                           return is_in_tree(id) && id != "root" && id != "seq" && holds_system_text(id);
                         });
    if (!is_said) continue;
    said.push_back(std::move(shown));
  }
  std::sort(said.begin(), said.end(), [](const NodeView& a, const NodeView& b) { return a.id < b.id; });
  return said;
}

Result<void> PlainContext::reset() {
  PlainContext before = *this;
  before.now_ = history_.empty() ? start_ : history_.back().after;
  const auto is_same = [](const NodeView& a, const NodeView& b) {
    return a.id == b.id && a.content_hash == b.content_hash && a.role == b.role && a.kind == b.kind &&
           a.parent_id == b.parent_id && a.offset == b.offset && a.attributes == b.attributes;
  };
  const std::vector<NodeView> said = said_by_system();
  const std::vector<NodeView> said_before = before.said_by_system();
  const bool is_kept = std::equal(said.begin(), said.end(), said_before.begin(), said_before.end(), is_same);
  if (!system_ && !is_kept) return Error{Code::InvalidArgument, "", "E_UNAUTHORIZED", {}};
  now_ = before.now_;
  return {};
}

PlainContext PlainContext::fork(std::uint64_t cycle) const {
  PlainContext forked = *this;
  forked.history_.resize(cycle);
  forked.now_ = forked.history_.empty() ? forked.start_ : forked.history_.back().after;
  return forked;
}

}  // namespace latewood::test
