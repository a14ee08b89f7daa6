// The model's commit: expire, cascade, prune, seal, and a full copy of what is left.
#include <algorithm>

#include "canon/json_writer.h"
#include "support/plain/context.h"

namespace latewood::test {
namespace {

// D-16: `data_refs` is one id or a list of ids.
bool refers_to(const NodeView& node, const std::string& id) {
  for (const JsonMember& attribute : node.attributes) {
    if (attribute.key != "data_refs") continue;
    if (attribute.value == JsonValue(id)) return true;
    const JsonValue::Array* list = attribute.value.as_array();
    if (list != nullptr && std::find(list->begin(), list->end(), JsonValue(id)) != list->end()) return true;
  }
  return false;
}

std::uint64_t content_bytes(const NodeView& node) { return node.content ? canonical_json(*node.content).size() : 0; }

}  // namespace

// D-16: a pin holds, and so does a node that does not leave itself.
bool PlainContext::is_held(const std::string& id, const std::set<std::string>& leaving) const {
  const auto pins_it = [&id](const Pin& pin) { return pin.id == id; };
  if (std::any_of(now_.pins.begin(), now_.pins.end(), pins_it)) return true;
  return std::any_of(now_.nodes.begin(), now_.nodes.end(), [&](const auto& other) {
    if (!refers_to(other.second.shown, id)) return false;
    return std::none_of(leaving.begin(), leaving.end(),
                        [&](const std::string& leaver) { return is_within(other.first, leaver); });
  });
}

void PlainContext::count_blocks(std::int64_t& nodes, std::int64_t& bytes) const {
  for (const auto& [id, plain] : now_.nodes) {
    if (!is_block(id)) continue;
    ++nodes;
    bytes += static_cast<std::int64_t>(content_bytes(plain.shown));
  }
}

void PlainContext::depart(CommitReport& report, const std::string& id, Cause cause) {
  for (const std::string& gone : subtree(id)) {
    // what is below it leaves with its parent.
    const std::string with = gone == id ? "" : *node(gone).parent_id;
    report.departures.push_back({gone, cause, content_bytes(node(gone)), with});
  }
  erase(id);
}

// What the last snapshot had and the tree has no more.
void PlainContext::report_deleted(CommitReport& report) const {
  if (history_.empty()) return;
  for (const NodeView& before : history_.back().nodes) {
    if (now_.nodes.contains(before.id)) continue;
    report.departures.push_back({before.id, Cause::Delete, content_bytes(before), {}});
    if (before.node_type == "mt" || before.node_type == "mc") continue;
    ++report.nodes_before;
    report.bytes_before += static_cast<std::int64_t>(content_bytes(before));
  }
}

void PlainContext::expire(CommitReport& report) {
  Ids due;
  for (const std::string& id : document()) {
    const auto& expiry = changeable(id).expiry;
    if (expiry && *expiry <= static_cast<std::int64_t>(now_.cycle)) due.push_back(id);
  }
  // The largest set that nothing outside of it holds: what is held leaves the set, until
  // nothing in it is.
  std::set<std::string> leaving(due.begin(), due.end());
  // a marker waits for what it names.
  const auto waits = [&](const std::string& id) {
    const Ids named = named_by(node(id));
    return std::any_of(named.begin(), named.end(), [&](const std::string& other) {
      return std::find(due.begin(), due.end(), other) != due.end() && !leaving.contains(other);
    });
  };
  const auto has_to_stay = [&](const std::string& id) { return is_any_held(id, leaving) || waits(id); };
  for (;;) {
    const auto kept = std::find_if(leaving.begin(), leaving.end(), has_to_stay);
    if (kept == leaving.end()) break;
    leaving.erase(kept);
  }
  Ids emptied;
  for (const std::string& id : due) {
    if (!is_in_tree(id)) continue;  // went with a node above it
    if (leaving.contains(id)) {
      emptied.push_back(*node(id).parent_id);
      depart(report, id, Cause::Ttl);
    } else {
      report.deferred.push_back(id);
      changeable(id).expiry = static_cast<std::int64_t>(now_.cycle);
    }
  }
  take_along(report, emptied);
}

bool PlainContext::is_any_held(const std::string& top, const std::set<std::string>& leaving) const {
  const Ids below = subtree(top);
  return std::any_of(below.begin(), below.end(), [&](const std::string& inner) { return is_held(inner, leaving); });
}

// emptied containers, and markers of which nothing is left that they name.
void PlainContext::take_along(CommitReport& report, Ids emptied) {
  for (std::size_t next = 0;;) {
    for (; next < report.departures.size(); ++next) {
      if (report.departures[next].cause == Cause::Delete) continue;  // edits are not expiry
      const std::string gone = report.departures[next].id;
      const Cause cause = report.departures[next].cause;
      Ids markers;
      for (const std::string& id : document()) {
        const Ids named = named_by(node(id));
        const bool names_it = std::find(named.begin(), named.end(), gone) != named.end();
        const bool is_left =
            std::none_of(named.begin(), named.end(), [this](const std::string& other) { return is_in_tree(other); });
        if (names_it && is_left) markers.push_back(id);
      }
      for (const std::string& id : markers) {
        if (!is_in_tree(id) || is_any_held(id, {id})) continue;
        emptied.push_back(*node(id).parent_id);
        depart(report, id, cause);
      }
    }
    cascade(report, emptied);
    if (next == report.departures.size()) return;
  }
}

// D-15: to a fixpoint, upwards from where something went.
void PlainContext::cascade(CommitReport& report, const Ids& emptied) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::string id : emptied) {
      while (is_in_tree(id) && node(id).removable == true && children(id).empty() && !is_held(id, {id})) {
        const std::string parent = *node(id).parent_id;
        depart(report, id, Cause::Cascade);
        id = parent;
        changed = true;
      }
    }
  }
}

std::string PlainContext::refusal_of(const CommitOptions& options) const {
  return options.ttl && *options.ttl < 1 ? "E_TTL_INVALID" : "";
}

// D-22: the head's children, under a new turn, which R-07 may give a ttl.
void PlainContext::seal(CommitReport& report, const CommitOptions& options) {
  head_core();
  const Ids moved = children("ah");
  report.turn_id = make_container("mt", "mt:" + std::to_string(now_.cycle), "seq");
  if (options.ttl) changeable(report.turn_id).expiry = static_cast<std::int64_t>(now_.cycle) + *options.ttl;
  for (const std::string& id : moved) changeable(id).shown.parent_id = report.turn_id;
}

const PlainSnapshot& PlainContext::commit(const CommitId& id, const CommitOptions& options) {
  PlainSnapshot snapshot;
  snapshot.report.cycle = now_.cycle;
  snapshot.report.commit_id = id;
  count_blocks(snapshot.report.nodes_before, snapshot.report.bytes_before);
  report_deleted(snapshot.report);
  expire(snapshot.report);
  prune(snapshot.report);
  std::erase_if(snapshot.report.deferred, [this](const std::string& held) { return !is_in_tree(held); });
  seal(snapshot.report, options);
  count_blocks(snapshot.report.nodes_after, snapshot.report.bytes_after);
  snapshot.nodes = shown_nodes();
  snapshot.turns = children("seq");
  snapshot.pins = working_pins();

  ++now_.cycle;
  now_.next_index = 0;
  now_.parent = id;
  now_.issued.clear();
  now_.moved.clear();
  for (const auto& [used, node] : now_.nodes) now_.used.insert(used);
  snapshot.after = now_;
  history_.push_back(snapshot);
  return history_.back();
}

std::string PlainContext::refusal_of(const std::vector<Component>& reply) const {
  for (const Component& component : reply) {
    NodeView said;
    said.node_type = component.node_type;
    said.attributes = component.attributes;
    said.role = component.role;
    said.kind = component.kind;
    said.content = component.content;
    if (!system_ && speaks_for_system(said)) return "E_UNAUTHORIZED";
  }
  for (const Component& component : reply) {
    if (component.id && is_reserved_id(*component.id)) return "E_ID_RESERVED";
  }
  return "";
}

Result<Ids> PlainContext::commit_with_reply(const CommitId& id, const std::vector<Component>& reply,
                                            const CommitOptions& options) {
  if (const std::string rule = refusal_of(options); !rule.empty()) {
    return Error{Code::InvalidArgument, "refused by the model", rule, {}};
  }
  const PlainState before = now_;
  commit(id, options);
  for (const Component& component : reply) {
    const Result<Ids> inserted = insert(component, 0);
    if (inserted) continue;
    now_ = before;
    history_.pop_back();
    return inserted;
  }
  return Ids();
}

}  // namespace latewood::test
