// Rebuilds damaged pages from the patches.
#include <string>
#include <utility>

#include "base/try.h"
#include "latewood/caretaking.h"
#include "latewood/cycle_figures.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& repair_arguments() {
  static const Schema kSchema = object({});
  return kSchema;
}

const Schema& repair_result() {
  static const Schema kSchema =
      object({required("repaired", list(digest(), "the pages that were rebuilt")),
              required("figures", count("commits of all branches whose figures for `stats` are kept now"))});
  return kSchema;
}

// Computes what `stats` reads and is not kept. A branch that cannot be read has no figures to keep.
std::uint64_t keep_all_figures(Repository& repository) {
  std::uint64_t kept = 0;
  const auto contexts = repository.contexts();
  if (!contexts) return kept;
  for (const std::string& name : *contexts) {
    const auto branches = repository.branches(name);
    if (!branches) continue;
    for (const BranchInfo& branch : *branches) {
      OpenOptions options;
      options.branch = branch.name;
      options.create = false;
      auto context = repository.open_context(name, options);
      if (!context) continue;
      if (const auto count = keep_figures(*context)) kept += *count;
    }
  }
  return kept;
}

Result<std::string> repair(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  LW_TRY_ASSIGN(const RepairReport report, repository->repair(arguments.progress()));
  JsonValue::Array pages;
  for (const Blake3Digest& page : report.pages) pages.push_back(page.hex());
  return json_text_of(
      make_object({{"repaired", std::move(pages)}, {"figures", json_of(keep_all_figures(*repository))}}));
}

}  // namespace

const Row kRepair = {
    .name = "repair",
    .scope = Scope::Admin,
    .summary = "Rebuilds damaged or missing pages of checkpoints from the patches, and the figures that `stats` reads.",
    .arguments = repair_arguments,
    .result = repair_result,
    .example = R"({})",
    .errors = {},
    .run = repair,
};

}  // namespace latewood::operations
