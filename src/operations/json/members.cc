#include "operations/json/members.h"

#include <utility>

#include "operations/table/common.h"

namespace latewood::operations {

JsonValue json_of(std::uint64_t number) { return JsonValue(static_cast<std::int64_t>(number)); }

JsonValue json_of(const std::vector<std::string>& texts) { return JsonValue::Array(texts.begin(), texts.end()); }

JsonValue json_of(const std::optional<std::string>& text) { return text ? JsonValue(*text) : JsonValue(); }

JsonValue json_of_nanoseconds(std::int64_t time) { return std::to_string(time); }

JsonValue json_of(const std::vector<Departure>& departures) {
  JsonValue::Array left;
  for (const Departure& departure : departures) {
    std::vector<JsonMember> members = {
        {"id", departure.id}, {"cause", to_string(departure.cause)}, {"bytes", json_of(departure.bytes)}};
    if (!departure.with.empty()) members.push_back({"with", departure.with});
    left.push_back(make_object(std::move(members)));
  }
  return left;
}

Schema departures_schema() {
  return list(
      object({required("id", text()), required("cause", word({"ttl", "cascade", "prune", "delete"})),
              required("bytes", count("of its content")), optional("with", text("the parent that it left with"))}),
      "nodes that left, in the order in which they left");
}

JsonValue json_of(const CommitReport& report) {
  return make_object({{"cycle", json_of(report.cycle)},
                      {"commit_id", report.commit_id.hex()},
                      {"state_root", report.state_root.hex()},
                      {"patch_digest", report.patch_digest.hex()},
                      {"policy_id", JsonValue(std::int64_t{report.policy_id})},
                      {"turn_id", report.turn_id},
                      {"left", json_of(report.departures)},
                      {"deferred", json_of(report.deferred)},
                      {"kept", json_of(report.kept)},
                      {"nodes_before", JsonValue(report.nodes_before)},
                      {"nodes_after", JsonValue(report.nodes_after)},
                      {"bytes_before", JsonValue(report.bytes_before)},
                      {"bytes_after", JsonValue(report.bytes_after)}});
}

std::vector<Member> commit_report_members() {
  return {required("cycle", count()),
          required("commit_id", commit_id()),
          required("state_root", digest()),
          required("patch_digest", digest()),
          required("policy_id", count("the first four bytes of the digest of the policy; NOP0 without one")),
          required("turn_id", text("the turn that the commit sealed")),
          required("left", departures_schema()),
          required("deferred", list(text(), "expired nodes that stay: pinned or referred to")),
          required("kept", list(text(), "nodes over budget that stay: pinned or referred to")),
          required("nodes_before", count()),
          required("nodes_after", count()),
          required("bytes_before", count()),
          required("bytes_after", count())};
}

std::vector<Member> committed_members() {
  return joined({commit_report_members(), {required("branch", text("the branch that has it"))}});
}

JsonValue json_of(const NodeView& node) {
  return make_object({{"id", node.id},
                      {"nodeType", node.node_type},
                      {"parent_id", json_of(node.parent_id)},
                      {"offset", JsonValue(node.offset)},
                      {"ttl", node.ttl ? JsonValue(*node.ttl) : JsonValue()},
                      {"priority", JsonValue(node.priority)},
                      {"cycle", json_of(node.cycle)},
                      {"created_at_ns", json_of_nanoseconds(node.created_at_ns)},
                      {"created_at_iso", node.created_at_iso},
                      {"creation_index", json_of(node.creation_index)},
                      {"role", json_of(node.role)},
                      {"kind", json_of(node.kind)},
                      {"removable", node.removable ? JsonValue(*node.removable) : JsonValue()},
                      {"key", json_of(node.key)},
                      {"provenance", json_of(node.provenance)},
                      {"pins", json_of(node.pins)},
                      {"attributes", make_object(node.attributes)},
                      {"content", node.content.value_or(JsonValue())},
                      {"purged", node.purged ? JsonValue(node.purged->hex()) : JsonValue()},
                      {"content_hash", node.content_hash.hex()}});
}

std::vector<Member> node_members() {
  return {required("id", text()),
          required("nodeType", text("^root, ^sys, ^seq, ^ah, mt, mc, cb or cb:NAME")),
          required("parent_id", nullable(text())),
          required("offset", integer("below 0: before the core of its turn; above 0: after it")),
          required("ttl", nullable(integer("snapshots that still contain it; null: no limit"))),
          required("priority", integer()),
          required("cycle", count("of the commit that introduced it")),
          required("created_at_ns", nanoseconds()),
          required("created_at_iso", text()),
          required("creation_index", count()),
          required("role", nullable(text())),
          required("kind", nullable(text())),
          required("removable", nullable(boolean())),
          required("key", nullable(text())),
          required("provenance", nullable(text())),
          required("pins", list(text(), "the names of its holders")),
          required("attributes", map_of(anything())),
          required("content", anything("null: none")),
          required("purged", nullable(digest("of content that was erased"))),
          required("content_hash", digest())};
}

JsonValue with_members(const JsonValue& object, std::vector<JsonMember> members) {
  std::vector<JsonMember> all(object.as_object()->begin(), object.as_object()->end());
  for (JsonMember& member : members) all.push_back(std::move(member));
  return make_object(std::move(all));
}

}  // namespace latewood::operations
