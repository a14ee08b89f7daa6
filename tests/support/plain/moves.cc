// The model's moves: out of the tree, under new ids where a snapshot has seen them, and in again.
#include <algorithm>

#include "support/plain/context.h"

namespace latewood::test {

bool is_replacement(const NodeView& node) {
  if (node.node_type == "cb:replacement") return true;
  return std::any_of(node.attributes.begin(), node.attributes.end(), [](const JsonMember& attribute) {
    return attribute.key == "lw:marker" && attribute.value == JsonValue("replacement");
  });
}

Ids named_by(const NodeView& node) {
  const std::string name = node.node_type == "cb:redaction" ? "data_redacts"
                           : is_replacement(node)           ? "data_replaces"
                                                            : "";
  Ids ids;
  for (const JsonMember& attribute : node.attributes) {
    if (attribute.key != name) continue;
    if (attribute.value.as_string()) ids.push_back(*attribute.value.as_string());
    if (!attribute.value.as_array()) continue;
    for (const JsonValue& item : *attribute.value.as_array()) {
      if (item.as_string()) ids.push_back(*item.as_string());
    }
  }
  return ids;
}

// What moves when `id` moves: itself, or the blocks of a turn. They hang nowhere afterwards,
// under new ids if a snapshot has seen `id` (D-10, D-24).
Ids PlainContext::take_out(const std::string& id, Renamed& renamed) {
  find(id);
  const std::string top = top_of(id);
  if (id == "sys" || id == "ah") throw Refused{"E_PLACEMENT_INVALID"};
  check_system_text(id);
  if (is_sealed(id) && id != top && is_in_core(id)) throw Refused{"E_SEALED_IMMUTABLE"};
  if (node(id).node_type == "mc") throw Refused{"E_PLACEMENT_INVALID"};
  const bool was_seen = !is_fresh(id);
  for (const std::string& gone : subtree(id)) now_.moved.erase(gone);
  Ids parts;
  if (id == top) {
    for (const std::string& child : children(id)) {
      const Ids blocks = node(child).node_type == "mc" ? children(child) : Ids{child};
      parts.insert(parts.end(), blocks.begin(), blocks.end());
    }
  } else {
    parts = {id};
  }
  Ids of_core;
  for (const std::string& part : parts) {
    if (node(*node(part).parent_id).node_type == "mc") of_core.push_back(part);
  }
  const auto core = core_of(top);
  for (const std::string& part : parts) changeable(part).shown.parent_id.reset();
  if (id == top) erase(id);
  const auto now = [&renamed](const std::string& old) { return renamed.contains(old) ? renamed.at(old).front() : old; };
  if (was_seen) {
    for (const std::string& part : parts) renewed(part, renamed);
  }
  for (std::string& part : parts) part = now(part);
  for (std::string& part : of_core) part = now(part);
  if (id == top) renamed[id] = parts;
  if (id == top && core) renamed[*core] = of_core;
  return parts;
}

void PlainContext::renewed(const std::string& part, Renamed& renamed) {
  std::map<std::string, std::string> new_ids;
  for (const std::string& id : subtree(part)) {
    PlainNode made = changeable(id);
    stamp(made.shown);
    made.shown.id = new_ids[id] = derived_id(made.shown.creation_index, made.shown.content);
    if (made.shown.parent_id) made.shown.parent_id = new_ids.at(*made.shown.parent_id);
    put_new(made);
  }
  for (const auto& [id, new_id] : new_ids) {
    now_.nodes.erase(id);
    renamed[id] = {new_id};
  }
}

Ids PlainContext::markers_of(const std::string& id) const {
  Ids markers;
  for (const auto& [other, plain] : now_.nodes) {
    const Ids named = named_by(plain.shown);
    const bool names_it = std::find(named.begin(), named.end(), id) != named.end();
    if (names_it && is_in_tree(other)) markers.push_back(other);
  }
  return markers;
}

// What gets another id needs its markers with it, and nothing comes out of what is redacted.
void PlainContext::check_markers(const Ids& tops) const {
  for (const std::string& top : tops) {
    for (auto above = node(top).parent_id; above && above != "root" && above != "seq"; above = node(*above).parent_id) {
      for (const std::string& marker : markers_of(*above)) {
        if (node(marker).node_type == "cb:redaction") throw Refused{"E_SEALED_IMMUTABLE"};
      }
    }
    for (const std::string& id : subtree(top)) {
      const bool keeps_id = (is_fresh(top) || top_of(top) == "ah") && is_block(id);
      if (keeps_id) continue;
      for (const std::string& marker : markers_of(id)) {
        const bool moves_too =
            std::any_of(tops.begin(), tops.end(), [&](const std::string& other) { return is_within(marker, other); });
        if (!moves_too) throw Refused{"E_SEALED_IMMUTABLE"};
      }
    }
  }
}

void PlainContext::rename_marked(const Ids& parts, const Renamed& renamed) {
  for (const std::string& part : parts) {
    for (const std::string& id : subtree(part)) {
      const std::string name = node(id).node_type == "cb:redaction" ? "data_redacts" : "data_replaces";
      for (JsonMember& attribute : changeable(id).shown.attributes) {
        if (named_by(node(id)).empty() || attribute.key != name) continue;
        JsonValue::Array names;
        const auto add = [&](const JsonValue& item) {
          const auto now = item.as_string() ? renamed.find(*item.as_string()) : renamed.end();
          if (now == renamed.end()) return names.push_back(item);
          for (const std::string& each : now->second) {
            if (each != id) names.push_back(JsonValue(each));
          }
        };
        if (attribute.value.as_string()) {
          add(attribute.value);
          attribute.value = names.size() == 1 ? names[0] : JsonValue(names);
        } else {
          for (const JsonValue& item : *attribute.value.as_array()) add(item);
          attribute.value = JsonValue(names);
        }
      }
    }
  }
}

void PlainContext::put_at_depth(const Ids& parts, std::int64_t depth) {
  check_depth(depth);
  // ODI-04: a new turn pushes what is at its depth, so only what is before it is in the way.
  make_way_for_all(parts, depth > 0 ? depth - 1 : depth, std::max<std::int64_t>(depth, 1));
  std::string turn = depth < 0 ? "sys" : "ah";
  if (depth > 0) {
    turn = make_turn(depth);
    make_container("mc", "mc:" + std::to_string(now_.cycle) + ":1", turn);
  }
  for (const std::string& part : parts) {
    changeable(part).shown.parent_id = resolved_parent(turn, node(part).offset);
  }
  if (depth <= 0) return;
  for (const std::string& id : subtree(turn)) now_.moved.insert(id);
}

// A node that is below another of them moves with that one.
Ids PlainContext::topmost(const Ids& ids) const {
  Ids tops;
  for (const std::string& id : ids) {
    const bool is_below = std::any_of(ids.begin(), ids.end(),
                                      [&](const std::string& other) { return id != other && is_within(id, other); });
    if (!is_below && std::find(tops.begin(), tops.end(), id) == tops.end()) tops.push_back(id);
  }
  return tops;
}

Ids PlainContext::move_all(const Ids& ids, std::int64_t depth) {
  if (ids.empty()) throw Refused{"E_NODE_NOT_FOUND"};
  if (depth < 0 && !system_) throw Refused{"E_UNAUTHORIZED"};
  for (const std::string& id : ids) find(id);
  Ids parts;
  Renamed renamed;
  check_markers(topmost(ids));
  for (const std::string& id : topmost(ids)) {
    const Ids taken = take_out(id, renamed);
    parts.insert(parts.end(), taken.begin(), taken.end());
  }
  rename_marked(parts, renamed);
  std::set<Pin> pins;
  for (const Pin& pin : now_.pins) {
    const auto found = renamed.find(pin.id);
    for (const std::string& id : found == renamed.end() ? Ids{pin.id} : found->second) pins.insert({id, pin.holder});
  }
  now_.pins = pins;
  put_at_depth(parts, depth);
  return parts;
}

Result<Ids> PlainContext::move(const Ids& ids, std::int64_t depth) {
  return all_or_nothing([&] { return move_all(ids, depth); });
}

Result<Ids> PlainContext::reparent(const std::string& id, const std::string& parent) {
  return all_or_nothing([&]() -> Ids {
    find(id);
    if (is_sealed(id) && node(id).node_type == "mc") throw Refused{"E_SEALED_IMMUTABLE"};
    if (!is_block(id)) throw Refused{"E_PLACEMENT_INVALID"};
    if (!is_fresh(id) || is_sealed(id)) throw Refused{"E_SEALED_IMMUTABLE"};
    find(parent);
    if (is_within(parent, id)) throw Refused{"E_TREE_CYCLE"};
    const std::string target = resolved_parent(parent, node(id).offset);
    const std::int64_t depth = depth_of(target);
    const bool changes_depth = depth != depth_of(id);
    check_markers({id});
    Renamed renamed;
    take_out(id, renamed);
    if (changes_depth) make_way_for_all({id}, depth, depth + 1);
    if (!is_in_tree(target) || depth_of(target) != depth) throw Refused{"OverlapWouldViolateODI"};
    changeable(id).shown.parent_id = target;
    return {};
  });
}

}  // namespace latewood::test
