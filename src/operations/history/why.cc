// Why nodes are as they are.
#include <algorithm>
#include <string>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/why.h"
#include "operations/json/reason_members.h"
#include "operations/session/node_search.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& why_arguments() {
  static const Schema kSchema = object(joined({history_members(), asked_node_members()}));
  return kSchema;
}

Schema why_schema() {
  const Schema step =
      object({required("cycle", count()), required("commit_id", commit_id()),
              required("has_receipt", boolean("false: nothing more is known")), required("host_time", nanoseconds()),
              required("candidates", list(reasoned_schema())),
              optional("is_older", boolean("true: the node was there before, in snapshots that were collected")),
              optional("actor", text()), optional("message", text())});
  const Schema here =
      object({required("expires", nullable(count("the cycle whose commit removes it if nothing is edited"))),
              required("ttl_ends", nullable(count("the cycle in which its ttl ends"))),
              required("held_by", list(text(), "nodes that refer to it")), required("is_pinned", boolean()),
              required("markers", list(text(), "that redact or replace it")), optional("provenance", text())});
  const Schema left =
      object({required("cycle", count()), required("commit_id", commit_id()),
              required("rule", text("expire, cascade, prune, delete, move or edit")), optional("actor", text()),
              optional("event", event_schema()), optional("policy", anything("of a prune: the policy"))});
  return object({required("id", text()), required("steps", list(step, "commits that made it, oldest first")),
                 required("here", nullable(here)), required("left", nullable(left))});
}

const Schema& why_result() {
  static const Schema kSchema = object({required("nodes", list(why_schema(), "in the order of the arguments"))});
  return kSchema;
}

// An uncommitted node has no history yet.
Error with_why_hint(const Context& context, const std::string& id, Error error) {
  if (error.rule != kNodeNotFound) return error;
  const auto nodes = context.working();
  const bool is_new =
      nodes && std::any_of(nodes->begin(), nodes->end(), [&id](const NodeView& node) { return node.id == id; });
  if (is_new) error.hint = "it is not committed yet, so it has no history; `status` lists it";
  return error;
}

Result<std::string> why(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const std::vector<AskedNode> asked, asked_nodes(history, arguments));
  JsonValue::Array nodes;
  for (const AskedNode& node : asked) {
    const auto answer = latewood::why(*node.at.context, node.id, node.at.reference);
    if (!answer) {
      const auto lock = history.lock_edits();
      return with_why_hint(history.context(), node.id, answer.error());
    }
    LW_TRY_ASSIGN(JsonValue value, value_of(to_json(*answer)));
    nodes.push_back(std::move(value));
  }
  return json_text_of(make_object({{"nodes", std::move(nodes)}}));
}

}  // namespace

const Row kWhy = {
    .name = "why",
    .scope = Scope::Read,
    .summary = "Tells which commits, rules, proposers and events made a node, or removed it.",
    .arguments = why_arguments,
    .result = why_result,
    .example = R"({"nodes":["answer"]})",
    .errors = {kNodeNotFound, kSnapshotNotFound, kSelectorInvalid},
    .lines = "nodes",
    .run = why,
};

}  // namespace latewood::operations
