// Checks the structure of a store.
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

const Schema& fsck_arguments() {
  static const Schema kSchema =
      object({optional("tables", boolean("also give the size of each table; default: false")),
              optional("threads", integer("contexts at a time; default: one per processor", 1, 1024))});
  return kSchema;
}

const Schema& fsck_result() {
  static const Schema kSchema = object(
      {required("tables",
                list(object({required("table", text()), required("records", count()), required("bytes", count())}))),
       required("wrong", list(text(), "one line for each fault; empty: the structure is sound"))});
  return kSchema;
}

Result<JsonValue> tables_json(const Repository& repository) {
  LW_TRY_ASSIGN(const auto sizes, repository.table_sizes());
  JsonValue::Array tables;
  for (const store::TableSize& size : sizes) {
    tables.push_back(
        make_object({{"bytes", json_of(size.bytes)}, {"records", json_of(size.records)}, {"table", size.table}}));
  }
  return JsonValue(std::move(tables));
}

Result<std::string> fsck(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  FsckOptions options;
  options.threads = static_cast<unsigned>(arguments.integer("threads", 0));
  LW_TRY_ASSIGN(const auto wrong, repository->fsck(options, arguments.progress()));
  JsonValue tables = JsonValue::Array();
  if (arguments.flag("tables")) {
    LW_TRY_ASSIGN(tables, tables_json(*repository));
  }
  return json_text_of(make_object({{"tables", std::move(tables)}, {"wrong", json_of(wrong)}}));
}

}  // namespace

const Row kFsck = {
    .name = "fsck",
    .scope = Scope::Read,
    .summary = "Checks the structure of a store.",
    .arguments = fsck_arguments,
    .result = fsck_result,
    .example = R"({"tables":true})",
    .errors = {},
    .run = fsck,
};

}  // namespace latewood::operations
