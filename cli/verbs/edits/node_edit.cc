#include "cli/verbs/edits/node_edit.h"

#include <iostream>

#include "cli/open/node_names.h"
#include "cli/terminal/printable.h"

namespace latewood::cli {

Result<void> add_nodes(CallArguments& arguments, const std::vector<std::string>& names) {
  const auto expanded = expand_names(names);
  if (!expanded) return expanded.error();
  arguments.add("nodes", JsonValue::Array(expanded->begin(), expanded->end()));
  return {};
}

int edit_nodes(const Where& where, std::string_view operation, const CallArguments& arguments, const std::string& done,
               bool json) {
  const auto print = [&done](const JsonValue& result) {
    for (const JsonValue& node : list_of(result, "nodes")) {
      std::cout << done << ' ' << printable(text_of(node, "id"));
      const char* before = " -> ";
      for (const JsonValue& id : list_of(node, "new_ids")) {
        std::cout << before << printable(*id.as_string());
        before = ", ";
      }
      std::cout << '\n';
    }
  };
  return run_operation(where, operation, arguments, {.json = json, .done = "the edit was made", .print = print});
}

}  // namespace latewood::cli
