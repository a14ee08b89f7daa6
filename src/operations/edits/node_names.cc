#include "operations/edits/node_names.h"

#include <algorithm>
#include <variant>

#include "base/rules.h"
#include "base/try.h"
#include "operations/table/common.h"

namespace latewood::operations {
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
  Error error = broken(kSeveralMatch, "'" + name + "' matches " + std::to_string(count) + " nodes");
  error.hint = "use `all` for all of them; `select` lists them";
  return error;
}

Result<Selector> find_one(const Context& context, const std::string& name, Matches matches) {
  auto selector = Selector::parse(is_selector(name) ? name : selector_text(name));
  if (!selector || selector->has_snapshot()) return selector;
  SelectOptions options;
  options.working = true;
  LW_TRY_ASSIGN(const Selection found, context.select(*selector, options));
  const std::size_t count = std::get<std::vector<std::string>>(found).size();
  if (count > 1 && matches == Matches::One) return several(name, count);
  if (count > 0) return selector;
  return broken(kNodeNotFound, "there is no node " + name + " in the working state", Code::NotFound);
}

}  // namespace

Result<std::string> find_one_id(const Context& context, const std::string& name) {
  LW_TRY_ASSIGN(const Selector selector, find_one(context, name, Matches::Any));
  LW_TRY_ASSIGN(const Selection found, context.select(selector, {.working = !selector.has_snapshot()}));
  const auto* ids = std::get_if<std::vector<std::string>>(&found);
  const std::size_t count = ids == nullptr ? 0 : ids->size();
  if (count == 1) return ids->front();
  return broken(kOptionInvalid,
                "'" + name + "' must match one node, and it matches " + std::to_string(count) + " nodes");
}

Result<Selector> selector_of(const Context& context, const std::vector<std::string>& names, Matches matches) {
  std::string all;
  for (const std::string& name : names) {
    LW_TRY_ASSIGN(const Selector selector, find_one(context, name, matches));
    all += (all.empty() ? "" : ", ") + std::string(selector.text());
  }
  return Selector::parse(all);
}

}  // namespace latewood::operations
