#include "cli/open/node_names.h"

#include <sstream>
#include <variant>

#include "cli/open/input.h"
#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "latewood/selector.h"

namespace latewood::cli {
namespace {

Error no_ids(const std::string& line) {
  return {Code::InvalidArgument, "this line of standard input is not an id: " + line.substr(0, 40), {}, {}};
}

Result<void> append_id(const JsonValue& value, const std::string& line, std::vector<std::string>& ids) {
  const JsonValue* member = value.find("id");
  const std::string* id = member != nullptr ? member->as_string() : value.as_string();
  if (id == nullptr) return no_ids(line);
  ids.push_back(*id);
  return {};
}

Result<void> append_line(const std::string& line, std::vector<std::string>& ids) {
  if (line.empty()) return {};
  const bool is_json = line.front() == '[' || line.front() == '{' || line.front() == '"';
  if (!is_json) {
    ids.push_back(line);
    return {};
  }
  const auto value = parse_json_text(line);
  if (!value) return value.error();
  const JsonValue::Array* array = value->as_array();
  if (array == nullptr) return append_id(*value, line, ids);
  for (const JsonValue& one : *array) {
    if (auto appended = append_id(one, line, ids); !appended) return appended;
  }
  return {};
}

Result<void> append_input(std::vector<std::string>& ids) {
  const auto text = load_input("-");
  if (!text) return text.error();
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (auto appended = append_line(line, ids); !appended) return appended;
  }
  return {};
}

}  // namespace

bool is_selector(std::string_view name) {
  return !name.empty() && std::string_view(".#^@*:[").find(name.front()) != std::string_view::npos;
}

std::string moment_of_selector(std::string_view name) {
  return name.starts_with('@') ? std::string(name.substr(0, name.find(' '))) : "@t0";
}

Result<std::vector<std::string>> expand_names(const std::vector<std::string>& names) {
  std::vector<std::string> expanded;
  for (const std::string& name : names) {
    if (name != "-") {
      expanded.push_back(name);
      continue;
    }
    if (auto appended = append_input(expanded); !appended) return appended.error();
  }
  return expanded;
}

Result<std::vector<std::string>> find_ids(const Context& context, std::string_view name, bool working) {
  if (!is_selector(name)) return std::vector{std::string(name)};
  const auto selector = Selector::parse(name);
  if (!selector) return selector.error();
  if (selector->is_range()) {
    return Error{
        Code::InvalidArgument, "a range selects changes, not nodes", std::string(errors::kSelectorInvalid), {}};
  }
  SelectOptions options;
  options.working = working && !selector->has_snapshot();
  auto found = context.select(*selector, options);
  if (!found) return found.error();
  return std::get<std::vector<std::string>>(*std::move(found));
}

}  // namespace latewood::cli
