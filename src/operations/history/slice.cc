// The inputs needed to make nodes again.
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

const Schema& slice_arguments() {
  static const Schema kSchema = object(joined({history_members(), asked_node_members()}));
  return kSchema;
}

const Schema& slice_result() {
  static const Schema kSchema =
      object({required("candidates", list(reasoned_schema(), "for each node in turn, oldest first"))});
  return kSchema;
}

Result<std::string> slice(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const std::vector<AskedNode> asked, asked_nodes(history, arguments));
  JsonValue::Array candidates;
  for (const AskedNode& node : asked) {
    LW_TRY_ASSIGN(const auto found, why_slice(*node.at.context, node.id, node.at.reference));
    LW_TRY_ASSIGN(const JsonValue value, value_of(to_json(found)));
    for (const JsonValue& candidate : *value.as_array()) candidates.push_back(candidate);
  }
  return json_text_of(make_object({{"candidates", std::move(candidates)}}));
}

}  // namespace

const Row kSlice = {
    .name = "slice",
    .scope = Scope::Read,
    .summary = "Lists exactly the candidates of commits that it takes to make a node again.",
    .arguments = slice_arguments,
    .result = slice_result,
    .example = R"({"nodes":["answer"]})",
    .errors = {kNodeNotFound, kSnapshotNotFound, kSelectorInvalid},
    .lines = "candidates",
    .run = slice,
};

}  // namespace latewood::operations
