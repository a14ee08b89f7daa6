#include "cli/verbs/edits/mutation.h"

#include <algorithm>
#include <iostream>
#include <string_view>
#include <variant>

#include "cli/open/node_names.h"
#include "cli/terminal/printable.h"
#include "cli/text/json_output.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

bool is_word(std::string_view id) {
  return !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == ':';
  });
}

// The selector of exactly this id.
std::string selector_text(const std::string& id) {
  if (is_word(id)) return "#" + id;
  std::string quoted = "[id='";
  for (const char c : id) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "']";
}

Error several(const std::string& name, std::size_t count) {
  return {Code::InvalidArgument,
          "'" + name + "' matches " + std::to_string(count) +
              " nodes; use --all for all of them; `latewood select --working` lists them",
          std::string(errors::kSeveralMatch),
          {}};
}

Result<Selector> checked(const Context& context, const std::string& name, Matches matches) {
  auto selector = Selector::parse(is_selector(name) ? name : selector_text(name));
  if (!selector || selector->has_snapshot()) return selector;
  SelectOptions options;
  options.working = true;
  const auto found = context.select(*selector, options);
  if (!found) return found.error();
  const std::size_t count = std::get<std::vector<std::string>>(*found).size();
  if (count > 1 && matches == Matches::One) return several(name, count);
  if (count > 0) return selector;
  return Error{
      Code::NotFound, "there is no node " + name + " in the working state", std::string(errors::kNodeNotFound), {}};
}

}  // namespace

Result<Selector> selector_of(const Context& context, const std::vector<std::string>& names, Matches matches) {
  const auto expanded = expand_names(names);
  if (!expanded) return expanded.error();
  std::string all;
  for (const std::string& name : *expanded) {
    const auto selector = checked(context, name, matches);
    if (!selector) return selector.error();
    all += (all.empty() ? "" : ", ") + selector->text();
  }
  return Selector::parse(all);
}

int print_mutated(const Result<std::vector<MutatedNode>>& mutated, const std::string& done, bool json) {
  if (!mutated) return report(mutated.error());
  for (const MutatedNode& node : *mutated) {
    if (json) {
      print_json(make_object({{"id", node.id}, {"new_ids", json_of(node.new_ids)}}));
      continue;
    }
    std::cout << done << ' ' << printable(node.id);
    for (const std::string& id : node.new_ids)
      std::cout << (&id == node.new_ids.data() ? " -> " : ", ") << printable(id);
    std::cout << '\n';
  }
  return finish_output("the edit was made");
}

}  // namespace latewood::cli
