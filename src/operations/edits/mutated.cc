#include "operations/edits/mutated.h"

#include <string>
#include <utility>

#include "base/rules.h"
#include "operations/json/members.h"

namespace latewood::operations {

Member nodes_member() {
  return required("nodes", any_of({text(), list(text())}, "an id, a selector, or a list of ids and selectors"));
}

Result<Selector> named_nodes(const Context& context, const Arguments& arguments, Matches matches) {
  const std::vector<std::string> names = arguments.texts("nodes");
  if (names.empty()) return broken(kArgumentInvalid, "/nodes: at least one node expected");
  return selector_of(context, names, matches);
}

Result<JsonValue> json_of_mutated(const Result<std::vector<MutatedNode>>& mutated) {
  if (!mutated) return mutated.error();
  JsonValue::Array nodes;
  for (const MutatedNode& node : *mutated) {
    nodes.push_back(make_object({{"id", node.id}, {"new_ids", json_of(node.new_ids)}}));
  }
  return make_object({{"nodes", std::move(nodes)}});
}

Schema mutated_schema(std::string new_ids) {
  return object({required("nodes", list(object({required("id", text("as it was when it matched")),
                                                required("new_ids", list(text(), std::move(new_ids)))})))});
}

}  // namespace latewood::operations
