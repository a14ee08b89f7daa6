#include "operations/session/reach.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"

namespace latewood::operations {
namespace {

// Arguments besides "context" that name contexts.
struct NamingRow {
  std::string_view operation;
  std::vector<std::string_view> arguments;
};

const std::vector<NamingRow>& naming_rows() {
  static const std::vector<NamingRow> kRows = {
      {"contexts", {}},  // its list is filtered
      {"create_context", {"name"}},
      {"delete_context", {"name"}},
      {"fork", {"into"}},
      {"rename_context", {"name", "to"}},
  };
  return kRows;
}

const NamingRow* find_naming_row(std::string_view operation) {
  const auto& rows = naming_rows();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [operation](const NamingRow& row) { return row.operation == operation; });
  return found == rows.end() ? nullptr : &*found;
}

bool takes_context(const Row& row) {
  const auto& members = row.arguments().members;
  return std::any_of(members.begin(), members.end(), [](const Member& member) { return member.name == "context"; });
}

// "all" asks for nodes, branches or snapshots of one context there. Elsewhere it asks for every context.
bool has_all_within_a_context(std::string_view operation) {
  constexpr std::array<std::string_view, 4> kOperations = {"delete", "export", "log", "replace"};
  return std::find(kOperations.begin(), kOperations.end(), operation) != kOperations.end();
}

// A purge erases a content for every context that shares it. Settings without a context are those of the store.
bool is_store_wide(const Row& row, const Arguments& arguments) {
  const bool names_contexts = takes_context(row) || find_naming_row(row.name) != nullptr;
  const bool sets_all = row.name == "set_config" && !arguments.has("context");
  const bool asks_for_all = arguments.flag("all") && !has_all_within_a_context(row.name);
  return !names_contexts || row.name == "purge" || sets_all || asks_for_all;
}

Error outside(std::string_view prefix, const std::string& what) {
  return broken(kScope, what + ": this caller may use contexts whose names begin with '" + std::string(prefix) + "'");
}

}  // namespace

Result<void> check_name(std::string_view prefix, const std::string& name) {
  if (name.starts_with(prefix)) return {};
  return outside(prefix, "the context '" + name + "' is not permitted");
}

std::string common_prefix(const std::string& one, const std::string& other) {
  if (one.starts_with(other)) return one;
  if (other.starts_with(one)) return other;
  return std::string(1, '\0');
}

Result<void> check_reach(std::string_view prefix, const Row& row, const Arguments& arguments,
                         const std::string& fallback) {
  if (is_store_wide(row, arguments)) {
    return outside(prefix, "operation '" + std::string(row.name) + "' works on the whole store");
  }
  if (takes_context(row)) LW_TRY(check_name(prefix, arguments.find_text("context").value_or(fallback)));
  const NamingRow* naming = find_naming_row(row.name);
  if (naming == nullptr) return {};
  for (const std::string_view argument : naming->arguments) {
    if (const auto name = arguments.find_text(argument)) LW_TRY(check_name(prefix, *name));
  }
  return {};
}

Error without_names(std::string_view prefix, Error error) {
  if (!prefix.empty() && error.rule == kContextNotFound) error.hint = "`contexts` lists them";
  return error;
}

}  // namespace latewood::operations
