// Copies a store to a new file.
#include <string>
#include <utility>

#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& backup_arguments() {
  static const Schema kSchema =
      object({required("path", text("the file to write, on the machine of the store; it must not exist"))});
  return kSchema;
}

const Schema& backup_result() {
  static const Schema kSchema = object({required("path", text())});
  return kSchema;
}

Result<std::string> backup(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  const std::string path = arguments.text("path");
  LW_TRY(repository->backup(path));
  return json_text_of(make_object({{"path", path}}));
}

}  // namespace

const Row kBackup = {
    .name = "backup",
    .scope = Scope::Admin,
    .summary = "Copies the store to a new file; it may be in use.",
    .arguments = backup_arguments,
    .result = backup_result,
    .example = R"({"path":"monday.db"})",
    .errors = {},
    .run = backup,
};

}  // namespace latewood::operations
