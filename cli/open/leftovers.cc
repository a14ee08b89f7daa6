#include "cli/open/leftovers.h"
#include "latewood/errors.h"

namespace latewood::cli {

void without_options(CLI::App& verb, const std::vector<std::string>& names) {
  for (const std::string& name : names) verb.remove_option(verb.get_option(name));
}

Result<void> refuse_beside_names(const Where& where, const std::string& a, const std::string& b) {
  const auto is_on_branch = [](const std::string& moment) { return moment.starts_with('@') || moment == "working"; };
  return is_on_branch(a) || is_on_branch(b) ? Result<void>() : refuse_beside_name(where, a);
}

Result<void> refuse_beside_name(const Where& where, const std::string& reference) {
  if (reference.empty() || reference.starts_with('@') || !where.file.empty()) return {};
  if (where.branch.empty() && where.at.empty()) return {};
  const std::string option = where.branch.empty() ? "--at" : "--branch";
  return Error{Code::InvalidArgument,
               "'" + reference + "' already names a commit: leave out " + option,
               std::string(errors::kOptionInvalid),
               {}};
}

Result<std::string> moment_on_branch(const Where& where, const std::string& reference) {
  if (auto named = refuse_beside_name(where, reference); !named) return named.error();
  if (reference.empty()) return where.branch.empty() ? "@t0" : where.branch;
  return reference.starts_with('@') ? where.branch + reference : reference;
}

}  // namespace latewood::cli
