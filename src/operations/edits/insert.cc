// Adds a block to the working state.
#include <string>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/intake.h"
#include "latewood/selector.h"
#include "operations/edits/cause.h"
#include "operations/edits/component.h"
#include "operations/edits/node_names.h"
#include "operations/json/members.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& insert_arguments() {
  static const Schema kSchema = object(joined(
      {edit_members(),
       component_members(),
       cause_members(),
       {optional("depth", integer("-1: system region; 0: active head; k > 0: a new turn at depth k; default: 0")),
        optional("under", text("insert below this node, an id or a selector; a selector may match several"))}}));
  return kSchema;
}

const Schema& insert_result() {
  static const Schema kSchema =
      object({required("id", text("of the block; of the first one if `under` matches several nodes")),
              required("ids", list(text(), "of every block that was added"))});
  return kSchema;
}

Result<std::vector<std::string>> insert_below(Context& context, const Component& component, const std::string& name) {
  LW_TRY_ASSIGN(const Selector parents, selector_of(context, {name}, Matches::Any));
  LW_TRY_ASSIGN(const auto inserted, context.insert_under(component, parents));
  std::vector<std::string> ids;
  for (const MutatedNode& parent : inserted) ids.insert(ids.end(), parent.new_ids.begin(), parent.new_ids.end());
  return ids;
}

Result<std::vector<std::string>> insert_block(Context& context, const Component& component,
                                              const Arguments& arguments) {
  const auto under = arguments.find_text("under");
  if (under && arguments.has("depth")) return broken(kOptionInvalid, "'depth' and 'under' exclude each other");
  if (under) return insert_below(context, component, *under);
  LW_TRY_ASSIGN(std::string id, context.insert(component, arguments.integer("depth", 0)));
  return std::vector{std::move(id)};
}

Result<JsonValue> insert(const EditCallPlace& place, const Arguments& arguments) {
  LW_TRY_ASSIGN(const Component component, component_of(arguments));
  LW_TRY(take_cause(place.context, arguments));
  const auto ids = insert_block(place.context, component, arguments);
  if (!ids) return with_header_hint(ids.error(), component);
  return make_object({{"id", ids->front()}, {"ids", json_of(*ids)}});
}

}  // namespace

const Row kInsert = {
    .name = "insert",
    .scope = Scope::Write,
    .summary = "Adds a block to the working state.",
    .arguments = insert_arguments,
    .result = insert_result,
    .example = R"({"role":"user","content":"Why does the oak drop leaves in July?"})",
    .errors = {kDuplicateId, kIdReserved, kNodeNotFound, kPlacementInvalid, kUnauthorized, kTtlInvalid, kAttrName,
               kAttrValue, kDepthRange, kContentInvalid, kSealedImmutable, kOverlap},
    .joins_apply = true,
    .edit = insert,
};

}  // namespace latewood::operations
