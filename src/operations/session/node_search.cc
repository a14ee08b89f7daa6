#include "operations/session/node_search.h"

#include <utility>
#include <variant>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/selector.h"
#include "operations/table/common.h"

namespace latewood::operations {

bool is_moment(std::string_view name) { return name.starts_with('@') && name.find(' ') == std::string_view::npos; }

std::string moment_of_selector(std::string_view name) {
  return name.starts_with('@') ? std::string(name.substr(0, name.find(' '))) : std::string();
}

Result<std::vector<std::string>> find_ids(const Context& context, const std::string& name, Unnamed unnamed) {
  if (!is_selector(name)) return std::vector{name};
  LW_TRY_ASSIGN(const Selector selector, Selector::parse(name));
  if (selector.is_range()) return broken(kSelectorInvalid, "a range selects changes, not nodes");
  SelectOptions options;
  options.working = unnamed == Unnamed::Working && !selector.has_snapshot();
  LW_TRY_ASSIGN(Selection found, context.select(selector, options));
  auto ids = std::get<std::vector<std::string>>(std::move(found));
  if (ids.empty()) return broken(kNodeNotFound, "no node matches " + name, Code::NotFound);
  return ids;
}

Result<std::vector<AskedNode>> asked_nodes(const ReadHistory& history, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory::Moment line, history.line_to(arguments.text("moment")));
  const bool has_moment = line.reference != "@t0";
  std::vector<AskedNode> asked;
  for (const std::string& name : arguments.texts("nodes")) {
    // A selector without a snapshot is evaluated at the moment of the call.
    const std::string own = moment_of_selector(name);
    const bool needs_moment = has_moment && own.empty() && is_selector(name);
    const std::string whole = needs_moment ? line.reference + " " + name : name;
    LW_TRY_ASSIGN(const std::vector<std::string> ids, find_ids(*line.context, whole, Unnamed::Newest));
    const std::string reference = own.empty() ? line.reference : own;
    for (const std::string& id : ids) asked.push_back({id, {line.context, reference}});
  }
  return asked;
}

std::vector<Member> asked_node_members() {
  return {required("nodes", any_of({text(), list(text())}, "ids, also of nodes that left, and selectors")),
          moment_member()};
}

}  // namespace latewood::operations
