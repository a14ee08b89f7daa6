// Offers edits to the next commit, which arbitrates between proposals.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/edit.h"
#include "latewood/intake.h"
#include "operations/edits/cause.h"
#include "operations/edits/component.h"
#include "operations/edits/replacement.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

Schema proposed_edit_schema() {
  return object(
      {required("op", word({"insert", "replace", "delete", "detach", "move", "pin", "unpin"})),
       optional("args", map_of(anything(), "as of the operation; `node` or `nodes` are ids, not selectors"))});
}

const Schema& propose_arguments() {
  static const Schema kSchema = object(
      joined({edit_members(),
              cause_members(),
              {required("proposer", text("who offers: decides with the edits about the order of arbitration")),
               required("edits", list(proposed_edit_schema(), "applied in this order, all or none")),
               optional("rule", text("the rule that the proposer applies; default: that of the first edit")),
               optional("scope", text("the node that it is about; default: the one that the first edit names"))}}));
  return kSchema;
}

const Schema& propose_result() {
  static const Schema kSchema = object({required("proposals", count("that wait for the next commit"))});
  return kSchema;
}

Result<std::string> node_of(const Arguments& arguments) {
  const std::vector<std::string> nodes = arguments.texts(arguments.has("node") ? "node" : "nodes");
  if (nodes.size() == 1) return nodes.front();
  return broken(kArgumentInvalid, "one node expected");
}

Result<EditRequest> insert_request(const Arguments& arguments) {
  LW_TRY_ASSIGN(Component component, component_of(arguments));
  if (auto parent = arguments.find_text("under")) return EditRequest(InsertUnderEdit{std::move(component), *parent});
  return EditRequest(InsertEdit{std::move(component), arguments.integer("depth", 0)});
}

Result<EditRequest> move_request(const Arguments& arguments) {
  if (const auto parent = arguments.find_text("under")) {
    LW_TRY_ASSIGN(std::string id, node_of(arguments));
    return EditRequest(ReparentEdit{std::move(id), *parent});
  }
  return EditRequest(MoveEdit{arguments.texts("nodes"), arguments.integer("depth", 0)});
}

Result<EditRequest> request_of(const std::string& op, const Arguments& arguments) {
  if (op == "insert") return insert_request(arguments);
  if (op == "move") return move_request(arguments);
  if (op == "delete") return EditRequest(DeleteEdit{arguments.texts("nodes")});
  LW_TRY_ASSIGN(std::string id, node_of(arguments));
  if (op == "detach") return EditRequest(DetachEdit{std::move(id)});
  if (op == "pin") return EditRequest(PinEdit{std::move(id), arguments.find_text("holder")});
  if (op == "unpin") return EditRequest(UnpinEdit{std::move(id), arguments.find_text("holder")});
  LW_TRY_ASSIGN(Replacement replacement, replacement_of(arguments, {}, {}));
  return EditRequest(ReplaceEdit{std::move(id), std::move(replacement)});
}

Result<JsonValue> propose_edits(const EditCallPlace& place, const Arguments& arguments) {
  Proposal proposal;
  proposal.proposer = arguments.text("proposer");
  proposal.rule = arguments.text("rule");
  proposal.scope = arguments.text("scope");
  if (const auto event = arguments.find_text("event")) {
    LW_TRY_ASSIGN(proposal.event, parse_event(*event));
  }
  LW_TRY_ASSIGN(const JsonField edits, arguments.field("edits"));
  LW_TRY_ASSIGN(const std::vector<JsonField> items, edits.items());
  const JsonValue none = make_object({});
  for (const JsonField& item : items) {
    const auto args = item.find("args");
    const Arguments given(args ? args->value() : none, args ? args->source() : std::string_view("{}"));
    auto request = request_of(*item.value().find("op")->as_string(), given);
    if (!request) return std::move(request).error();
    proposal.edits.push_back(*std::move(request));
  }
  LW_TRY(propose(place.context, proposal));
  return make_object({{"proposals", json_of(std::uint64_t{list_proposals(place.context).size()})}});
}

}  // namespace

const Row kPropose = {
    .name = "propose",
    .scope = Scope::Write,
    .summary = "Offers edits to the next commit, which decides about all proposals in one order.",
    .arguments = propose_arguments,
    .result = propose_result,
    .example = R"({"proposer":"reviewer","edits":[{"op":"delete","args":{"nodes":["answer"]}}]})",
    .errors = {kNodeNotFound, kOptionInvalid, kSealedImmutable, kEventNotFound},
    .edit = propose_edits,
};

}  // namespace latewood::operations
