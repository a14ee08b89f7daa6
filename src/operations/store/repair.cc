// Rebuilds damaged pages from the patches.
#include <string>
#include <utility>

#include "base/try.h"
#include "latewood/caretaking.h"
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
  static const Schema kSchema = object({required("repaired", list(digest(), "the pages that were rebuilt"))});
  return kSchema;
}

Result<std::string> repair(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  LW_TRY_ASSIGN(const RepairReport report, repository->repair(arguments.progress()));
  JsonValue::Array pages;
  for (const Blake3Digest& page : report.pages) pages.push_back(page.hex());
  return json_text_of(make_object({{"repaired", std::move(pages)}}));
}

}  // namespace

const Row kRepair = {
    .name = "repair",
    .scope = Scope::Admin,
    .summary = "Rebuilds damaged or missing pages of checkpoints from the patches.",
    .arguments = repair_arguments,
    .result = repair_result,
    .example = R"({})",
    .errors = {},
    .run = repair,
};

}  // namespace latewood::operations
